import type { BoatMessage, Tariff } from '@marinedata/uplink-protocol'
import type { Usage } from '../usage.ts'
import type { Link } from './link.ts'

/** A gateway has nothing to say that is more than this in a second. */
const messagesPerSecond = 500

/** Counts what goes over a link. */
export class Meter {
  readonly #usage: Usage
  readonly #link: Link
  #counted = 0
  #second = 0
  #messages = 0

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

  /** Counts a message of the gateway. True when there are too many. */
  isFlood(): boolean {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== this.#second) this.#messages = 0
    this.#second = second
    return ++this.#messages > messagesPerSecond
  }

  message(): BoatMessage {
    const { budgetBytes: budget, today } = this.#usage
    return { type: 'usage', sent: { ...today.bytes }, ...(budget !== undefined && { budget }) }
  }
}
