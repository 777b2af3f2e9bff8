import type { Chance } from '../sea/chance.ts'
import { Wandering } from '../sea/wandering.ts'
import type { Metres, Seconds } from '../units.ts'
import { vectorOf, type Vector } from '../vector.ts'

/** How good a receiver of satellites is, where it stands. */
export interface Reception {
  /** Metres that it wanders by within a minute or so, in each direction. */
  readonly minutes: Metres
  /** Metres that it wanders by within hours. */
  readonly hours: Metres
  /** How often in an hour it is far off for some seconds. */
  readonly outliers: number
  /** What it says of itself. */
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

/** From when to when nothing is received. */
export interface Outage {
  readonly from: Seconds
  readonly to: Seconds
}

const jitter: Metres = 0.3
/** What takes hours to wander need not be looked at every second. */
const slowlyEvery: Seconds = 10
const nowhere: Vector = { north: 0, east: 0 }

class Axis {
  readonly #chance: Chance
  readonly #minutes: Wandering
  readonly #hours: Wandering
  #unheeded: Seconds = 0

  constructor({ minutes, hours }: Reception, chance: Chance) {
    this.#chance = chance
    this.#minutes = new Wandering(chance.branch('minutes'), 75, minutes)
    this.#hours = new Wandering(chance.branch('hours'), 5_400, hours)
    this.step(Infinity)
  }

  step(dt: Seconds): Metres {
    this.#unheeded += dt
    if (this.#unheeded >= slowlyEvery) {
      this.#hours.step(this.#unheeded)
      this.#unheeded = 0
    }
    return this.#minutes.step(dt) + this.#hours.value + jitter * this.#chance.normal()
  }
}

/** A receiver through a whole night: metres off and slowly so, sometimes far off, sometimes silent. */
export class AnchoredReceiver {
  readonly #chance: Chance
  readonly #north: Axis
  readonly #east: Axis
  readonly #outages: readonly Outage[]
  readonly #outliers: number
  #outlier: { readonly until: Seconds; readonly offset: Vector } = { until: 0, offset: nowhere }
  #time: Seconds = 0

  constructor(reception: Reception, outages: readonly Outage[], chance: Chance) {
    this.#chance = chance.branch('outliers')
    this.#north = new Axis(reception, chance.branch('north'))
    this.#east = new Axis(reception, chance.branch('east'))
    this.#outages = outages
    this.#outliers = reception.outliers
  }

  /** Gives where it believes to be, or undefined while it receives nothing. */
  sense(dt: Seconds, antenna: Vector): Vector | undefined {
    this.#time += dt
    const [north, east] = [this.#north.step(dt), this.#east.step(dt)]
    const offset = this.#outlying(dt)
    if (this.#outages.some(({ from, to }) => this.#time >= from && this.#time < to)) return undefined
    return { north: antenna.north + north + offset.north, east: antenna.east + east + offset.east }
  }

  #outlying(dt: Seconds): Vector {
    if (this.#chance.even() < (this.#outliers * dt) / 3_600)
      this.#outlier = {
        until: this.#time + this.#chance.between(1, 15),
        offset: vectorOf(this.#chance.between(0, 2 * Math.PI), this.#chance.between(15, 75)),
      }
    return this.#time < this.#outlier.until ? this.#outlier.offset : nowhere
  }
}
