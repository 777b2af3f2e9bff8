import type { Boat, Delta, Position } from '@marinedata/plugin-api'
import type { Traffic } from '../traffic/traffic.ts'
import type { Seconds } from '../units.ts'
import { takenBack, update } from './own-values.ts'
import { Rhythm } from './rhythm.ts'

/** Of real time, however fast the simulated one runs. */
const everyMs = 1_000

const isPlaced = ({ values = [] }: Delta['updates'][number]): boolean =>
  values.some(({ path }) => path === 'navigation.position')

/** The receiver for AIS: once a second, what was heard within it comes together. */
export class Radio {
  readonly #boat: Boat
  readonly #traffic: Traffic
  readonly #rhythm = new Rhythm(everyMs)
  readonly #heard = new Map<string, Delta['updates'][number]>()
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
    for (const { context, values } of reports) {
      const told = update('ais', values)
      // Whoever has no position is not there, whatever else was told.
      if (isPlaced(told)) this.#heard.set(context, told)
      this.#boat.publishDelta({ context, updates: [told] })
    }
  }

  /** Nobody is around any more. */
  takeBack(): void {
    for (const [context, told] of this.#heard)
      this.#boat.publishDelta({ context, updates: takenBack([told]) })
    this.#heard.clear()
  }
}
