import type { Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import type { Random } from '../sea/random.ts'
import { Wandering } from '../sea/wandering.ts'
import type { Truth } from '../simulated-boat.ts'
import type { MetresPerSecond, Radians, Seconds } from '../units.ts'
import { directionOf, lengthOf, type Vector } from '../vector.ts'

const lag: Seconds = 0.5
/** Metres. */
const jitter = 0.3
/** Metres per second. */
const speedNoise = 0.03

export interface GnssReading {
  readonly position: Position
  /** True course. */
  readonly course: Radians
  readonly speed: MetresPerSecond
}

/** Error of a receiver in one direction: wanders within minutes and within hours. */
class Axis {
  readonly #minute: Wandering
  readonly #hour: Wandering
  readonly #random: Random
  readonly #noise: number

  constructor(noise: number, random: Random) {
    this.#minute = new Wandering(random.branch('minute'), 75, noise * 1)
    this.#hour = new Wandering(random.branch('hour'), 5_400, noise * 1.5)
    this.#random = random
    this.#noise = noise
  }

  offset(dt: Seconds): number {
    return this.#minute.step(dt) + this.#hour.step(dt) + this.#noise * jitter * this.#random.normal()
  }

  speed(): number {
    return this.#noise * speedNoise * this.#random.normal()
  }
}

/** A satellite receiver with slow errors of metres. */
export class Gnss {
  readonly #north: Axis
  readonly #east: Axis
  #velocity: Vector | undefined

  constructor(noise: number, random: Random) {
    this.#north = new Axis(noise, random.branch('north'))
    this.#east = new Axis(noise, random.branch('east'))
  }

  reset(): void {
    this.#velocity = undefined
  }

  sense(dt: Seconds, { position, overGround }: Truth): GnssReading {
    const share = 1 - Math.exp(-dt / lag)
    const { north, east } = this.#velocity ?? overGround
    this.#velocity = {
      north: north + (overGround.north - north) * share,
      east: east + (overGround.east - east) * share,
    }
    const felt = {
      north: this.#velocity.north + this.#north.speed(),
      east: this.#velocity.east + this.#east.speed(),
    }
    return {
      position: moved(position, { north: this.#north.offset(dt), east: this.#east.offset(dt) }),
      course: directionOf(felt),
      speed: lengthOf(felt),
    }
  }
}
