import type { DeltaStream } from '@marinedata/client'
import { selfContext, type SubscriptionRequest, type SentDelta } from '@marinedata/model'
import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals'

/** The state of one path: its value, source and age. */
export interface Reading {
  /** `null`: the source reports it as unknown. */
  readonly value: unknown
  readonly source: string
  /** On the clock of `performance.now()`. */
  readonly receivedAt: number
  /** Decided by the server, so that all screens agree. */
  readonly isStale: boolean
  /** Time without an update after which the server marked it stale; undefined if it never did. */
  readonly staleAfterMs: number | undefined
}

/** `dead` is shown as dashes, `stale` struck through with its age. */
export type Age = 'fresh' | 'stale' | 'dead'

const leastStaleMs = 2_000
const deadAfterMs = 60_000

/** Age of a reading. A missing value is never zero, and an old one is never live. */
export const ageOf = (reading: Reading | undefined, now: number, isLinkLost = false): Age => {
  if (reading === undefined || reading.value === null) return 'dead'
  if (!reading.isStale) return isLinkLost ? 'stale' : 'fresh'
  const limitMs = Math.min(5 * (reading.staleAfterMs ?? leastStaleMs), deadAfterMs)
  return now - reading.receivedAt > limitMs ? 'dead' : 'stale'
}

export const numberIn = (reading: Reading | undefined): number | undefined =>
  typeof reading?.value === 'number' ? reading.value : undefined

export const textIn = (reading: Reading | undefined): string | undefined =>
  typeof reading?.value === 'string' ? reading.value : undefined

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** A complete position, or undefined. */
export const placeIn = (reading: Reading | undefined): Place | undefined => {
  const value = reading?.value
  if (typeof value !== 'object' || value === null) return undefined
  const { latitude, longitude } = value as Partial<Place>
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
}

export interface Subscription {
  /** Own ship when absent. */
  readonly context?: string
  readonly paths: readonly string[]
  /** Minimum time between two values, in milliseconds. */
  readonly minPeriod?: number
  /** Whether to send the value of each source or only the preferred source's. */
  readonly sources?: SubscriptionRequest['sources']
}

/** Counts the subscriptions of all screens: sends each one once, and unsubscribes when the last user is gone. */
export class Subscriptions {
  readonly #stream: Pick<DeltaStream, 'subscribe' | 'unsubscribe'>
  readonly #followers = new Map<string, number>()

  constructor(stream: Pick<DeltaStream, 'subscribe' | 'unsubscribe'>) {
    this.#stream = stream
  }

  follow({ context = selfContext, paths, minPeriod, sources }: Subscription): Disposable {
    const added = paths.filter((path) => this.#add(`${context} ${path}`))
    const manner = {
      ...(minPeriod !== undefined && { minPeriod }),
      ...(sources !== undefined && { sources }),
    }
    if (added.length > 0)
      this.#stream.subscribe({ context, subscribe: added.map((path) => ({ path, ...manner })) })
    let isFollowing = true
    return {
      [Symbol.dispose]: () => {
        if (!isFollowing) return
        isFollowing = false
        const left = paths.filter((path) => this.#remove(`${context} ${path}`))
        if (left.length > 0)
          this.#stream.unsubscribe({ context, unsubscribe: left.map((path) => ({ path })) })
      },
    }
  }

  /** Whether this is the first user of the subscription. */
  #add(key: string): boolean {
    const count = this.#followers.get(key) ?? 0
    this.#followers.set(key, count + 1)
    return count === 0
  }

  /** Whether this was the last user of the subscription. */
  #remove(key: string): boolean {
    const count = (this.#followers.get(key) ?? 1) - 1
    if (count > 0) this.#followers.set(key, count)
    else this.#followers.delete(key)
    return count === 0
  }
}

type Update = SentDelta['updates'][number]
type PathValue = NonNullable<Update['values']>[number]

/** Converts timestamps of the server to the clock of this page, even if a calendar is wrong. */
interface BoatTime {
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

/** The latest reading of every subscribed path of one vessel. */
export class Values {
  readonly #readings = new Map<string, Signal<Reading | undefined>>()
  readonly #time: BoatTime
  readonly #context: string

  /** @param context the vessel; own ship when absent */
  constructor(time: BoatTime, context: string = selfContext) {
    this.#time = time
    this.#context = context
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

  /** Applies a delta received at `now`. Ignores deltas of other vessels. */
  take({ context, updates }: SentDelta, now: number): void {
    if (context !== this.#context) return
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
