import type { Apparent } from '../hull/hull.ts'
import type { Random } from '../sea/random.ts'
import type { Truth } from '../simulated-boat.ts'
import type { Metres, MetresPerSecond, Radians, Seconds } from '../units.ts'
import { Compass, type CompassReading } from './compass.ts'
import { Gnss, type GnssReading } from './gnss.ts'
import { sensedWind } from './masthead.ts'

/** Instruments that can be lost. */
export type Sensor = 'compass' | 'wind' | 'gps'

/** What the instruments show; undefined for a lost one. */
export interface Readings {
  readonly compass: CompassReading | undefined
  readonly wind: Apparent | undefined
  readonly gps: GnssReading | undefined
  readonly speedThroughWater: MetresPerSecond
  readonly depth: Metres
  readonly rudder: Radians
  /** Variation from true north, positive to the east. */
  readonly variation: Radians
}

/** A share of the speed. */
const logNoise = 0.02
/** Metres. */
const sounderNoise = 0.05

/** All instruments. */
export class Instruments {
  readonly lost = new Set<Sensor>()
  readonly #noise: number
  readonly #variation: Radians
  readonly #compass: Compass
  readonly #gnss: Gnss
  readonly #masthead: Random
  readonly #log: Random
  readonly #sounder: Random

  /** @param noise 0 for none, 1 for normal */
  constructor(noise: number, variation: Radians, random: Random) {
    this.#noise = noise
    this.#variation = variation
    this.#compass = new Compass(noise, variation, random.branch('compass'))
    this.#gnss = new Gnss(noise, random.branch('gnss'))
    this.#masthead = random.branch('masthead')
    this.#log = random.branch('log')
    this.#sounder = random.branch('sounder')
  }

  /** The boat was placed elsewhere: resets all filters. */
  reset(): void {
    this.#compass.reset()
    this.#gnss.reset()
  }

  sense(dt: Seconds, truth: Truth): Readings {
    // All instruments are computed, lost or not, so that a fault does not change the random numbers of others.
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
