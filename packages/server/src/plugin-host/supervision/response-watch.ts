import type { Clock } from '@marinedata/core'
import type { ThreadTimes } from './thread-times.ts'

/** How long an answer has been outstanding, and why. */
export interface Silence {
  readonly elapsedMs: number
  /** Time in which the process could have answered: it ran, slept or was stopped. */
  readonly availableMs: number
  /** Whether the machine was too busy for a quarter of the time or more. */
  readonly isStarved: boolean
}

export interface ResponseWatchOptions {
  readonly clock: Clock
  /** What the scheduler says of the process now; undefined where that is not recorded. */
  readonly threadTimes: () => ThreadTimes | undefined
  /** Available time after which the answer is overdue. */
  readonly limitMs: number
  /** Time after which it is overdue however busy the machine is. */
  readonly longestMs?: number
  readonly onOverdue: (silence: Silence) => void
}

/** Short beside every limit, so that a wait which has not ended yet is noticed. */
const lookMs = 250
/** Most answers have come by then: until then the scheduler is not asked, and all of the time counts. */
const firstLookMs = 100
const starvedShare = 0.25

/** How long a thread was queued without a processor. */
class QueueTime {
  readonly #startNs: number
  #ranNs: number
  #waitedNs: number
  #changedAt: number
  #queuedMs = 0

  constructor(now: number, { ranNs, waitedNs }: { readonly ranNs: number; readonly waitedNs: number }) {
    this.#startNs = waitedNs
    this.#ranNs = ranNs
    this.#waitedNs = waitedNs
    this.#changedAt = now
  }

  get queuedMs(): number {
    return this.#queuedMs
  }

  look(
    now: number,
    { state, ranNs, waitedNs }: { readonly state: string; readonly ranNs: number; readonly waitedNs: number },
  ): void {
    if (ranNs !== this.#ranNs || waitedNs !== this.#waitedNs) this.#changedAt = now
    this.#ranNs = ranNs
    this.#waitedNs = waitedNs
    // The kernel adds a wait when it ends; until then the thread is runnable and its time stands still.
    const underWayMs = state === 'R' ? now - this.#changedAt : 0
    this.#queuedMs = (waitedNs - this.#startNs) / 1e6 + underWayMs
  }
}

/**
 * Tells slowness from a hang while a process owes an answer. Time in which a thread of it was queued for a processor does
 * not count, nor does time in which this server itself was late: the answer may be there, unread.
 * Spinning, sleeping and being stopped do count.
 */
export class ResponseWatch implements Disposable {
  readonly #options: ResponseWatchOptions
  readonly #startedAt: number
  #queueTimes: ReadonlyMap<string, QueueTime> = new Map()
  #timer: Disposable | undefined
  #lookedAt: number
  #availableMs = 0
  #isOver = false

  constructor(options: ResponseWatchOptions) {
    this.#options = options
    this.#startedAt = options.clock.now()
    this.#lookedAt = this.#startedAt
    this.#schedule(firstLookMs)
  }

  get silence(): Silence {
    const elapsedMs = this.#lookedAt - this.#startedAt
    const availableMs = this.#availableMs
    return { elapsedMs, availableMs, isStarved: elapsedMs - availableMs >= elapsedMs * starvedShare }
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#timer?.[Symbol.dispose]()
  }

  #schedule(mostMs: number): void {
    const { clock, limitMs } = this.#options
    const delayMs = Math.min(mostMs, Math.max(1, limitMs - this.silence.availableMs))
    this.#timer = clock.after(delayMs, () => this.#look(delayMs))
  }

  #look(delayMs: number): void {
    const { clock, limitMs, longestMs = Infinity, onOverdue } = this.#options
    const now = clock.now()
    const intervalMs = now - this.#lookedAt
    this.#lookedAt = now
    // On a busy machine the server is late while the plugin is queued: the longer of the two counts, not their sum.
    const excusedMs = Math.max(intervalMs - delayMs, this.#readQueuedMs(now))
    this.#availableMs += Math.max(0, intervalMs - Math.max(0, excusedMs))
    const { silence } = this
    if (silence.availableMs < limitMs && silence.elapsedMs < longestMs) return this.#schedule(lookMs)
    // An answer that has arrived by now is read first.
    clock.soon(() => {
      if (!this.#isOver) onOverdue(silence)
    })
  }

  /** Reads the threads; gives the most that one of them was queued since the last look. */
  #readQueuedMs(now: number): number {
    let mostMs = 0
    const present = [...(this.#options.threadTimes() ?? [])].map(([id, time]) => {
      const queueTime = this.#queueTimes.get(id) ?? new QueueTime(now, time)
      const before = queueTime.queuedMs
      queueTime.look(now, time)
      mostMs = Math.max(mostMs, queueTime.queuedMs - before)
      return [id, queueTime] as const
    })
    this.#queueTimes = new Map(present)
    return mostMs
  }
}
