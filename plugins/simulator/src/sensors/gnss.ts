import type { Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import type { Chance } from '../sea/chance.ts'
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
  /** True. */
  readonly course: Radians
  readonly speed: MetresPerSecond
}

/** How far off a receiver is in one direction: it wanders within the minute and within the hour. */
class Axis {
  readonly #minute: Wandering
  readonly #hour: Wandering
  readonly #chance: Chance
  readonly #noise: number

  constructor(noise: number, chance: Chance) {
    this.#minute = new Wandering(chance.branch('minute'), 75, noise * 1)
    this.#hour = new Wandering(chance.branch('hour'), 5_400, noise * 1.5)
    this.#chance = chance
    this.#noise = noise
  }

  offset(dt: Seconds): number {
    return this.#minute.step(dt) + this.#hour.step(dt) + this.#noise * jitter * this.#chance.normal()
  }

  speed(): number {
    return this.#noise * speedNoise * this.#chance.normal()
  }
}

/** A receiver of satellites: metres off, and slowly so. */
export class Gnss {
  readonly #north: Axis
  readonly #east: Axis
  #velocity: Vector | undefined

  constructor(noise: number, chance: Chance) {
    this.#north = new Axis(noise, chance.branch('north'))
    this.#east = new Axis(noise, chance.branch('east'))
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
