import type { Clock } from '#clock.ts'

/** The work of a round: takes what waits at the first step, then makes one delivery a step. */
export type RoundWork = () => Iterator<void>

const pacing = {
  /** Under load the changes of at least so long share a frame… */
  leastWindowMs: 5,
  /** …and of longer for a larger audience, because writing to a socket is what costs. */
  windowPerDeliveryMs: 0.1,
  crowdWindowMs: 20,
  /** The window follows the work, too, so that delivering leaves most of the core to everything else. */
  windowPerWork: 3,
  longestWindowMs: 60,
  sliceMs: 5,
  /** So many long rounds on end are more than a hiccup. */
  overloadedRounds: 3,
  overloadedAboveMs: 100,
  relievedBelowMs: 40,
}

const windowAfter = (deliveries: number, workMs: number): number => {
  const crowd = Math.min(deliveries * pacing.windowPerDeliveryMs, pacing.crowdWindowMs)
  return Math.min(
    Math.max(pacing.leastWindowMs, crowd, workMs * pacing.windowPerWork),
    pacing.longestWindowMs,
  )
}

/**
 * When rounds happen. A lone change leaves at once; under load the changes of some milliseconds go out together. A long
 * round is cut into slices, so that what comes in never waits for what goes out.
 */
export class Rounds {
  readonly #clock: Clock
  readonly #work: RoundWork
  #number = 0
  #isRunning = false
  #isScheduled = false
  #isRequested = false
  #startedAt = 0
  #workMs = 0
  #nextAt = 0
  #deliveries = 0
  #longRounds = 0

  constructor(clock: Clock, work: RoundWork) {
    this.#clock = clock
    this.#work = work
  }

  /** The round under way, or the last one. */
  get number(): number {
    return this.#number
  }

  /** More deliveries are wanted than can be made: send latest values, not every value. */
  get isOverloaded(): boolean {
    return this.#longRounds >= pacing.overloadedRounds
  }

  /** Something waits. */
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
    const roundMs = now - this.#startedAt
    if (roundMs > pacing.overloadedAboveMs) this.#longRounds++
    else if (roundMs < pacing.relievedBelowMs) this.#longRounds = 0
    this.#nextAt = now + windowAfter(this.#deliveries, this.#workMs)
    this.#isRunning = false
    if (this.#isRequested) this.request()
  }
}
