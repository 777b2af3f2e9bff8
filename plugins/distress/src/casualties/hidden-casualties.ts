import { severityOf, type Condition } from '@marinedata/model'
import { distressRoot, methodOf } from './casualty.ts'
import { nextEpisode, type AlertChange } from './change.ts'
import type { RaisedState } from './rules.ts'

const forgottenAfterMs = 1_800_000
const maxHidden = 256
export const morePath = `${distressRoot}.more`

interface Hidden {
  readonly state: RaisedState
  readonly heardAt: number
}

/** Casualties without an alert of their own, because there are too many. One alert has their number. */
export class HiddenCasualties {
  readonly #byMmsi = new Map<string, Hidden>()
  #episode = 0
  #shown: string | undefined

  add(mmsi: string, state: RaisedState, now: number): void {
    const known = this.#byMmsi.get(mmsi)
    const isNew = known === undefined || severityOf(state) > severityOf(known.state)
    if (isNew && severityOf(state) >= severityOf('alarm')) this.#episode = nextEpisode(now, this.#episode)
    this.#byMmsi.delete(mmsi)
    this.#byMmsi.set(mmsi, { state, heardAt: now })
    const [oldest] = this.#byMmsi.keys()
    if (this.#byMmsi.size > maxHidden && oldest !== undefined) this.#byMmsi.delete(oldest)
  }

  remove(mmsi: string): void {
    this.#byMmsi.delete(mmsi)
  }

  get size(): number {
    return this.#byMmsi.size
  }

  forgetSilent(now: number): void {
    for (const [mmsi, { heardAt }] of this.#byMmsi)
      if (now - heardAt >= forgottenAfterMs) this.#byMmsi.delete(mmsi)
  }

  /** The change of the alert since the last call. */
  change(): AlertChange[] {
    const condition = this.#condition()
    const shown = JSON.stringify(condition)
    if (shown === this.#shown) return []
    this.#shown = shown
    return [{ path: morePath, condition }]
  }

  #condition(): Condition | undefined {
    if (this.#byMmsi.size === 0) return undefined
    const states = [...this.#byMmsi.values()].map(({ state }) => state)
    const state = states.reduce((worst, one) => (severityOf(one) > severityOf(worst) ? one : worst))
    const message = `${states.length} more distress signals, which are not listed`
    return { state, method: methodOf(state), message, episode: this.#episode, endable: true }
  }
}
