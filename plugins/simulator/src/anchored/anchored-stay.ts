import type { Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import type { Wind } from '../sea/true-wind.ts'
import type { Metres, MetresPerSecond, Seconds } from '../units.ts'
import { vectorOf, type Vector } from '../vector.ts'
import { AnchoredNight, type NightReadings } from './anchored-night.ts'
import { goodReception, type Reception } from './anchored-receiver.ts'
import type { Chain } from './rode.ts'

/** The anchor, and whether it holds. */
export interface Anchorage {
  readonly depth: Metres
  /** Length of the rode that is out. */
  readonly rode: Metres
  /** When the anchor starts to drag, and how fast. */
  readonly drag?: { readonly after: Seconds; readonly speed: MetresPerSecond }
}

export interface StaySettings {
  readonly seed: number
  /** Position of the anchor. */
  readonly position: Position
  readonly trueWind: Wind
  readonly gusts: number
  /** Noise of the receiver: 0 for none, 1 for normal. */
  readonly noise: number
  readonly anchorage: Anchorage
}

/** A yacht of 12 m with its antenna at the stern rail, on a chain of 10 mm. */
export const yacht = { length: 12, bowHeight: 1.2, fromBow: 9 } as const
const chainWeight = 19.6

/** Time passes in equal steps, however it is split. */
const stepSize: Seconds = 0.2
/** Rounding error of sums of steps. */
const tolerance: Seconds = 1e-9
/** Simulated before the start, so that the boat has settled behind the anchor. */
const settled: Seconds = 600

/** The quality of the receiver. */
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

/** A boat at anchor without an end. The same settings always give the same stay. */
export class AnchoredStay {
  readonly #night: AnchoredNight
  readonly #anchorage: Position
  /** Elapsed time that was too short for a step. */
  #remainder: Seconds = 0
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

  /** True position of the bow. */
  get position(): Position {
    return moved(this.#anchorage, this.#night.truth.bow)
  }

  /** True position of the boat. */
  get overGround(): Vector {
    return this.#night.truth.overGround
  }

  /** How far the anchor has dragged. */
  get dragged(): Metres {
    return this.#night.truth.dragged
  }

  /** Advances time. Returns whether the instruments have new values. */
  step(seconds: Seconds): boolean {
    this.#remainder += seconds
    if (this.#remainder < stepSize - tolerance) return false
    while (this.#remainder >= stepSize - tolerance) {
      this.#remainder -= stepSize
      this.#readings = this.#night.step(stepSize)
    }
    return true
  }
}
