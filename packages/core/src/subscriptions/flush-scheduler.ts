import type { Clock } from '#clock.ts'

/** The work of one flush: the first step takes the pending fragments, each further step makes one delivery. */
export type FlushWork = () => Iterator<void>

const pacing = {
  /** Under load, changes within at least this window share a frame… */
  minWindowMs: 5,
  /** …and within a longer window for more deliveries, because socket writes are the main cost. */
  windowPerDeliveryMs: 0.1,
  crowdWindowMs: 20,
  /** The window also grows with the work, so that delivery leaves most of the CPU core to other tasks. */
  windowPerWork: 3,
  maxWindowMs: 60,
  sliceMs: 5,
  /** This many consecutive long flushes mean overload rather than a short stall. */
  overloadedFlushes: 3,
  overloadedAboveMs: 100,
  relievedBelowMs: 40,
}

const windowAfter = (deliveries: number, workMs: number): number => {
  const crowd = Math.min(deliveries * pacing.windowPerDeliveryMs, pacing.crowdWindowMs)
  return Math.min(Math.max(pacing.minWindowMs, crowd, workMs * pacing.windowPerWork), pacing.maxWindowMs)
}

/**
 * Schedules flushes. A single change is sent immediately; under load, changes within a few milliseconds are sent
 * together. A long flush is split into slices, so that incoming data never waits for outgoing data.
 */
export class FlushScheduler {
  readonly #clock: Clock
  readonly #work: FlushWork
  #number = 0
  #isRunning = false
  #isScheduled = false
  #isRequested = false
  #startedAt = 0
  #workMs = 0
  #nextAt = 0
  #deliveries = 0
  #longFlushes = 0

  constructor(clock: Clock, work: FlushWork) {
    this.#clock = clock
    this.#work = work
  }

  /** Number of the current or last flush. */
  get number(): number {
    return this.#number
  }

  /** Flushes take too long: conflate values. */
  get isOverloaded(): boolean {
    return this.#longFlushes >= pacing.overloadedFlushes
  }

  /** Requests a flush. */
  request(): void {
    this.#isRequested = true
    if (this.#isRunning || this.#isScheduled) return
    this.#isScheduled = true
    const delay = this.#nextAt - this.#clock.now()
    if (delay <= 0) this.#clock.soon(this.#begin)
    else this.#clock.after(delay, this.#begin)
  }

  readonly #begin = (): void => {
    this.#isScheduled = false
    this.#isRequested = false
    this.#isRunning = true
    this.#number++
    this.#startedAt = this.#clock.now()
    this.#workMs = 0
    this.#deliveries = 0
    this.#slice(this.#work(), this.#startedAt)
  }

  #slice(deliveries: Iterator<void>, sliceStart: number): void {
    while (deliveries.next().done !== true) {
      if (++this.#deliveries % 32 === 0 && this.#clock.now() - sliceStart >= pacing.sliceMs) {
        this.#pauseSlice(deliveries, sliceStart)
        return
      }
    }
    this.#end(sliceStart)
  }

  #pauseSlice(deliveries: Iterator<void>, sliceStart: number): void {
    const now = this.#clock.now()
    this.#workMs += now - sliceStart
    this.#clock.soon(() => this.#slice(deliveries, this.#clock.now()))
  }

  #end(sliceStart: number): void {
    const now = this.#clock.now()
    this.#workMs += now - sliceStart
    const flushMs = now - this.#startedAt
    if (flushMs > pacing.overloadedAboveMs) this.#longFlushes++
    else if (flushMs < pacing.relievedBelowMs) this.#longFlushes = 0
    this.#nextAt = now + windowAfter(this.#deliveries, this.#workMs)
    this.#isRunning = false
    if (this.#isRequested) this.request()
  }
}
