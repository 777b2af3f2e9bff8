import type { Place } from '#boat/values.ts'
import { placeFrom } from '@marinedata/console-map/earth'
import type { OwnBoat } from '#navigation/own-ship.ts'
import type { Target } from '#navigation/targets.ts'
import { type ColourName, fillDot, type Pen, strokeHaloed, strokeLine } from '@marinedata/console-map'

const colourOf = ({ danger }: Target): ColourName => danger ?? 'fg2'

/** The closest approach of a target: where both vessels will be then. */
interface DrawnApproach {
  readonly target: Target
  readonly theirs: Place
  readonly ours: Place
}

interface Traffic {
  readonly targets: readonly Target[]
  readonly chosen: string | undefined
  readonly own: OwnBoat | undefined
}

/** Undefined if it is past or not known: it assumes that both keep their course and speed, as the CPA does. */
const approachOf = (target: Target, own: OwnBoat): DrawnApproach | undefined => {
  const { approach, course, speed, place } = target
  if (approach === undefined || approach.timeTo <= 0 || target.isLost || own.isOld) return undefined
  if (course === undefined || speed === undefined || own.course === undefined || own.speed === undefined)
    return undefined
  return {
    target,
    theirs: placeFrom(place, course, speed * approach.timeTo),
    ours: placeFrom(own.place, own.course, own.speed * approach.timeTo),
  }
}

/** The closest approaches of dangerous ships and of the selected one. */
export const approachesIn = ({ targets, chosen, own }: Traffic): DrawnApproach[] =>
  own === undefined
    ? []
    : targets
        .filter(({ danger, context }) => danger !== undefined || context === chosen)
        .flatMap((target) => approachOf(target, own) ?? [])

/** Draws the way of both vessels until the closest approach, and the line between them. */
export const paintApproaches = (pen: Pen, traffic: Traffic): void => {
  const { viewport } = pen
  for (const { target, ...places } of approachesIn(traffic)) {
    const colour = colourOf(target)
    const [theirs, ours] = [viewport.pixelOfPlace(places.theirs), viewport.pixelOfPlace(places.ours)]
    strokeLine(pen, [viewport.pixelOfPlace(target.place), theirs], { colour, width: 1.5, dash: [3, 4] })
    if (traffic.own !== undefined)
      strokeLine(pen, [viewport.pixelOfPlace(traffic.own.place), ours], {
        colour: 'val',
        width: 1.5,
        dash: [3, 4],
      })
    strokeHaloed(pen, [ours, theirs], { colour, width: 3 })
    fillDot(pen, theirs, { radius: 5, colour })
    fillDot(pen, ours, { radius: 5, colour: 'val' })
  }
}
