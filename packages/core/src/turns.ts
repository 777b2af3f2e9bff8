import type { Clock } from './clock.ts'
import { MarineDataError } from '@marinedata/model'

const limits = { waiting: 8, waitMs: 2_000 }

/** A turn at one device. */
export interface Turn extends Disposable {
  /** Aborted when the turn is cut short. */
  readonly signal: AbortSignal
}

interface Waiting {
  readonly begin: () => void
  readonly giveUp: (reason: string) => void
}

/** One command after the other; whoever clears the way goes at once, and everyone else is sent home. */
export class Turns {
  readonly #clock: Clock
  readonly #waiting = new Set<Waiting>()
  #present: AbortController | undefined
  #clearances = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @throws MarineDataError `busy` when too many wait, or for too long, or the way was cleared */
  async take(): Promise<Turn> {
    if (this.#present === undefined && this.#clearances === 0) return this.#begin()
    if (this.#waiting.size >= limits.waiting)
      throw new MarineDataError('busy', `${limits.waiting} commands wait already`)
    const { promise, resolve, reject } = Promise.withResolvers<Turn>()
    const waiting: Waiting = {
      begin: () => resolve(this.#begin()),
      giveUp: (reason) => {
        // At once: whoever has given up must not be called any more.
        this.#waiting.delete(waiting)
        reject(new MarineDataError('busy', reason))
      },
    }
    this.#waiting.add(waiting)
    using _deadline = this.#clock.after(limits.waitMs, () =>
      waiting.giveUp(`Another command takes longer than ${limits.waitMs / 1000} s`),
    )
    return await promise
  }

  /** Goes at once: what runs is cut short, what waits is refused, and nobody else begins before the end. */
  clear(reason: string): Disposable {
    this.#clearances++
    this.#present?.abort()
    for (const { giveUp } of this.#waiting) giveUp(reason)
    return {
      [Symbol.dispose]: () => {
        this.#clearances--
        this.#next()
      },
    }
  }

  #begin(): Turn {
    const present = new AbortController()
    this.#present = present
    return {
      signal: present.signal,
      [Symbol.dispose]: () => {
        if (this.#present === present) this.#present = undefined
        this.#next()
      },
    }
  }

  #next(): void {
    if (this.#present !== undefined || this.#clearances > 0) return
    const [first] = this.#waiting
    if (first === undefined) return
    this.#waiting.delete(first)
    first.begin()
  }
}
