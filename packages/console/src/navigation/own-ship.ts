import { wrapFull, radians } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { ageOf, numberIn, placeIn, type Place, type Reading } from '#boat/values.ts'

/** A fresh number of own ship, otherwise undefined. Read it again at every tick of `now`. */
export const liveNumber = (
  { values, link }: Pick<Boat, 'values' | 'link'>,
  path: string,
  now: number,
): number | undefined => {
  const reading = values.of(path).peek()
  return ageOf(reading, now, link.isLost.peek()) === 'fresh' ? numberIn(reading) : undefined
}

/** Paths of own ship shown on the chart, besides the position. */
export const ownPaths = [
  'navigation.speedOverGround',
  'navigation.courseOverGroundTrue',
  'navigation.headingTrue',
  'navigation.headingMagnetic',
  'navigation.magneticVariation',
  'environment.depth.belowTransducer',
  'environment.depth.belowSurface',
  'environment.depth.belowKeel',
  'design.length',
  'design.beam',
  'sensors.gps.fromBow',
  'sensors.gps.fromCenter',
  'navigation.courseGreatCircle.*',
] as const

/** Dimensions of the boat and position of its antenna; metres. */
export interface Hull {
  readonly length: number | undefined
  readonly beam: number | undefined
  readonly fromBow: number | undefined
  /** To starboard of the centre line. */
  readonly fromCentre: number | undefined
}

/** Own ship at its present or last position. */
export interface OwnBoat {
  readonly place: Place
  readonly isOld: boolean
  /** Milliseconds since the fix. */
  readonly age: number
  /** Live values; undefined if stale. */
  readonly heading: number | undefined
  readonly course: number | undefined
  readonly speed: number | undefined
  /** Drawn direction of the bow: the last known one if the fix is old. */
  readonly pointing: number | undefined
  /** Maximum distance travelled since the fix, in metres. */
  readonly drift: number
  readonly hull: Hull
}

interface Fix {
  readonly place: Place
  readonly receivedAt: number
}

const overallIn = (reading: Reading | undefined): number | undefined => {
  const { overall } = Object(reading?.value) as { readonly overall?: unknown }
  return typeof overall === 'number' ? overall : undefined
}

/** Remembers the last fix, so that the boat stays on the chart when the receiver falls silent. */
export class OwnShip {
  readonly #boat: Boat
  #fix: Fix | undefined

  constructor(boat: Boat) {
    this.#boat = boat
  }

  /** Undefined before the first position: no boat is drawn. */
  look(now: number): OwnBoat | undefined {
    const reading = this.#boat.values.of('navigation.position').peek()
    const place = placeIn(reading)
    if (reading !== undefined && place !== undefined) this.#fix = { place, receivedAt: reading.receivedAt }
    if (this.#fix === undefined) return undefined
    const isOld = place === undefined || ageOf(reading, now, this.#boat.link.isLost.peek()) !== 'fresh'
    const age = Math.max(0, now - this.#fix.receivedAt)
    const lastSpeed = this.#last('navigation.speedOverGround') ?? 0
    const [heading, course] = [this.#heading(now), this.#live('navigation.courseOverGroundTrue', now)]
    const lastHeading = isOld ? this.#last('navigation.headingTrue') : undefined
    return {
      place: this.#fix.place,
      isOld,
      age,
      heading,
      course,
      speed: this.#live('navigation.speedOverGround', now),
      pointing: heading ?? course ?? lastHeading,
      drift: isOld ? (lastSpeed * age) / 1_000 : 0,
      hull: this.#hull,
    }
  }

  get #hull(): Hull {
    return {
      length: overallIn(this.#boat.values.of('design.length').peek()),
      beam: this.#last('design.beam'),
      fromBow: this.#last('sensors.gps.fromBow'),
      fromCentre: this.#last('sensors.gps.fromCenter'),
    }
  }

  #heading(now: number): number | undefined {
    const heading = this.#live('navigation.headingTrue', now)
    if (heading !== undefined) return heading
    const magnetic = this.#live('navigation.headingMagnetic', now)
    const variation = this.#last('navigation.magneticVariation')
    return magnetic === undefined || variation === undefined
      ? undefined
      : wrapFull(radians(magnetic + variation))
  }

  /** The last value, however old. */
  #last(path: string): number | undefined {
    return numberIn(this.#boat.values.of(path).peek())
  }

  #live(path: string, now: number): number | undefined {
    return liveNumber(this.#boat, path, now)
  }
}
