import { turnBetween, radians } from '@marinedata/model'
import { degrees, type MetresPerSecond, type Radians, type Seconds } from '#water/units.ts'
import { MeanDirection, type Mean } from './mean-direction.ts'

const meanOver: Seconds = 300
const within: Seconds = 1_800
const worthTelling: Radians = degrees(45)
/** Below this speed the wind direction is meaningless. */
const airs: MetresPerSecond = 2

export interface Shift {
  readonly from: Radians
  readonly to: Radians
}

/** Detects a shift of the mean wind within half an hour, which turns the boat. */
export class WindShift {
  readonly #mean = new MeanDirection(meanOver)
  #past: { readonly at: Seconds; readonly direction: Radians }[] = []

  add(direction: Radians, speed: MetresPerSecond, now: Seconds): void {
    if (speed < airs) return
    this.#mean.add(direction, now)
    if (now - (this.#past.at(-1)?.at ?? -meanOver) < meanOver) return
    const mean = this.#mean.mean(now)
    this.#past = this.#past.filter(({ at }) => now - at <= within)
    // The first mean also covers five minutes, so that a gust does not count.
    if (mean !== undefined && mean.span >= meanOver / 2)
      this.#past.push({ at: now, direction: mean.direction })
  }

  mean(now: Seconds): Mean | undefined {
    return this.#mean.mean(now)
  }

  /** The largest shift of the last half hour, when it is worth reporting. */
  shift(now: Seconds): Shift | undefined {
    const to = this.mean(now)?.direction
    if (to === undefined) return undefined
    let widest: Shift | undefined
    for (const { at, direction: from } of this.#past)
      if (now - at <= within && Math.abs(turnBetween(from, to)) > widthOf(widest)) widest = { from, to }
    return widest
  }
}

const widthOf = (shift: Shift | undefined): Radians =>
  shift === undefined ? worthTelling : radians(Math.abs(turnBetween(shift.from, shift.to)))
