import type { Fix, Sighting } from '#fixes/fix.ts'
import { FrozenReceiver } from '#fixes/frozen-receiver.ts'
import { MedianPlace } from '#fixes/median-place.ts'
import { Receivers, type Disagreement } from '#fixes/receivers.ts'
import { NoFix } from '#alerts/no-fix.ts'
import { restOf } from '#swing/rest.ts'
import type { TrackPoint } from '#swing/track.ts'
import { Wake } from '#swing/wake.ts'
import type { Place } from '#water/plane.ts'
import type { Metres, Radians, Seconds } from '#water/units.ts'
import { Headings, type HeadingReading } from './headings.ts'
import type { Mean } from './mean-direction.ts'
import { WindShift, type Shift } from './wind-shift.ts'

export interface WindReading {
  readonly at: Seconds
  /** Where the true wind comes from, from true north. */
  readonly direction: number | null
  readonly speed: number | null
}

export interface DepthReading {
  readonly at: Seconds
  readonly belowSurface: number | null
}

/** What is known is told as fresh for so long. */
const freshFor: Seconds = 10
const depthFor: Seconds = 60

/** What a fix brought. */
export interface Seen {
  readonly sighting: Sighting
  /** The middle of the last half minute, when one is over. */
  readonly median: Place | undefined
}

/** All that is heard of the boat: where it is, how it lies, what the wind does. Unknown stays unknown. */
export class Lookout {
  readonly noFix: NoFix
  /** Where the boat has been of late, anchored or not. */
  readonly wake: Wake
  readonly #receivers: Receivers
  readonly #headings = new Headings()
  readonly #wind = new WindShift()
  readonly #median = new MedianPlace()
  readonly #frozen = new FrozenReceiver()
  /** Of an earlier life: good to measure the next one against, and no more. */
  readonly #before: Sighting | undefined
  #sighting: Sighting | undefined
  #shift: Shift | undefined
  #depth: { readonly value: Metres; readonly at: Seconds } | undefined

  /** @param kept of an earlier life */
  constructor(
    now: Seconds,
    kept?: { readonly last: Sighting | undefined; readonly wake: readonly TrackPoint[] },
  ) {
    this.#receivers = new Receivers(kept?.last)
    this.#before = kept?.last
    this.wake = new Wake(kept?.wake)
    this.noFix = new NoFix(now, true)
  }

  /** The last good one, however old. */
  get lastSighting(): Sighting | undefined {
    return this.#sighting ?? this.#before
  }

  get shift(): Shift | undefined {
    return this.#shift
  }

  sighting(now: Seconds): Sighting | undefined {
    return this.#sighting !== undefined && now - this.#sighting.at <= freshFor ? this.#sighting : undefined
  }

  fix(fix: Fix, now: Seconds, isAnchored: boolean): Seen | undefined {
    const heard = this.#receivers.hear(fix, now, isAnchored)
    if (typeof heard === 'string') this.noFix.refused(heard)
    if (heard === undefined || typeof heard === 'string') return undefined
    this.noFix.seen(now)
    this.#sighting = heard
    this.#frozen.seen(heard.place, now)
    const median = this.#median.add(heard.place, now)
    if (median !== undefined) {
      this.wake.add({ ...median, at: now })
      this.#shift = this.#wind.shift(now)
    }
    return { sighting: heard, median }
  }

  hearHeading(reading: HeadingReading, now: Seconds): void {
    this.#headings.hear(reading, now)
  }

  hearWind({ direction, speed }: WindReading, now: Seconds): void {
    if (isNumber(direction) && isNumber(speed)) this.#wind.add(direction, speed, now)
  }

  hearDepth({ belowSurface }: DepthReading, now: Seconds): void {
    this.#depth = isNumber(belowSurface) && belowSurface > 0 ? { value: belowSurface, at: now } : undefined
  }

  heading(now: Seconds): Radians | undefined {
    return this.#headings.heading(now)
  }

  /** Over the last minutes, but not from before the boat came to rest. */
  meanHeading(now: Seconds): Mean | undefined {
    return this.#headings.mean(now, restOf(this.wake.points)[0]?.at)
  }

  meanWind(now: Seconds): Mean | undefined {
    return this.#wind.mean(now)
  }

  depth(now: Seconds): Metres | undefined {
    return this.#depth !== undefined && now - this.#depth.at <= depthFor ? this.#depth.value : undefined
  }

  /** For how long the receiver has said the very same place, when that is too long. */
  frozenFor(now: Seconds): Seconds | undefined {
    return this.#frozen.frozenFor(now)
  }

  disagreement(now: Seconds): Disagreement | undefined {
    return this.#receivers.disagreement(now)
  }
}

const isNumber = (value: number | null): value is number => value !== null && Number.isFinite(value)
