import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { selfContext, type SentDelta } from '@marinedata/model'
import type { Reading } from './reading.ts'

type Update = SentDelta['updates'][number]
type PathValue = NonNullable<Update['values']>[number]

/** Converts timestamps of the server to the clock of this page, even if a calendar is wrong. */
export interface BoatTime {
  /** The moment of a timestamp on the clock of `performance.now()`. */
  receivedAt(timestamp: string): number
}

const nextReading = (
  before: Reading | undefined,
  pathValue: PathValue,
  received: Omit<Reading, 'staleAfterMs' | 'value' | 'isStale'>,
): Reading => {
  if (pathValue.stale !== true)
    return { ...received, value: pathValue.value, isStale: false, staleAfterMs: before?.staleAfterMs }
  // The same value, now marked stale: its age counts from when it was first received.
  const receivedAt = before?.receivedAt ?? received.receivedAt
  return {
    value: pathValue.value,
    source: received.source,
    receivedAt,
    isStale: true,
    staleAfterMs: before?.staleAfterMs,
  }
}

/** The latest reading of every subscribed path of the own vessel. */
export class Values {
  readonly #readings = new Map<string, Signal<Reading | undefined>>()
  readonly #time: BoatTime

  constructor(time: BoatTime) {
    this.#time = time
  }

  /** The reading at a path, as a signal. */
  of(path: string): ReadonlySignal<Reading | undefined> {
    return this.#signalOf(path)
  }

  /** All paths received so far. */
  get paths(): readonly string[] {
    return [...this.#readings].flatMap(([path, { value }]) => (value === undefined ? [] : [path]))
  }

  /** Restores a reading of an earlier visit with its original age. */
  recall(path: string, reading: Reading): void {
    this.#signalOf(path).value = reading
  }

  /** Applies a delta of the own vessel received at `now`. */
  take({ context, updates }: SentDelta, now: number): void {
    if (context !== selfContext) return
    batch(() => {
      for (const update of updates)
        for (const pathValue of update.values ?? []) this.#note(update, pathValue, now)
    })
  }

  #note({ $source: source = '', timestamp }: Update, pathValue: PathValue, now: number): void {
    const reading = this.#signalOf(pathValue.path)
    const receivedAt = Math.min(this.#time.receivedAt(timestamp), now)
    const next = nextReading(reading.peek(), pathValue, { source, receivedAt })
    reading.value =
      next.isStale && reading.peek()?.isStale === false
        ? { ...next, staleAfterMs: Math.max(now - next.receivedAt, 0) }
        : next
  }

  #signalOf(path: string): Signal<Reading | undefined> {
    const known = this.#readings.get(path)
    if (known !== undefined) return known
    const made = signal<Reading | undefined>(undefined)
    this.#readings.set(path, made)
    return made
  }
}
