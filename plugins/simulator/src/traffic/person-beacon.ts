import type { Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import { degrees, nauticalMiles, type Seconds } from '../units.ts'
import { vectorOf } from '../vector.ts'
import { contextOf, motionOf, type AisReport } from './ais-report.ts'

const mmsi = '972123456'
const activeFor: Seconds = 300
/** A beacon sends eight messages a minute. */
const interval: Seconds = 7.5
const away = nauticalMiles(0.3)
const drift = 0.4
const direction = degrees(225)

/** The active MOB beacon of a person in the water, for five minutes. */
export class PersonBeacon {
  readonly #place: Position
  #time: Seconds = 0
  #sentAt: Seconds = -Infinity

  /** @param own position of the boat when the beacon is activated */
  constructor(own: Position) {
    this.#place = moved(own, vectorOf(direction, away))
  }

  get isOver(): boolean {
    return this.#time > activeFor
  }

  /** Advances time. Returns the reports. */
  step(dt: Seconds): AisReport[] {
    this.#time += dt
    if (this.isOver || this.#time - this.#sentAt < interval) return []
    this.#sentAt = this.#time
    const position = moved(this.#place, vectorOf(direction, drift * this.#time))
    return [
      {
        context: contextOf('sar', mmsi),
        values: {
          mmsi,
          name: 'MOB',
          'navigation.state': 'ais-sart',
          ...motionOf(position, direction, drift),
        },
      },
    ]
  }
}
