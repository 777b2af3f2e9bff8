import type { Boat, Delta, Position } from '@marinedata/plugin-api'
import type { Traffic } from '../traffic/traffic.ts'
import type { Seconds } from '../units.ts'
import { withNullValues, update } from './own-values.ts'
import { Rhythm } from './rhythm.ts'

/** In real time, at any speed of the simulation. */
const everyMs = 1_000

const isPlaced = ({ values = [] }: Delta['updates'][number]): boolean =>
  values.some(({ path }) => path === 'navigation.position')

/** The AIS receiver: publishes once a second what it received. */
export class Radio {
  readonly #boat: Boat
  readonly #traffic: Traffic
  readonly #rhythm = new Rhythm(everyMs)
  readonly #lastByContext = new Map<string, Delta['updates'][number]>()
  #unheard: Seconds = 0

  constructor(boat: Boat, traffic: Traffic) {
    this.#boat = boat
    this.#traffic = traffic
  }

  /** @param own position of the boat */
  listen(passed: Seconds, own: Position): void {
    this.#unheard += passed
    if (!this.#rhythm.isDue(performance.now())) return
    const reports = this.#traffic.step(this.#unheard, own)
    this.#unheard = 0
    for (const { context, values } of reports) {
      const sent = update('ais', values)
      // A vessel without a position does not exist any more; a null position suffices.
      if (isPlaced(sent)) this.#lastByContext.set(context, sent)
      this.#boat.publishDelta({ context, updates: [sent] })
    }
  }

  /** Activates the beacon of a person in the water near this place. */
  activateBeacon(own: Position): void {
    this.#traffic.activateBeacon(own)
  }

  /** Removes all vessels. */
  takeBack(): void {
    for (const [context, sent] of this.#lastByContext)
      this.#boat.publishDelta({ context, updates: withNullValues([sent]) })
    this.#lastByContext.clear()
  }
}
