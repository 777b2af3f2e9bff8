import type { HistoryClock } from '#interface.ts'

/** Milliseconds. The program answers other messages between two slices. */
const sliceMs = 40

/** Divides long work into slices: `if (slices.isOver()) yield undefined`. */
export class Slices {
  readonly #clock: HistoryClock
  #end = Number.NEGATIVE_INFINITY

  constructor(clock: HistoryClock) {
    this.#clock = clock
    this.restart()
  }

  /** Call it after a pause. */
  restart(): void {
    this.#end = this.#clock.mono() + sliceMs
  }

  /** Whether to pause. After true, the next slice begins at the next call. */
  isOver(): boolean {
    if (this.#end === Number.NEGATIVE_INFINITY) this.restart()
    if (this.#clock.mono() < this.#end) return false
    this.#end = Number.NEGATIVE_INFINITY
    return true
  }
}
