import { busLimits, MarineDataError } from '@marinedata/model'
import type { HeardMessage } from './bus-ports.ts'

/** Limits what one bus may report in a second: it is passed on to up to 16 users. A real wire stays far below. */
export class HeardBudget {
  #startedAt = Number.NEGATIVE_INFINITY
  #messages = 0
  #characters = 0

  /** @throws MarineDataError `too-many-requests` */
  take(messages: readonly HeardMessage[], now: number): void {
    if (now - this.#startedAt >= 1_000) {
      this.#startedAt = now
      this.#messages = 0
      this.#characters = 0
    }
    this.#messages += messages.length
    for (const message of messages) this.#characters += message[5].length
    const { heardPerSecond, heardCharactersPerSecond } = busLimits
    if (this.#messages > heardPerSecond || this.#characters > heardCharactersPerSecond)
      throw new MarineDataError(
        'too-many-requests',
        `A bus reports at most ${heardPerSecond} messages and ${heardCharactersPerSecond} characters of payload a second`,
      )
  }
}
