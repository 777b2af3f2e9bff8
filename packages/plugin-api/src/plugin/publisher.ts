import { MarineDataError, type Delta } from '@marinedata/model'
import { RawJson } from '#rpc/raw-json.ts'
import { rpcLimits } from '#protocol/limits.ts'
import type { PublishOptions, Value } from './boat.ts'
import { RefusalWarnings, type NamedRefusal } from './refusal-warnings.ts'
import { BatchQueue } from './batch-queue.ts'

/** Dependencies of the publisher. */
export interface PublisherOptions {
  /** Sends one batch. Resolves with the deltas that the server refused. */
  readonly send: (params: RawJson) => Promise<readonly NamedRefusal[]>
  readonly warn: (message: string) => void
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly later: (run: () => void, ms: number) => void
}

const windowMs = 8
const maxUnanswered = 2
const batch = { items: 256, bytes: 60_000 } as const
const queueLimit = 10_000
/** Upper bound of the bytes around a single delta in its message. */
const envelopeBytes = 128
const dropWarningMs = 1_000

interface Batch {
  readonly first: number
  isAnswered: boolean
}

interface Waiter {
  readonly last: number
  readonly resolve: () => void
}

/**
 * Sends what a plugin publishes, without blocking the caller. Deltas are serialized once and sent in batches: at most
 * one
 * batch every 8 ms and two unanswered. When the queue is full, the oldest deltas are dropped and a warning is logged.
 */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #queue = new BatchQueue(queueLimit)
  readonly #refusals: RefusalWarnings
  /** Deltas are numbered in order; `#sent` is the number of the last one that was sent or dropped. */
  #published = 0
  #sent = 0
  #unanswered: Batch[] = []
  #waiters: Waiter[] = []
  #isScheduled = false
  /** When the next batch may be sent. */
  #dueAt = Number.NEGATIVE_INFINITY
  #dropped = 0
  #dropsLoggedAt = Number.NEGATIVE_INFINITY

  constructor(options: PublisherOptions) {
    this.#options = options
    this.#refusals = new RefusalWarnings(options)
  }

  publish(values: Readonly<Record<string, Value>>, options: PublishOptions): void {
    const { source, context, timestamp = new Date() } = options
    const entries = Object.entries(values)
    if (entries.length === 0) return
    this.publishDelta({
      ...(context !== undefined && { context }),
      updates: [
        {
          ...(source !== undefined && { $source: source }),
          timestamp: typeof timestamp === 'string' ? timestamp : timestamp.toISOString(),
          values: entries.map(([path, value]) => ({ path, value })),
        },
      ],
    })
  }

  /** @throws MarineDataError `too-large` when the delta does not fit into one message */
  publishDelta(delta: Delta): void {
    const text = JSON.stringify(delta)
    const bytes = Buffer.byteLength(text)
    if (bytes + envelopeBytes > rpcLimits.messageBytes)
      throw new MarineDataError(
        'too-large',
        `The delta has ${bytes} bytes; a message may have ${rpcLimits.messageBytes}`,
      )
    this.#published++
    this.#drop(this.#queue.add({ text, bytes }))
    this.#schedule()
  }

  /** Resolves when everything published so far has been answered. */
  async flushed(): Promise<void> {
    const last = this.#published
    if (this.#settled() >= last) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiters.push({ last, resolve })
    await promise
  }

  #drop(count: number): void {
    this.#sent += count
    this.#dropped += count
    const { now, warn } = this.#options
    if (this.#dropped === 0 || now() - this.#dropsLoggedAt < dropWarningMs) return
    warn(`${this.#dropped} deltas dropped: the plugin publishes faster than the server accepts`)
    this.#dropsLoggedAt = now()
    this.#dropped = 0
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.count === 0 || this.#unanswered.length >= maxUnanswered) return
    this.#isScheduled = true
    const waitMs = this.#dueAt - this.#options.now()
    const send = (): void => {
      this.#isScheduled = false
      this.#send()
    }
    // Deltas that are published in the same turn share a batch.
    if (waitMs <= 0) queueMicrotask(send)
    else this.#options.later(send, waitMs)
  }

  #send(): void {
    const { now, send } = this.#options
    const texts = this.#queue.take(batch)
    if (texts.length === 0) return
    const sent: Batch = { first: this.#sent + 1, isAnswered: false }
    this.#sent += texts.length
    this.#unanswered.push(sent)
    // Compensates a late timer, so that the average interval stays at the window.
    const isLate = now() - this.#dueAt < windowMs
    this.#dueAt = (isLate ? this.#dueAt : now()) + windowMs
    void send(new RawJson(`{"deltas":[${texts.join(',')}]}`)).then(
      (refused) => this.#onAnswer(sent, () => this.#refusals.warnRefused(refused, texts)),
      (error: Error) => this.#onAnswer(sent, () => this.#refusals.warnLost(texts.length, error.message)),
    )
    this.#schedule()
  }

  #onAnswer(sent: Batch, logRefusals: () => void): void {
    sent.isAnswered = true
    logRefusals()
    while (this.#unanswered[0]?.isAnswered === true) this.#unanswered.shift()
    const settled = this.#settled()
    for (const { last, resolve } of this.#waiters) if (last <= settled) resolve()
    this.#waiters = this.#waiters.filter(({ last }) => last > settled)
    this.#schedule()
  }

  /** The number of the last delta up to which every delta has been answered or dropped. */
  #settled(): number {
    const [oldest] = this.#unanswered
    return oldest === undefined ? this.#sent : oldest.first - 1
  }
}
