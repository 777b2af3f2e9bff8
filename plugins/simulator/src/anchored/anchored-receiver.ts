import type { Random } from '../sea/random.ts'
import { Wandering } from '../sea/wandering.ts'
import type { Metres, Seconds } from '../units.ts'
import { vectorOf, type Vector } from '../vector.ts'

/** The quality of a satellite receiver at its place. */
export interface Reception {
  /** Metres of error within about a minute, in each direction. */
  readonly minutes: Metres
  /** Metres of error within hours. */
  readonly hours: Metres
  /** Outliers per hour. */
  readonly outliers: number
  /** The quality that it reports. */
  readonly horizontalDilution: number
  readonly satellites: number
}

export const goodReception: Reception = {
  minutes: 1,
  hours: 1.5,
  outliers: 0.1,
  horizontalDilution: 0.9,
  satellites: 11,
}
export const poorReception: Reception = {
  minutes: 1.5,
  hours: 3,
  outliers: 0.5,
  horizontalDilution: 1.8,
  satellites: 6,
}

/** Start and end of an outage. */
export interface Outage {
  readonly from: Seconds
  readonly to: Seconds
}

const jitter: Metres = 0.3
/** The slow errors take hours, so they are not computed every second. */
const slowlyEvery: Seconds = 10
const nowhere: Vector = { north: 0, east: 0 }

class Axis {
  readonly #random: Random
  readonly #minutes: Wandering
  readonly #hours: Wandering
  #unheeded: Seconds = 0

  constructor({ minutes, hours }: Reception, random: Random) {
    this.#random = random
    this.#minutes = new Wandering(random.branch('minutes'), 75, minutes)
    this.#hours = new Wandering(random.branch('hours'), 5_400, hours)
    this.step(Infinity)
  }

  step(dt: Seconds): Metres {
    this.#unheeded += dt
    if (this.#unheeded >= slowlyEvery) {
      this.#hours.step(this.#unheeded)
      this.#unheeded = 0
    }
    return this.#minutes.step(dt) + this.#hours.value + jitter * this.#random.normal()
  }
}

/** A receiver during a whole night: slow errors of metres, occasional outliers, occasional outages. */
export class AnchoredReceiver {
  readonly #random: Random
  readonly #north: Axis
  readonly #east: Axis
  readonly #outages: readonly Outage[]
  readonly #outliers: number
  #outlier: { readonly until: Seconds; readonly offset: Vector } = { until: 0, offset: nowhere }
  #time: Seconds = 0

  constructor(reception: Reception, outages: readonly Outage[], random: Random) {
    this.#random = random.branch('outliers')
    this.#north = new Axis(reception, random.branch('north'))
    this.#east = new Axis(reception, random.branch('east'))
    this.#outages = outages
    this.#outliers = reception.outliers
  }

  /** Returns the position that it measures; undefined during an outage. */
  sense(dt: Seconds, antenna: Vector): Vector | undefined {
    this.#time += dt
    const [north, east] = [this.#north.step(dt), this.#east.step(dt)]
    const offset = this.#outlying(dt)
    if (this.#outages.some(({ from, to }) => this.#time >= from && this.#time < to)) return undefined
    return { north: antenna.north + north + offset.north, east: antenna.east + east + offset.east }
  }

  #outlying(dt: Seconds): Vector {
    if (this.#random.even() < (this.#outliers * dt) / 3_600)
      this.#outlier = {
        until: this.#time + this.#random.between(1, 15),
        offset: vectorOf(this.#random.between(0, 2 * Math.PI), this.#random.between(15, 75)),
      }
    return this.#time < this.#outlier.until ? this.#outlier.offset : nowhere
  }
}
