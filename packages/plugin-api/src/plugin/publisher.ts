import { MarineDataError, type Delta } from '@marinedata/model'
import { ReadyJson } from '#line/ready-json.ts'
import { lineLimits } from '#protocol/limits.ts'
import type { PublishOptions, Value } from './boat.ts'
import { RefusalWarnings, type NamedRefusal } from './refusal-warnings.ts'
import { WaitingDeltas } from './waiting-deltas.ts'

/** What the publisher needs of the world. */
export interface PublisherOptions {
  /** Sends one batch; resolves with what the server refused of it. */
  readonly send: (params: ReadyJson) => Promise<readonly NamedRefusal[]>
  readonly warn: (message: string) => void
  /** Milliseconds that never go back. */
  readonly now: () => number
  readonly later: (run: () => void, ms: number) => void
}

const windowMs = 8
const batchesUnderWay = 2
const batch = { deltas: 256, bytes: 60_000 } as const
const mostWaiting = 10_000
/** What stands around a single delta in its message, generously. */
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
 * Sends what a plugin publishes. Nothing here waits: deltas are encoded once and go out in batches, at most one every
 * 8 ms and two unanswered; what does not fit behind that is let go, oldest first, and told.
 */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #waiting = new WaitingDeltas(mostWaiting)
  readonly #refusals: RefusalWarnings
  /** Deltas are numbered as they come; `#left` is the last that does not wait any more. */
  #published = 0
  #left = 0
  #underWay: Batch[] = []
  #waiters: Waiter[] = []
  #isScheduled = false
  /** When the next batch may leave. */
  #dueAt = Number.NEGATIVE_INFINITY
  #dropped = 0
  #dropsToldAt = Number.NEGATIVE_INFINITY

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

  /** @throws MarineDataError `too-large` when it does not fit into one message */
  publishDelta(delta: Delta): void {
    const text = JSON.stringify(delta)
    const bytes = Buffer.byteLength(text)
    if (bytes + envelopeBytes > lineLimits.messageBytes)
      throw new MarineDataError(
        'too-large',
        `The delta has ${bytes} bytes; a message may have ${lineLimits.messageBytes}`,
      )
    this.#published++
    this.#drop(this.#waiting.add({ text, bytes }))
    this.#schedule()
  }

  /** Resolves when all that was published so far was answered. */
  async flushed(): Promise<void> {
    const last = this.#published
    if (this.#settled() >= last) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiters.push({ last, resolve })
    await promise
  }

  #drop(count: number): void {
    this.#left += count
    this.#dropped += count
    const { now, warn } = this.#options
    if (this.#dropped === 0 || now() - this.#dropsToldAt < dropWarningMs) return
    warn(`${this.#dropped} deltas were dropped: more is published than the server takes`)
    this.#dropsToldAt = now()
    this.#dropped = 0
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.count === 0 || this.#underWay.length >= batchesUnderWay) return
    this.#isScheduled = true
    const waitMs = this.#dueAt - this.#options.now()
    const send = (): void => {
      this.#isScheduled = false
      this.#send()
    }
    // What is published in one go travels together.
    if (waitMs <= 0) queueMicrotask(send)
    else this.#options.later(send, waitMs)
  }

  #send(): void {
    const { now, send } = this.#options
    const texts = this.#waiting.take(batch)
    if (texts.length === 0) return
    const sent: Batch = { first: this.#left + 1, isAnswered: false }
    this.#left += texts.length
    this.#underWay.push(sent)
    // A timer that was late is made good by the next one, or batches would keep further apart than they must.
    const isLate = now() - this.#dueAt < windowMs
    this.#dueAt = (isLate ? this.#dueAt : now()) + windowMs
    void send(new ReadyJson(`{"deltas":[${texts.join(',')}]}`)).then(
      (refused) => this.#answered(sent, () => this.#refusals.tell(refused, texts)),
      (error: Error) => this.#answered(sent, () => this.#refusals.tellLost(texts.length, error.message)),
    )
    this.#schedule()
  }

  #answered(sent: Batch, tell: () => void): void {
    sent.isAnswered = true
    tell()
    while (this.#underWay[0]?.isAnswered === true) this.#underWay.shift()
    const settled = this.#settled()
    for (const { last, resolve } of this.#waiters) if (last <= settled) resolve()
    this.#waiters = this.#waiters.filter(({ last }) => last > settled)
    this.#schedule()
  }

  /** The number of the last delta before which nothing is open. */
  #settled(): number {
    const [oldest] = this.#underWay
    return oldest === undefined ? this.#left : oldest.first - 1
  }
}
