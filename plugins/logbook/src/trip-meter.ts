import {
  distanceBetween,
  knots,
  type Metres,
  type MetresPerSecond,
  type TripFigures,
} from '@marinedata/model'
import type { Position } from '@marinedata/plugin-api'

type Seconds = number

/** What is known about the motion now. Undefined is unknown. */
export interface Motion {
  readonly speed: MetresPerSecond | undefined
  readonly position: Position | undefined
  readonly isAnchored: boolean
  readonly isEngineRunning: boolean
}

/** The counters of a trip or a day. */
export interface Counters {
  readonly distance: Metres
  readonly underWay: Seconds
  readonly unknown: Seconds
  readonly engine: Seconds
  readonly maximumSpeed: MetresPerSecond
}

export const noCounters: Counters = { distance: 0, underWay: 0, unknown: 0, engine: 0, maximumSpeed: 0 }

/** A boat is under way from the first speed on, and until it has stayed below the second for a while. */
const starting: MetresPerSecond = knots(1)
const stopping: MetresPerSecond = knots(0.5)
const startsAfter: Seconds = 30
const stopsAfter: Seconds = 300
/** A longer pause between two ticks was a pause of the machine. */
const longestTick: Seconds = 5
/** A maximum speed must be kept for this number of ticks: a single one may be a fault of the receiver. */
const sustained = 3

const added = (to: Counters, part: Partial<Counters>): Counters => ({
  distance: to.distance + (part.distance ?? 0),
  underWay: to.underWay + (part.underWay ?? 0),
  unknown: to.unknown + (part.unknown ?? 0),
  engine: to.engine + (part.engine ?? 0),
  maximumSpeed: Math.max(to.maximumSpeed, part.maximumSpeed ?? 0),
})

const whole = (value: number): number => Math.round(value)
const hundredths = (value: number): number => Number(value.toFixed(2))

/** The counters as people read them. */
export const figuresOf = ({ distance, underWay, unknown, engine, maximumSpeed }: Counters): TripFigures => ({
  distance: whole(distance),
  underWay: whole(underWay),
  unknown: whole(unknown),
  engine: whole(engine),
  averageSpeed: underWay < 1 ? null : hundredths(distance / underWay),
  maximumSpeed: maximumSpeed === 0 ? null : hundredths(maximumSpeed),
})

/**
 * Measures what happens from tick to tick. Distance is the speed over ground times the time; without a speed it is the
 * distance between two positions, unless that is a jump. It reads no clock.
 */
export class TripMeter {
  readonly #fastest: MetresPerSecond
  #isUnderWay: boolean
  /** When the boat became faster or slower than the other state allows. */
  #changingSince: Seconds | undefined
  #tickedAt: Seconds | undefined
  #lastPlace: { readonly position: Position; readonly at: Seconds } | undefined
  #recentSpeeds: readonly MetresPerSecond[] = []

  /** @param fastest the boat is never faster: a higher speed is a fault, and so is a position that needs one */
  constructor(fastest: MetresPerSecond, isUnderWay: boolean) {
    this.#fastest = fastest
    this.#isUnderWay = isUnderWay
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /** What is added to the counters by the time since the last tick. */
  tick(motion: Motion, now: Seconds): (to: Counters) => Counters {
    const passed = this.#tickedAt === undefined ? 0 : now - this.#tickedAt
    this.#tickedAt = now
    const speed = this.#speedOf(motion, now)
    if (passed > longestTick) {
      this.#changingSince = undefined
      return (to) => added(to, this.#isUnderWay ? { unknown: passed } : {})
    }
    this.#noteState(speed, motion.isAnchored, now)
    const part = this.#partOf(speed, passed)
    const engine = motion.isEngineRunning ? passed : 0
    return (to) => added(to, { ...part, engine })
  }

  #partOf(speed: MetresPerSecond | undefined, passed: Seconds): Partial<Counters> {
    this.#recentSpeeds = speed === undefined ? [] : [...this.#recentSpeeds, speed].slice(-sustained)
    if (!this.#isUnderWay) return {}
    if (speed === undefined) return { unknown: passed }
    const kept = this.#recentSpeeds.length < sustained ? 0 : Math.min(...this.#recentSpeeds)
    return { underWay: passed, distance: speed * passed, maximumSpeed: kept }
  }

  /** By the receiver, or else from the last position to this one; undefined when it is unknown or impossible. */
  #speedOf({ speed, position }: Motion, now: Seconds): MetresPerSecond | undefined {
    const made = this.#speedBetween(position, now)
    const shown = speed ?? made
    return shown !== undefined && shown >= 0 && shown <= this.#fastest ? shown : undefined
  }

  #speedBetween(position: Position | undefined, now: Seconds): MetresPerSecond | undefined {
    const before = this.#lastPlace
    if (position === before?.position) return undefined
    this.#lastPlace = position && { position, at: now }
    if (position === undefined || before === undefined) return undefined
    return distanceBetween(before.position, position) / Math.max(now - before.at, 0.1)
  }

  #noteState(speed: MetresPerSecond | undefined, isAnchored: boolean, now: Seconds): void {
    if (isAnchored) {
      this.#isUnderWay = false
      this.#changingSince = undefined
      return
    }
    // While the speed is unknown nothing changes.
    if (speed === undefined) return
    const isChanging = this.#isUnderWay ? speed < stopping : speed >= starting
    if (!isChanging) {
      this.#changingSince = undefined
      return
    }
    this.#changingSince ??= now
    if (now - this.#changingSince < (this.#isUnderWay ? stopsAfter : startsAfter)) return
    this.#isUnderWay = !this.#isUnderWay
    this.#changingSince = undefined
  }
}

/** The counters after a time in which nothing was measured. */
export const withUnknown = (counters: Counters, seconds: Seconds): Counters =>
  added(counters, { unknown: seconds })
