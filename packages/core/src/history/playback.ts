import {
  ContextPattern,
  MarineDataError,
  PathPattern,
  playbackRates,
  selfContext,
  type HistoryQuestion,
  type SubscribeMessage,
  type UnsubscribeMessage,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { parseTime } from './history-query.ts'

export interface PlaybackOptions {
  readonly clock: Clock
  /** The recorded changes, in their order. */
  readonly play: (question: HistoryQuestion, signal: AbortSignal) => AsyncIterable<readonly unknown[]>
  /** Sends deltas as JSON. */
  readonly send: (deltas: readonly string[]) => void
  /** Whether the reader is too far behind to be sent more. */
  readonly isBehind: () => boolean
  /** The full context of own ship. */
  readonly self: string
  /** ISO 8601. */
  readonly startTime: string
  readonly rate: number
}

export interface PlaybackControl {
  readonly rate?: number
  readonly paused?: boolean
  /** ISO 8601. */
  readonly seek?: string
}

/** A recorded change. The provider is not trusted: only its form is checked. */
interface PlayedChange {
  readonly context: string
  readonly path: string
  readonly source: string
  readonly at: number
  readonly value?: unknown
  readonly isStale?: true
}

interface PlayedSubscription {
  readonly context: ContextPattern
  readonly path: PathPattern
}

const limits = {
  /** Longest wait without looking at the clock again. */
  waitMs: 100,
  /** Changes that are due are sent together. */
  changesPerSend: 500,
  subscriptions: 512,
} as const

const isChange = (row: unknown): row is PlayedChange => {
  if (typeof row !== 'object' || row === null) return false
  const { context, path, source, at } = row as Partial<Record<keyof PlayedChange, unknown>>
  return (
    [context, path, source].every((text) => typeof text === 'string') &&
    typeof at === 'number' &&
    Number.isFinite(new Date(at).getTime())
  )
}

const deltaOf = (changes: readonly PlayedChange[]): string => {
  const [{ context, source, at } = { context: '', source: '', at: 0 }] = changes
  const values = changes.map(({ path, value = null, isStale }) => ({
    path,
    value,
    ...(isStale === true && { stale: true }),
  }))
  const timestamp = new Date(at).toISOString()
  return JSON.stringify({ context, updates: [{ $source: source, timestamp, values }] })
}

const isSameUpdate = (one: PlayedChange | undefined, other: PlayedChange): boolean =>
  one?.context === other.context && one.source === other.source && one.at === other.at

/** Deltas in the order of the changes. Neighbours of the same context, source and time share one. */
const deltasOf = (changes: readonly PlayedChange[]): string[] => {
  const groups: PlayedChange[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last !== undefined && isSameUpdate(last[0], change)) last.push(change)
    else groups.push([change])
  }
  return groups.map(deltaOf)
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Plays recorded changes at a pace. It reads the history and sends to one client: nothing else sees it. */
export class Playback implements Disposable {
  readonly #options: PlaybackOptions
  readonly #subscriptionByName = new Map<string, PlayedSubscription>()
  readonly #ended = new AbortController()
  #reading = new AbortController()
  /** The played time, Unix milliseconds, at the monotonic time `#setAt`. */
  #base: number
  /** Undefined until it runs: the time that a connection takes to open must not be skipped. */
  #setAt: number | undefined
  #rate: number
  #isPaused = false
  #sent = 0

  constructor(options: PlaybackOptions) {
    this.#options = options
    this.#base = parseTime('startTime', options.startTime)
    this.#rate = options.rate
  }

  /** The played time, Unix milliseconds. */
  get time(): number {
    if (this.#isPaused || this.#setAt === undefined) return this.#base
    return this.#base + (this.#options.clock.now() - this.#setAt) * this.#rate
  }

  /** Number of sent changes. */
  get sent(): number {
    return this.#sent
  }

  subscribe({ context = selfContext, subscribe }: Pick<SubscribeMessage, 'context' | 'subscribe'>): void {
    if (this.#subscriptionByName.size + subscribe.length > limits.subscriptions)
      throw new MarineDataError('too-many-requests', `At most ${limits.subscriptions} subscriptions`)
    for (const { path } of subscribe) {
      const parsed = { context: ContextPattern.parse(context), path: PathPattern.parse(path) }
      if (parsed.context === undefined || parsed.path === undefined)
        throw new MarineDataError('invalid-message', `"${path}" of "${context}" is not a pattern`)
      this.#subscriptionByName.set(`${context} ${path}`, { context: parsed.context, path: parsed.path })
    }
    this.#restart(this.time)
  }

  unsubscribe({
    context = selfContext,
    unsubscribe,
  }: Pick<UnsubscribeMessage, 'context' | 'unsubscribe'>): void {
    for (const { path } of unsubscribe) this.#subscriptionByName.delete(`${context} ${path}`)
  }

  /** @throws MarineDataError `invalid-query` when the time to seek is not a date-time */
  control({ rate = this.#rate, paused = this.#isPaused, seek }: PlaybackControl): void {
    const time = seek === undefined ? this.time : parseTime('seek', seek)
    const hasOtherTier = tierOf(rate) !== tierOf(this.#rate)
    this.#setTime(time)
    this.#rate = rate
    this.#isPaused = paused
    if (seek !== undefined || hasOtherTier) this.#restart(time)
  }

  /**
   * Plays until it is disposed of. At the end of the recording it waits.
   * @throws MarineDataError when the provider fails
   */
  async run(): Promise<void> {
    this.#setAt = this.#options.clock.now()
    while (!this.#ended.signal.aborted) {
      const reading = this.#reading
      await this.#playFrom(this.#base, reading.signal)
      await aborted(reading.signal)
    }
  }

  [Symbol.dispose](): void {
    this.#ended.abort()
    this.#reading.abort()
  }

  #setTime(time: number): void {
    this.#base = time
    if (this.#setAt !== undefined) this.#setAt = this.#options.clock.now()
  }

  /** Reads again from this time on. */
  #restart(time: number): void {
    this.#setTime(time)
    this.#reading.abort()
    this.#reading = new AbortController()
  }

  async #playFrom(from: number, signal: AbortSignal): Promise<void> {
    if (this.#subscriptionByName.size === 0) return
    const question: HistoryQuestion = {
      ask: 'play',
      from: Math.round(from),
      tier: tierOf(this.#rate),
      ...(this.#isOnlySelf && { context: selfContext }),
    }
    try {
      for await (const rows of this.#options.play(question, signal))
        if (!(await this.#playRows(rows.filter(isChange), signal))) return
    } catch (error) {
      // A seek ends the reading, and with it the question.
      if (!signal.aborted) throw error
    }
  }

  /** Sends the rows when they are due; returns false if the reading ended. */
  async #playRows(rows: readonly PlayedChange[], signal: AbortSignal): Promise<boolean> {
    let due: PlayedChange[] = []
    for (const change of rows) {
      if (due.length > 0 && (change.at > this.time || due.length >= limits.changesPerSend)) {
        this.#send(due)
        due = []
      }
      while (!signal.aborted && (change.at > this.time || this.#options.isBehind()))
        await this.#wait(Math.min(limits.waitMs, this.#msUntil(change.at)))
      if (signal.aborted) return false
      due.push(change)
    }
    this.#send(due)
    return true
  }

  #msUntil(time: number): number {
    return this.#isPaused ? limits.waitMs : Math.max(1, (time - this.time) / this.#rate)
  }

  #send(changes: readonly PlayedChange[]): void {
    const wanted = changes.filter((change) => this.#isSubscribed(change))
    if (wanted.length === 0) return
    this.#sent += wanted.length
    this.#options.send(deltasOf(wanted))
  }

  get #isOnlySelf(): boolean {
    return [...this.#subscriptionByName.values()].every(({ context }) => context.text === selfContext)
  }

  #isSubscribed({ context: text, path }: PlayedChange): boolean {
    const isSelf = text === selfContext
    const name = isSelf ? this.#options.self : text
    const dot = name.indexOf('.')
    const context = { map: name.slice(0, dot), identifier: name.slice(dot + 1), isSelf }
    const patterned = { text: path, segments: path.split('.') }
    for (const subscription of this.#subscriptionByName.values())
      if (subscription.context.matches(context) && subscription.path.matches(patterned)) return true
    return false
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.after(ms, resolve))
  }
}

const tierOf = (rate: number): 'full' | 'minute' => (rate > playbackRates.minutesAbove ? 'minute' : 'full')
