import type { Clock } from '#clock.ts'

/** The work of a round: takes what waits at the first step, then makes one delivery a step. */
export type RoundWork = () => Iterator<void>

const pacing = {
  /** Under load the changes of at least so long share a frame. */
  leastWindowMs: 5,
  longestWindowMs: 50,
  /** The window follows the work, so that delivering leaves most of the core to everything else. */
  windowPerWork: 3,
  sliceMs: 5,
  overloadedAboveMs: 100,
  relievedBelowMs: 40,
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
  #isOverloaded = false

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
    return this.#isOverloaded
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
    this.#slice(this.#work(), this.#startedAt)
  }

  #slice(deliveries: Iterator<void>, sliceStart: number): void {
    for (let made = 1; deliveries.next().done !== true; made++) {
      if (made % 32 === 0 && this.#clock.now() - sliceStart >= pacing.sliceMs) {
        this.#pauseSlice(deliveries, sliceStart)
        return
      }
    }
    this.#end(sliceStart)
  }

  #pauseSlice(deliveries: Iterator<void>, sliceStart: number): void {
    const now = this.#clock.now()
    this.#workMs += now - sliceStart
    if (now - this.#startedAt > pacing.overloadedAboveMs) this.#isOverloaded = true
    this.#clock.soon(() => this.#slice(deliveries, this.#clock.now()))
  }

  #end(sliceStart: number): void {
    const now = this.#clock.now()
    this.#workMs += now - sliceStart
    const roundMs = now - this.#startedAt
    if (roundMs > pacing.overloadedAboveMs) this.#isOverloaded = true
    else if (roundMs < pacing.relievedBelowMs) this.#isOverloaded = false
    const window = Math.min(
      Math.max(pacing.leastWindowMs, this.#workMs * pacing.windowPerWork),
      pacing.longestWindowMs,
    )
    this.#nextAt = now + window
    this.#isRunning = false
    if (this.#isRequested) this.request()
  }
}
