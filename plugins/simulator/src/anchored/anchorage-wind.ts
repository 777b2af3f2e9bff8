import type { Random } from '../sea/random.ts'
import { TrueWind, type Wind } from '../sea/true-wind.ts'
import { wrapFull, type Radians, type Seconds } from '../units.ts'

/** A change of the mean wind. */
export interface WindShift {
  readonly at: Seconds
  /** Positive clockwise. */
  readonly by: Radians
  readonly over: Seconds
}

/** Gusts have a time constant of 25 s, so the wind is not computed more often. */
const breathEvery: Seconds = 2

/** The wind of a whole night: gusts and lulls, and occasional shifts. */
export class AnchorageWind {
  readonly #breath: TrueWind
  readonly #shift: WindShift | undefined
  #time: Seconds = 0
  #held: Seconds = 0
  #wind: Wind

  /** @param gusts 0 for a steady wind, 1 for a gusty wind */
  constructor(
    { mean, gusts, shift }: { readonly mean: Wind; readonly gusts: number; readonly shift?: WindShift },
    random: Random,
  ) {
    this.#breath = new TrueWind(mean, gusts, random)
    // The gusts start in a random state.
    this.#breath.step(Infinity)
    this.#shift = shift
    this.#wind = this.#breath.wind
  }

  get wind(): Wind {
    return this.#wind
  }

  step(dt: Seconds): Wind {
    this.#time += dt
    this.#held += dt
    if (this.#held < breathEvery) return this.#wind
    this.#breath.step(this.#held)
    this.#held = 0
    const { direction, speed } = this.#breath.wind
    this.#wind = { direction: wrapFull(direction + this.#turned), speed }
    return this.#wind
  }

  get #turned(): Radians {
    if (this.#shift === undefined) return 0
    const { at, by, over } = this.#shift
    return by * Math.max(0, Math.min(1, (this.#time - at) / over))
  }
}
