import type { Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import { Chance } from '../sea/chance.ts'
import type { Wind } from '../sea/true-wind.ts'
import { degrees, wrapFull, type Metres, type MetresPerSecond, type Radians, type Seconds } from '../units.ts'
import { lengthOf, sum, vectorOf } from '../vector.ts'
import { AnchoredBoat, type AnchoredBoatSettings, type AnchoredTruth } from './anchored-boat.ts'
import { AnchoredReceiver, type Outage, type Reception } from './anchored-receiver.ts'

export interface NightSettings extends AnchoredBoatSettings {
  readonly seed: number
  /** Where the anchor falls. */
  readonly position: Position
  readonly depth: Metres
  /** How far the antenna is behind the bow. */
  readonly fromBow: Metres
  readonly reception: Reception
  readonly outages: readonly Outage[]
}

/** What the instruments say. */
export interface NightReadings {
  /** Undefined while nothing is received. */
  readonly position: Position | undefined
  readonly speedOverGround: MetresPerSecond
  /** True. */
  readonly heading: Radians
  readonly wind: Wind
  readonly depth: Metres
}

const headingNoise: Radians = degrees(0.5)
const vaneNoise: Radians = degrees(2.5)
/** Of the speed. */
const cupNoise = 0.03
const sounderNoise: Metres = 0.1
const speedNoise: MetresPerSecond = 0.03

/** A night at anchor and what is heard of it. The same settings make the same night, always. */
export class AnchoredNight {
  readonly #settings: NightSettings
  readonly #boat: AnchoredBoat
  readonly #receiver: AnchoredReceiver
  readonly #chance: Chance

  constructor(settings: NightSettings) {
    const chance = new Chance(settings.seed)
    this.#settings = settings
    this.#boat = new AnchoredBoat(settings, chance.branch('boat'))
    this.#receiver = new AnchoredReceiver(settings.reception, settings.outages, chance.branch('gnss'))
    this.#chance = chance.branch('instruments')
  }

  get truth(): AnchoredTruth {
    return this.#boat.truth
  }

  /** Lets so much time pass and reads the instruments. */
  step(dt: Seconds): NightReadings {
    this.#boat.step(dt)
    const { bow, heading, overGround, wind } = this.#boat.truth
    const { position, fromBow, depth } = this.#settings
    const sensed = this.#receiver.sense(dt, sum(bow, vectorOf(heading, -fromBow)))
    const off = (deviation: number): number => deviation * this.#chance.normal()
    return {
      position: sensed && moved(position, sensed),
      speedOverGround: lengthOf(overGround) + this.#chance.between(0, speedNoise),
      heading: wrapFull(heading + off(headingNoise)),
      wind: {
        direction: wrapFull(wind.direction + off(vaneNoise)),
        speed: Math.max(0, wind.speed * (1 + off(cupNoise))),
      },
      depth: depth + this.#chance.between(-sounderNoise, sounderNoise),
    }
  }
}
