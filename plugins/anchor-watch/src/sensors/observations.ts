import { radians } from '@marinedata/model'
import type { Fix, Sighting } from '#fixes/fix.ts'
import { MedianPlace } from '#fixes/median-place.ts'
import { Receivers, type Disagreement, type TwoPlaces } from '#fixes/receivers.ts'
import { NoFix } from '#alerts/no-fix.ts'
import { restOf } from '#swing/rest.ts'
import type { TrackPoint } from '#swing/track.ts'
import { RecentTrack } from '#swing/recent-track.ts'
import type { Place } from '#water/plane.ts'
import type { Metres, Radians, Seconds } from '#water/units.ts'
import { Headings, type HeadingReading } from './headings.ts'
import type { Mean } from './mean-direction.ts'
import { WindShift, type Shift } from './wind-shift.ts'

export interface WindReading {
  readonly at: Seconds
  /** True wind direction from true north. */
  readonly direction: number | null
  readonly speed: number | null
}

export interface DepthReading {
  readonly at: Seconds
  readonly belowSurface: number | null
}

/** How long a value counts as fresh. */
const freshFor: Seconds = 10
const depthFor: Seconds = 60

/** The result of a fix. */
export interface Seen {
  readonly sighting: Sighting
  /** The median of the last half minute, when one is complete. */
  readonly median: Place | undefined
}

/** All observations of the boat: position, heading, wind. Unknown stays unknown. */
export class Observations {
  readonly noFix: NoFix
  /** The recent track, anchored or not. */
  readonly wake: RecentTrack
  readonly #receivers: Receivers
  readonly #headings = new Headings()
  readonly #wind = new WindShift()
  readonly #median = new MedianPlace()
  /** The last fix before a restart: only a reference for the next one. */
  readonly #before: Sighting | undefined
  #sighting: Sighting | undefined
  #shift: Shift | undefined
  #depth: { readonly value: Metres; readonly at: Seconds } | undefined

  /** @param saved state from before a restart */
  constructor(
    now: Seconds,
    saved?: { readonly last: Sighting | undefined; readonly wake: readonly TrackPoint[] },
  ) {
    this.#receivers = new Receivers(saved?.last)
    this.#before = saved?.last
    this.wake = new RecentTrack(saved?.wake)
    this.noFix = new NoFix(now, true)
  }

  /** The last good fix, of any age. */
  get lastSighting(): Sighting | undefined {
    return this.#sighting ?? this.#before
  }

  get shift(): Shift | undefined {
    return this.#shift
  }

  sighting(now: Seconds): Sighting | undefined {
    return this.#sighting !== undefined && now - this.#sighting.at <= freshFor ? this.#sighting : undefined
  }

  /** Where the boat may be: at the last good fix, or at the second place that its source says. Empty when unknown. */
  places(now: Seconds): readonly Place[] {
    const sighting = this.sighting(now)
    if (sighting === undefined) return []
    const second = this.twoPlaces(now)?.second
    return second === undefined ? [sighting.place] : [sighting.place, second]
  }

  fix(fix: Fix, now: Seconds, isAnchored: boolean): Seen | undefined {
    const result = this.#receivers.hear(fix, now, isAnchored)
    if (typeof result === 'string') this.noFix.refused(result, fix.source)
    if (result === undefined || typeof result === 'string') return undefined
    this.noFix.seen(now)
    this.#sighting = result
    const median = this.#median.add(result.place, now)
    if (median !== undefined) {
      this.wake.add({ ...median, at: now })
      this.#shift = this.#wind.shift(now)
    }
    return { sighting: result, median }
  }

  addHeading(reading: HeadingReading, now: Seconds): void {
    this.#headings.hear(reading, now)
  }

  addWind({ direction, speed }: WindReading, now: Seconds): void {
    if (isNumber(direction) && isNumber(speed)) this.#wind.add(radians(direction), speed, now)
  }

  addDepth({ belowSurface }: DepthReading, now: Seconds): void {
    this.#depth = isNumber(belowSurface) && belowSurface > 0 ? { value: belowSurface, at: now } : undefined
  }

  heading(now: Seconds): Radians | undefined {
    return this.#headings.heading(now)
  }

  /** The mean of the last minutes, but only since the boat came to rest. */
  meanHeading(now: Seconds): Mean | undefined {
    return this.#headings.mean(now, restOf(this.wake.points)[0]?.at)
  }

  meanWind(now: Seconds): Mean | undefined {
    return this.#wind.mean(now)
  }

  depth(now: Seconds): Metres | undefined {
    return this.#depth !== undefined && now - this.#depth.at <= depthFor ? this.#depth.value : undefined
  }

  /** How long the receiver has repeated exactly the same position, when that is too long. */
  frozenFor(now: Seconds): Seconds | undefined {
    return this.#receivers.frozenFor(now)
  }

  /** Two places that the active source says in turns. */
  twoPlaces(now: Seconds): TwoPlaces | undefined {
    return this.#receivers.twoPlaces(now)
  }

  disagreement(now: Seconds): Disagreement | undefined {
    return this.#receivers.disagreement(now)
  }
}

const isNumber = (value: number | null): value is number => value !== null && Number.isFinite(value)
