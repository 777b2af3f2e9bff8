import type { Boat, Position } from '@marinedata/plugin-api'
import type { Traffic } from '../traffic/traffic.ts'
import type { Seconds } from '../units.ts'
import { update } from './own-values.ts'
import { Rhythm } from './rhythm.ts'

/** Of real time, however fast the simulated one runs. */
const everyMs = 1_000

/** The receiver for AIS: once a second, what was heard within it comes together. */
export class Radio {
  readonly #boat: Boat
  readonly #traffic: Traffic
  readonly #rhythm = new Rhythm(everyMs)
  #unheard: Seconds = 0

  constructor(boat: Boat, traffic: Traffic) {
    this.#boat = boat
    this.#traffic = traffic
  }

  /** @param own where the boat is */
  listen(passed: Seconds, own: Position): void {
    this.#unheard += passed
    if (!this.#rhythm.isDue(performance.now())) return
    const reports = this.#traffic.step(this.#unheard, own)
    this.#unheard = 0
    for (const { context, values } of reports)
      this.#boat.publishDelta({ context, updates: [update('ais', values)] })
  }
}
