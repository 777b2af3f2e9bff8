import { signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { ageOf } from '#boat/values.ts'
import { memberOf, splitPath } from './boat-paths.ts'
import { RecentValues, sampleMs } from './recent-values.ts'

/** Values that are recorded at the same time. */
const mostWatched = 48

/** Records the last minutes of values for graphs, also while another screen is open. */
class Recorder implements Disposable {
  readonly recent = new RecentValues()
  readonly #boat: Boat
  readonly #sampledAt = signal(performance.now())
  readonly #subscriptions = new Map<string, Disposable>()
  readonly #timer: ReturnType<typeof setInterval>

  constructor(boat: Boat) {
    this.#boat = boat
    this.#timer = setInterval(() => this.#sample(), sampleMs)
  }

  /** The time of the last sample, on the clock of `performance.now()`. */
  get sampledAt(): ReadonlySignal<number> {
    return this.#sampledAt
  }

  /** Records these paths from now on. Beyond the limit, the paths that were watched first are no longer recorded. */
  watch(paths: Iterable<string>): void {
    for (const path of paths) {
      if (this.#subscriptions.has(path)) continue
      this.#subscriptions.set(path, this.#boat.follow({ paths: [splitPath(path)[0]] }))
      for (const [first, subscription] of this.#subscriptions) {
        if (this.#subscriptions.size <= mostWatched) break
        subscription[Symbol.dispose]()
        this.#subscriptions.delete(first)
      }
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    for (const subscription of this.#subscriptions.values()) subscription[Symbol.dispose]()
    this.#subscriptions.clear()
  }

  #sample(): void {
    const now = performance.now()
    const { values, link } = this.#boat
    for (const path of this.#subscriptions.keys()) {
      const [whole, member] = splitPath(path)
      const reading = values.of(whole).peek()
      const value = memberOf(reading?.value, member)
      const isFresh = ageOf(reading, now, link.isLost.peek()) === 'fresh'
      this.recent.add(path, isFresh && typeof value === 'number' ? value : undefined, now)
    }
    this.#sampledAt.value = now
  }
}

const recorderByBoat = new WeakMap<Boat, Recorder>()

/** The recorder of this page. It runs from the first instrument page until the page is closed. */
export const recorderOf = (boat: Boat): Recorder => {
  const recorder = recorderByBoat.get(boat) ?? new Recorder(boat)
  recorderByBoat.set(boat, recorder)
  return recorder
}
