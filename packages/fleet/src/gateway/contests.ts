import type { VesselToken } from '#subjects.ts'

const windowMs = 60_000
const mostInWindow = 3
const mostBoats = 10_000

/**
 * Counts how often a boat has taken the place of a connection that still answered. A boat that comes back has ended its
 * older connection itself, so two boats use one key: a card was copied, or the key was stolen.
 */
export class Contests {
  readonly #now: () => number
  readonly #timesByBoat = new Map<VesselToken, number[]>()

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now
  }

  add(vessel: VesselToken): void {
    if (this.#timesByBoat.size >= mostBoats) this.#timesByBoat.clear()
    this.#timesByBoat.set(vessel, [...this.#recent(vessel), this.#now()].slice(-mostInWindow - 1))
  }

  /** More than three times in the last minute. */
  isContested(vessel: VesselToken): boolean {
    const recent = this.#recent(vessel)
    if (recent.length === 0) this.#timesByBoat.delete(vessel)
    return recent.length > mostInWindow
  }

  #recent(vessel: VesselToken): number[] {
    const since = this.#now() - windowMs
    return (this.#timesByBoat.get(vessel) ?? []).filter((time) => time > since)
  }
}
