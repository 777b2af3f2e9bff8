import { degrees, wrapFull, type MetresPerSecond, type Radians, type Seconds } from '../units.ts'
import type { Random } from './random.ts'
import { Wandering } from './wandering.ts'

/** The wind over the water. */
export interface Wind {
  /** Direction it comes from, from true north. */
  readonly direction: Radians
  readonly speed: MetresPerSecond
}

/** A wind with gusts within minutes and shifts within an hour. */
export class TrueWind {
  readonly #shift: Wandering
  readonly #swing: Wandering
  readonly #weather: Wandering
  readonly #gust: Wandering
  #mean: Wind
  #wind: Wind

  /** @param gusts 0 for a steady wind, 1 for a gusty wind */
  constructor(mean: Wind, gusts: number, random: Random) {
    const wandering = (name: string, memory: Seconds, deviation: number): Wandering =>
      new Wandering(random.branch(name), memory, gusts * deviation)
    this.#mean = mean
    this.#wind = mean
    this.#shift = wandering('shift', 3_600, degrees(15))
    this.#swing = wandering('swing', 60, degrees(7))
    this.#weather = wandering('weather', 5_400, 0.25)
    this.#gust = wandering('gust', 25, 0.22)
  }

  get wind(): Wind {
    return this.#wind
  }

  /** Sets a new mean and resets the gusts. */
  set(mean: Partial<Wind>): void {
    this.#mean = { ...this.#mean, ...mean }
    this.#wind = this.#mean
    for (const part of [this.#shift, this.#swing, this.#weather, this.#gust]) part.reset()
  }

  step(dt: Seconds): void {
    const { direction, speed } = this.#mean
    const factor = (1 + this.#weather.step(dt)) * (1 + this.#gust.step(dt))
    this.#wind = {
      direction: wrapFull(direction + this.#shift.step(dt) + this.#swing.step(dt)),
      speed: Math.max(0, speed * factor),
    }
  }
}
