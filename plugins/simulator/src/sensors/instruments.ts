import type { Apparent } from '../hull/hull.ts'
import type { Chance } from '../sea/chance.ts'
import type { Truth } from '../simulated-boat.ts'
import type { Metres, MetresPerSecond, Radians, Seconds } from '../units.ts'
import { Compass, type CompassReading } from './compass.ts'
import { Gnss, type GnssReading } from './gnss.ts'
import { sensedWind } from './masthead.ts'

/** What can be lost. */
export type Sensor = 'compass' | 'wind' | 'gps'

/** What the instruments say; undefined from one that is lost. */
export interface Readings {
  readonly compass: CompassReading | undefined
  readonly wind: Apparent | undefined
  readonly gps: GnssReading | undefined
  readonly speedThroughWater: MetresPerSecond
  readonly depth: Metres
  readonly rudder: Radians
  /** Of the compass from true north, positive to the east. */
  readonly variation: Radians
}

/** Of the speed. */
const logNoise = 0.02
/** Metres. */
const sounderNoise = 0.05

/** Everything aboard that measures. */
export class Instruments {
  readonly lost = new Set<Sensor>()
  readonly #noise: number
  readonly #variation: Radians
  readonly #compass: Compass
  readonly #gnss: Gnss
  readonly #masthead: Chance
  readonly #log: Chance
  readonly #sounder: Chance

  /** @param noise 0 for none, 1 for what is usual */
  constructor(noise: number, variation: Radians, chance: Chance) {
    this.#noise = noise
    this.#variation = variation
    this.#compass = new Compass(noise, variation, chance.branch('compass'))
    this.#gnss = new Gnss(noise, chance.branch('gnss'))
    this.#masthead = chance.branch('masthead')
    this.#log = chance.branch('log')
    this.#sounder = chance.branch('sounder')
  }

  /** The boat was put elsewhere: nothing of before lingers. */
  reset(): void {
    this.#compass.reset()
    this.#gnss.reset()
  }

  sense(dt: Seconds, truth: Truth): Readings {
    // All of them sense, lost or not, so that a fault changes no chance.
    const compass = this.#compass.sense(dt, truth)
    const wind = sensedWind(truth.apparentWind, this.#noise, this.#masthead)
    const gps = this.#gnss.sense(dt, truth)
    return {
      compass: this.lost.has('compass') ? undefined : compass,
      wind: this.lost.has('wind') ? undefined : wind,
      gps: this.lost.has('gps') ? undefined : gps,
      speedThroughWater: truth.speedThroughWater * (1 + this.#noise * logNoise * this.#log.normal()),
      depth: truth.depth + this.#noise * sounderNoise * this.#sounder.normal(),
      rudder: truth.rudder,
      variation: this.#variation,
    }
  }
}
