import type { HistoryValuesAnswer } from '@marinedata/model'
import { signal, type ReadonlySignal } from '@preact/signals'
import { askHistory } from '#boat/ask-history.ts'
import type { Boat } from '#boat/boat.ts'
import { ageOf } from '#boat/values.ts'
import { memberOf, splitPath } from '#units/boat-paths.ts'
import { heldSamples, recentMinutes, RecentValues, sampleMs, type Sample } from './recent-values.ts'

/** Values that are recorded at the same time. */
const mostWatched = 48

/** Paths of one question for history. */
const pathsPerQuestion = 16
/** Seconds between recorded samples; less than what would be a gap. */
const recordedStep = '5'

const samplesOf = (data: HistoryValuesAnswer['data'], at: readonly number[], column: number): Sample[] =>
  data.map((row, index) => {
    const value = row[column]
    return { at: at[index] ?? 0, value: typeof value === 'number' ? value : undefined }
  })

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

  /**
   * Reads the recorded values of the last minutes, so that graphs do not start empty. One question at a time; without a recorder
   * they start empty.
   */
  async #readRecorded(paths: readonly string[]): Promise<void> {
    for (let first = 0; first < paths.length; first += pathsPerQuestion) {
      const asked = paths.slice(first, first + pathsPerQuestion)
      // The recorder stores the numbers of an object under separate paths.
      const query = {
        paths: asked.map((path) => path.replace(':', '.')).join(),
        duration: String(recentMinutes * 60),
        resolution: recordedStep,
      }
      const answer = await askHistory(this.#boat, 'values', { query }).catch(() => undefined)
      if (answer === undefined) return
      const at = answer.data.map(([timestamp]) => this.#boat.receivedAt(timestamp))
      for (const [index, path] of asked.entries())
        this.recent.putBefore(path, heldSamples(samplesOf(answer.data, at, index + 1)))
    }
  }

  /** Records these paths from now on. Beyond the limit, the paths that were watched first are no longer recorded. */
  watch(paths: Iterable<string>): void {
    const added: string[] = []
    for (const path of paths) {
      if (this.#subscriptions.has(path)) continue
      added.push(path)
      this.#subscriptions.set(path, this.#boat.follow({ paths: [splitPath(path)[0]] }))
      for (const [first, subscription] of this.#subscriptions) {
        if (this.#subscriptions.size <= mostWatched) break
        subscription[Symbol.dispose]()
        this.#subscriptions.delete(first)
      }
    }
    if (added.length > 0) void this.#readRecorded(added)
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
