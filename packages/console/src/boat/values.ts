import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { selfContext, type SentDelta } from '@marinedata/model'
import type { Reading } from './reading.ts'

type Update = SentDelta['updates'][number]
type Told = NonNullable<Update['values']>[number]

/** Turns the boat's time stamps into this page's clock, whatever either calendar says. */
export interface BoatTime {
  /** When a moment of the boat's calendar was, on the clock of `performance.now()`. */
  heardAt(timestamp: string): number
}

const nextReading = (
  before: Reading | undefined,
  told: Told,
  heard: Omit<Reading, 'staleAfterMs' | 'value' | 'isStale'>,
): Reading => {
  if (told.stale !== true)
    return { ...heard, value: told.value, isStale: false, staleAfterMs: before?.staleAfterMs }
  // The same value again, marked: it was heard when it was first told.
  const heardAt = before?.heardAt ?? heard.heardAt
  return {
    value: told.value,
    source: heard.source,
    heardAt,
    isStale: true,
    staleAfterMs: before?.staleAfterMs,
  }
}

/** The latest of every path of the own vessel that a screen follows. */
export class Values {
  readonly #readings = new Map<string, Signal<Reading | undefined>>()
  readonly #time: BoatTime

  constructor(time: BoatTime) {
    this.#time = time
  }

  /** What is known at a path; changes as the boat speaks. */
  of(path: string): ReadonlySignal<Reading | undefined> {
    return this.#signalOf(path)
  }

  /** Every path heard of so far. */
  get paths(): readonly string[] {
    return [...this.#readings].flatMap(([path, { value }]) => (value === undefined ? [] : [path]))
  }

  /** Knows again what was known on an earlier visit, as old as it is. */
  recall(path: string, reading: Reading): void {
    this.#signalOf(path).value = reading
  }

  /** Takes what the stream says of the own vessel; `now` is when it came. */
  take({ context, updates }: SentDelta, now: number): void {
    if (context !== selfContext) return
    batch(() => {
      for (const update of updates) for (const told of update.values ?? []) this.#note(update, told, now)
    })
  }

  #note({ $source: source = '', timestamp }: Update, told: Told, now: number): void {
    const reading = this.#signalOf(told.path)
    const heardAt = Math.min(this.#time.heardAt(timestamp), now)
    const next = nextReading(reading.peek(), told, { source, heardAt })
    reading.value =
      next.isStale && reading.peek()?.isStale === false
        ? { ...next, staleAfterMs: Math.max(now - next.heardAt, 0) }
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
