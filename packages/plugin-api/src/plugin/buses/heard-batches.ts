import type { HeardMessage } from '#protocol/bus-verbs.ts'
import { RawJson } from '#rpc/raw-json.ts'
import { BatchQueue } from '../batch-queue.ts'

export interface HeardBatchesOptions {
  readonly bus: string
  /** Sends one batch. Resolves when the server has taken it. */
  readonly send: (params: RawJson) => Promise<unknown>
  readonly warn: (message: string) => void
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly later: (run: () => void, ms: number) => void
}

/** Time between two batches; shorter when an urgent message waits. Together they stay below the message rate limit. */
const windowMs = { ordinary: 8, urgent: 4 } as const
const maxUnanswered = 4
const batch = { items: 200, bytes: 60_000 } as const
const queueLimit = 2_000
const warningMs = 1_000

/**
 * Sends received messages to the server without blocking the caller. A message after a pause leaves at once, others at
 * most 8 ms later. When the server is slow, the oldest messages are dropped and a warning is logged.
 */
export class HeardBatches {
  readonly #options: HeardBatchesOptions
  readonly #queue = new BatchQueue(queueLimit)
  #unanswered = 0
  #sentAt = Number.NEGATIVE_INFINITY
  /** When the next batch is due; undefined when none is scheduled. */
  #dueAt: number | undefined
  #hasUrgent = false
  #dropped = 0
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(options: HeardBatchesOptions) {
    this.#options = options
  }

  add(message: HeardMessage, isUrgent: boolean): void {
    const text = JSON.stringify(message)
    // All members are ASCII.
    this.#noteDrops(this.#queue.add({ text, bytes: text.length + 1 }))
    this.#hasUrgent ||= isUrgent
    this.#schedule()
  }

  /** Sends everything that waits, at once: what follows on the connection comes after it. */
  flush(): void {
    while (this.#queue.count > 0) this.#send()
  }

  #schedule(): void {
    if (this.#queue.count === 0 || this.#unanswered >= maxUnanswered) return
    const { now, later } = this.#options
    const isFull = this.#queue.count >= batch.items
    const dueAt = this.#sentAt + (this.#hasUrgent || isFull ? windowMs.urgent : windowMs.ordinary)
    if (this.#dueAt !== undefined && this.#dueAt <= dueAt) return
    this.#dueAt = dueAt
    const send = (): void => {
      // An earlier batch has replaced this one.
      if (this.#dueAt !== dueAt) return
      this.#dueAt = undefined
      this.#send()
    }
    const waitMs = dueAt - now()
    // Messages that arrive in the same turn share a batch.
    if (waitMs <= 0) queueMicrotask(send)
    else later(send, waitMs)
  }

  #send(): void {
    const { bus, now, send } = this.#options
    const texts = this.#queue.take(batch)
    if (texts.length === 0) return
    this.#hasUrgent &&= this.#queue.count > 0
    this.#sentAt = now()
    this.#unanswered++
    const answered = (): void => {
      this.#unanswered--
      this.#schedule()
    }
    send(new RawJson(`{"bus":${JSON.stringify(bus)},"messages":[${texts.join(',')}]}`)).then(
      answered,
      (error: Error) => {
        this.#options.warn(`${texts.length} messages of bus "${bus}" were not passed on: ${error.message}`)
        answered()
      },
    )
    this.#schedule()
  }

  #noteDrops(count: number): void {
    this.#dropped += count
    const { now, warn, bus } = this.#options
    if (this.#dropped === 0 || now() - this.#warnedAt < warningMs) return
    warn(`${this.#dropped} messages of bus "${bus}" dropped: they arrive faster than the server takes them`)
    this.#warnedAt = now()
    this.#dropped = 0
  }
}
