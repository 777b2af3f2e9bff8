import { radians, turnBetween, wrapHalf } from '@marinedata/model'
import { signal, useComputed, useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { useBoat, type Boat } from '#boat/boat.ts'
import { ageOf, numberIn, placeIn } from '#boat/values.ts'
import { usePilot } from '#pilot/pilot.ts'
import { bearingBetween } from '@marinedata/console-map/earth'
import { chosenAnglesIn } from '#navigation/chart-settings.ts'
import { LaylineFinder, laylinePaths } from '#navigation/laylines.ts'
import { OwnShip, ownPaths } from '#navigation/own-ship.ts'

/** Degrees from the bow, positive to starboard; undefined is not drawn. */
export type FromBow = ReadonlySignal<number | undefined>

/** Everything that the sailing dial needs. */
export const sailingPaths: readonly string[] = [
  ...ownPaths,
  ...laylinePaths,
  'environment.current',
  'environment.wind.angleApparent',
  'environment.wind.speedApparent',
  'environment.wind.speedTrue',
  'navigation.attitude',
  'navigation.position',
  'navigation.rateOfTurn',
  'navigation.speedThroughWater',
  'performance.targetAngle',
  'steering.rudderAngle',
]

const degrees = 180 / Math.PI

/** The course on each tack that leads to the mark. */
export interface LaylinesFromBow {
  readonly port: number
  readonly starboard: number
  /** Angle off the wind. */
  readonly degrees: number
  readonly isAssumed: boolean
}

/** The water current. */
interface Tide {
  /** Where the water flows to. */
  readonly fromBow: number
  /** In metres per second. */
  readonly drift: number
}

/** A live number of the boat; undefined if it is too old to be drawn. */
const useNumber = (path: string): ReadonlySignal<number | undefined> => {
  const { values, now, link } = useBoat()
  const reading = values.of(path)
  return useComputed(() =>
    ageOf(reading.value, now.value, link.isLost.value) === 'dead' ? undefined : numberIn(reading.value),
  )
}

/** The heading from true north. */
const useTrueHeading = (): ReadonlySignal<number | undefined> => {
  const [trueNorth, magnetic] = [useNumber('navigation.headingTrue'), useNumber('navigation.headingMagnetic')]
  const variation = useNumber('navigation.magneticVariation')
  return useComputed(() => {
    if (trueNorth.value !== undefined) return trueNorth.value
    return magnetic.value === undefined || variation.value === undefined
      ? undefined
      : magnetic.value + variation.value
  })
}

const fromBow = (direction: number | undefined, heading: number | undefined): number | undefined =>
  direction === undefined || heading === undefined
    ? undefined
    : turnBetween(radians(heading), radians(direction)) * degrees

const angleInDegrees = (angle: number | undefined): number | undefined =>
  angle === undefined ? undefined : wrapHalf(radians(angle)) * degrees

interface CurrentValue {
  readonly drift?: unknown
  readonly setTrue?: unknown
}

const useTide = (heading: ReadonlySignal<number | undefined>): ReadonlySignal<Tide | undefined> => {
  const { values, now, link } = useBoat()
  const reading = values.of('environment.current')
  return useComputed(() => {
    if (ageOf(reading.value, now.value, link.isLost.value) === 'dead') return undefined
    const { drift, setTrue } = Object(reading.value?.value) as CurrentValue
    const direction = fromBow(typeof setTrue === 'number' ? setTrue : undefined, heading.value)
    return direction === undefined || typeof drift !== 'number' ? undefined : { fromBow: direction, drift }
  })
}

interface Finder {
  readonly find: (now: number) => LaylinesFromBow | undefined
}

const finderOf = (boat: Boat): Finder => {
  const ship = new OwnShip(boat)
  const laylines = new LaylineFinder(boat, { angles: signal(chosenAnglesIn(localStorage)) })
  return {
    find: (now) => {
      const own = ship.look(now)
      const mark = placeIn(boat.values.of('navigation.courseGreatCircle.nextPoint.position').peek())
      const found = laylines.find(own, mark, now)
      const headingOn = (tack: 'port' | 'starboard'): number | undefined => {
        const line = found?.lines.find((each) => each.tack === tack)?.line
        return line && fromBow(bearingBetween(...line), own?.heading)
      }
      const [port, starboard] = [headingOn('port'), headingOn('starboard')]
      return found === undefined || port === undefined || starboard === undefined
        ? undefined
        : { port, starboard, degrees: found.degrees, isAssumed: found.isAssumed }
    },
  }
}

/** Found again at every tick: the finder smooths the wind. */
const useLaylines = (): ReadonlySignal<LaylinesFromBow | undefined> => {
  const boat = useBoat()
  const [finder] = useState(() => finderOf(boat))
  const found = useSignal<LaylinesFromBow | undefined>(undefined)
  useSignalEffect(() => {
    found.value = finder.find(boat.now.value)
  })
  return found
}

/** The moving parts of the sailing dial. */
export interface Sailing {
  /** Where the apparent and the true wind come from. */
  readonly apparent: FromBow
  readonly true: FromBow
  readonly course: FromBow
  readonly mark: FromBow
  readonly tide: ReadonlySignal<Tide | undefined>
  readonly laylines: ReadonlySignal<LaylinesFromBow | undefined>
  /** The wind angle that the autopilot holds. */
  readonly held: FromBow
  /** The angle of the boat's polar, on the present tack. */
  readonly polar: FromBow
}

export const useSailing = (): Sailing => {
  const heading = useTrueHeading()
  const { pilots } = usePilot()
  const apparent = useNumber('environment.wind.angleApparent')
  const trueWind = useNumber('environment.wind.angleTrueWater')
  const windDirection = useNumber('environment.wind.directionTrue')
  const course = useNumber('navigation.courseOverGroundTrue')
  const mark = useNumber('navigation.courseGreatCircle.nextPoint.bearingTrue')
  const polarAngle = useNumber('performance.targetAngle')
  const fromTrueWind = useComputed(
    () => angleInDegrees(trueWind.value) ?? fromBow(windDirection.value, heading.value),
  )
  return {
    apparent: useComputed(() => angleInDegrees(apparent.value)),
    true: fromTrueWind,
    course: useComputed(() => fromBow(course.value, heading.value)),
    mark: useComputed(() => fromBow(mark.value, heading.value)),
    tide: useTide(heading),
    laylines: useLaylines(),
    held: useComputed(() => {
      const report = pilots.chosen.value
      if (report?.isEngaged !== true || report.target === null || pilots.kind.value !== 'wind')
        return undefined
      // A wind target is positive with the wind on port.
      return angleInDegrees(0 - report.target)
    }),
    polar: useComputed(() => {
      const [angle, wind] = [polarAngle.value, fromTrueWind.value]
      return angle === undefined || wind === undefined
        ? undefined
        : Math.abs(angle * degrees) * (wind < 0 ? -1 : 1)
    }),
  }
}
