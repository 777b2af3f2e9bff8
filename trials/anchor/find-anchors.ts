import { distanceBetween, moved, type Place } from '../../plugins/anchor-watch/src/water/plane.ts'
import { AnchoredNight, type NightReadings } from '../../plugins/simulator/src/anchored/anchored-night.ts'
import { straightReach } from '../../plugins/simulator/src/anchored/rode.ts'
import { vectorOf } from '../../plugins/simulator/src/vector.ts'
import { spreadOf, type Spread } from './figures.ts'
import { nightKinds, planNight, type NightPlan } from './night-kinds.ts'
import { OurWatch, setAt } from './watchers.ts'

const starts = 300

/** The end of the rode, straight ahead of the boat at this moment. */
const aheadOf = ({ settings }: NightPlan, { position, heading }: NightReadings): Place | undefined =>
  position && moved(position, vectorOf(heading, straightReach(settings.chain) + settings.fromBow))

/** The estimate of each method, a quarter of an hour after the drop. */
const findOne = (plan: NightPlan): (Place | undefined)[] => {
  const night = new AnchoredNight(plan.settings)
  const dropped = new OurWatch('dropped', { ...plan, isForgotten: false })
  const calculated = new OurWatch('calculated', { ...plan, isForgotten: true })
  let ahead: Place | undefined
  for (let time = 1; time <= setAt; time++) {
    const readings = night.step(1)
    for (const watch of [dropped, calculated]) watch.hear(time, readings)
    ahead = aheadOf(plan, readings)
  }
  return [ahead, calculated.circle?.anchor, dropped.circle?.anchor]
}

const ways = [
  'by heading and position of one moment',
  '`reposition`: both over 5 min',
  '`drop`, in time',
] as const

/** The error of the anchor position by method. */
export const findAnchors = (): { readonly name: string; readonly off: Spread }[] => {
  const kind = nightKinds.find(({ name }) => name === 'gusty')
  if (kind === undefined) return []
  const found = Array.from({ length: starts }, (_, number) => {
    const plan = planNight(kind, number)
    return findOne(plan).map((place) => place && distanceBetween(plan.settings.position, place))
  })
  return ways.map((name, way) => ({
    name,
    off: spreadOf(found.map((each) => each[way]).filter((off) => off !== undefined)),
  }))
}
