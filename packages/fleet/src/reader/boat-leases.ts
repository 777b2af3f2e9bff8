import type { VesselToken } from '#subjects.ts'

/** A boat that is asked for often gets one request in this time. It lasts three times as long. */
const everyMs = 10_000
const mostBoats = 10_000

/** Asks boats for their latest values more often while someone looks at them. */
export class BoatLeases {
  readonly #ask: (token: VesselToken) => void
  readonly #now: () => number
  readonly #askedAt = new Map<VesselToken, number>()

  /** @param now milliseconds of a monotonic clock */
  constructor(ask: (token: VesselToken) => void, now: () => number = () => performance.now()) {
    this.#ask = ask
    this.#now = now
  }

  /** Someone looks at the boat now. */
  looked(token: VesselToken): void {
    const now = this.#now()
    if (now - (this.#askedAt.get(token) ?? Number.NEGATIVE_INFINITY) < everyMs) return
    if (this.#askedAt.size >= mostBoats) this.#askedAt.clear()
    this.#askedAt.set(token, now)
    this.#ask(token)
  }
}
