import type { Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import { Random } from '../sea/random.ts'
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
  /** Distance of the antenna behind the bow. */
  readonly fromBow: Metres
  readonly reception: Reception
  readonly outages: readonly Outage[]
}

/** What the instruments show. */
export interface NightReadings {
  /** Undefined during an outage. */
  readonly position: Position | undefined
  readonly speedOverGround: MetresPerSecond
  /** True heading. */
  readonly heading: Radians
  readonly wind: Wind
  readonly depth: Metres
}

const headingNoise: Radians = degrees(0.5)
const vaneNoise: Radians = degrees(2.5)
/** A share of the speed. */
const cupNoise = 0.03
const sounderNoise: Metres = 0.1
const speedNoise: MetresPerSecond = 0.03

/** A night at anchor as its instruments show it. The same settings always give the same night. */
export class AnchoredNight {
  readonly #settings: NightSettings
  readonly #boat: AnchoredBoat
  readonly #receiver: AnchoredReceiver
  readonly #random: Random

  constructor(settings: NightSettings) {
    const random = new Random(settings.seed)
    this.#settings = settings
    this.#boat = new AnchoredBoat(settings, random.branch('boat'))
    this.#receiver = new AnchoredReceiver(settings.reception, settings.outages, random.branch('gnss'))
    this.#random = random.branch('instruments')
  }

  get truth(): AnchoredTruth {
    return this.#boat.truth
  }

  /** Advances time and reads the instruments. */
  step(dt: Seconds): NightReadings {
    this.#boat.step(dt)
    const { bow, heading, overGround, wind } = this.#boat.truth
    const { position, fromBow, depth } = this.#settings
    const sensed = this.#receiver.sense(dt, sum(bow, vectorOf(heading, -fromBow)))
    const off = (deviation: number): number => deviation * this.#random.normal()
    return {
      position: sensed && moved(position, sensed),
      speedOverGround: lengthOf(overGround) + this.#random.between(0, speedNoise),
      heading: wrapFull(heading + off(headingNoise)),
      wind: {
        direction: wrapFull(wind.direction + off(vaneNoise)),
        speed: Math.max(0, wind.speed * (1 + off(cupNoise))),
      },
      depth: depth + this.#random.between(-sounderNoise, sounderNoise),
    }
  }
}
