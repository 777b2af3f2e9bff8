import type { Clock } from '../../../plugins/uplink/src/clock.ts'

interface Timer {
  readonly at: number
  readonly work: () => void
}

/** A clock that a trial moves. Timers run when it passes them, in their order. */
export class SimulatedTime implements Clock {
  readonly #timers = new Set<Timer>()
  #now: number

  constructor(now: number) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  advanceTo(time: number): void {
    for (let timer = this.#next(); timer !== undefined && timer.at <= time; timer = this.#next()) {
      this.#timers.delete(timer)
      this.#now = Math.max(this.#now, timer.at)
      timer.work()
    }
    this.#now = time
  }

  #next(): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timers) if (next === undefined || timer.at < next.at) next = timer
    return next
  }
}
