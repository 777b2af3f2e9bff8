import { isOfTunnel, type BoatMessage, type Tariff } from '@marinedata/uplink-protocol'
import type { Usage } from '../usage.ts'
import { FloodGuard } from './flood-guard.ts'
import type { Link } from './link.ts'

/** Counts what goes over a link. */
export class Meter {
  readonly #usage: Usage
  readonly #link: Link
  readonly #floods = new FloodGuard()
  #counted = 0

  constructor(usage: Usage, link: Link) {
    this.#usage = usage
    this.#link = link
  }

  /** Adds the bytes since the last call to the usage of today. */
  count(tariff: Tariff): void {
    const { bytes } = this.#link
    this.#usage.add(tariff, bytes - this.#counted)
    this.#counted = bytes
  }

  /** Counts a message or frame of the gateway. True when there are too many of its kind. */
  isFlood(received: string | Uint8Array): boolean {
    const kind = typeof received !== 'string' && isOfTunnel(received) ? 'tunnel' : 'message'
    return this.#floods.isFlood(kind, performance.now())
  }

  message(): BoatMessage {
    const { budgetBytes: budget, today } = this.#usage
    return { type: 'usage', sent: { ...today.bytes }, ...(budget !== undefined && { budget }) }
  }
}
