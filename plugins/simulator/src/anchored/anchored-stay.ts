import type { Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import type { Wind } from '../sea/true-wind.ts'
import type { Metres, MetresPerSecond, Seconds } from '../units.ts'
import { vectorOf, type Vector } from '../vector.ts'
import { AnchoredNight, type NightReadings } from './anchored-night.ts'
import { goodReception, type Reception } from './anchored-receiver.ts'
import type { Chain } from './rode.ts'

/** Where the anchor lies, and whether it holds. */
export interface Anchorage {
  readonly depth: Metres
  /** How much of it is out. */
  readonly rode: Metres
  /** When it lets go, from the beginning, and how fast it then comes home. */
  readonly drag?: { readonly after: Seconds; readonly speed: MetresPerSecond }
}

export interface StaySettings {
  readonly seed: number
  /** Of the anchor. */
  readonly position: Position
  readonly trueWind: Wind
  readonly gusts: number
  /** Of the receiver: 0 for none, 1 for what is usual. */
  readonly noise: number
  readonly anchorage: Anchorage
}

/** A yacht of 12 m with its antenna at the stern rail, on a chain of 10 mm. */
export const yacht = { length: 12, bowHeight: 1.2, fromBow: 9 } as const
const chainWeight = 19.6

/** Time passes in steps that are always the same, however it is handed out. */
const stepSize: Seconds = 0.2
/** What sums of steps may be off by. */
const tolerance: Seconds = 1e-9
/** The boat has lain there for a while when it begins: it has found its place behind the anchor. */
const settled: Seconds = 600

/** How good the receiver is. */
export const receptionOf = (noise: number): Reception => ({
  ...goodReception,
  minutes: noise * goodReception.minutes,
  hours: noise * goodReception.hours,
  outliers: noise * goodReception.outliers,
})

const nightOf = ({ anchorage, trueWind, noise, ...settings }: StaySettings): AnchoredNight => {
  const { depth, rode, drag } = anchorage
  const chain: Chain = { length: rode, height: depth + yacht.bowHeight, weight: chainWeight }
  return new AnchoredNight({
    ...settings,
    depth,
    chain,
    wind: trueWind,
    fromBow: yacht.fromBow,
    reception: receptionOf(noise),
    outages: [],
    bow: vectorOf(trueWind.direction + Math.PI, chain.length - chain.height),
    astern: 0,
    ...(drag && { drag: { at: settled + drag.after, speed: drag.speed } }),
  })
}

/** A boat that lies at anchor, for as long as anyone watches. The same settings make the same stay, always. */
export class AnchoredStay {
  readonly #night: AnchoredNight
  readonly #anchorage: Position
  /** Time that has passed and was too short for a step. */
  #owed: Seconds = 0
  #readings: NightReadings

  constructor(settings: StaySettings) {
    this.#night = nightOf(settings)
    this.#anchorage = settings.position
    this.#readings = this.#night.step(stepSize)
    this.step(settled - stepSize)
  }

  get readings(): NightReadings {
    return this.#readings
  }

  /** Where the bow is, whatever the receiver says. */
  get position(): Position {
    return moved(this.#anchorage, this.#night.truth.bow)
  }

  /** Of the boat, whatever the receiver says. */
  get overGround(): Vector {
    return this.#night.truth.overGround
  }

  /** How far the anchor has come. */
  get dragged(): Metres {
    return this.#night.truth.dragged
  }

  /** Lets time pass; gives whether the instruments have anything new to say. */
  step(seconds: Seconds): boolean {
    this.#owed += seconds
    if (this.#owed < stepSize - tolerance) return false
    while (this.#owed >= stepSize - tolerance) {
      this.#owed -= stepSize
      this.#readings = this.#night.step(stepSize)
    }
    return true
  }
}
