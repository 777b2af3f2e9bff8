import type { Clock } from '@marinedata/core'
import type { ThreadTimes } from './thread-times.ts'

/** How long an answer has been pending, and why. */
export interface Silence {
  readonly elapsedMs: number
  /** Time in which the process could have answered: it was running, sleeping or stopped. */
  readonly availableMs: number
  /** Whether the process had less available time than the limit: the machine was too busy. */
  readonly isStarved: boolean
}

export interface ResponseWatchOptions {
  readonly clock: Clock
  /** Current scheduler times of the process; undefined where the system does not record them. */
  readonly threadTimes: () => ThreadTimes | undefined
  /** The answer is overdue after this much available time. */
  readonly limitMs: number
  /** The answer is overdue after this much elapsed time, however busy the machine is. */
  readonly maxElapsedMs?: number
  readonly onOverdue: (silence: Silence) => void
}

/** Short compared with every limit, so that a wait for a processor is noticed before it ends. */
const checkMs = 250
/** Most answers arrive earlier. Until then the scheduler is not read, and all elapsed time counts as available. */
const firstCheckMs = 100

/** Time a thread spent queued for a processor. */
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

  update(
    now: number,
    { state, ranNs, waitedNs }: { readonly state: string; readonly ranNs: number; readonly waitedNs: number },
  ): void {
    if (ranNs !== this.#ranNs || waitedNs !== this.#waitedNs) this.#changedAt = now
    this.#ranNs = ranNs
    this.#waitedNs = waitedNs
    // The kernel counts a wait when it ends. Until then the thread is runnable and its counters do not change.
    const currentWaitMs = state === 'R' ? now - this.#changedAt : 0
    this.#queuedMs = (waitedNs - this.#startNs) / 1e6 + currentWaitMs
  }
}

/**
 * Distinguishes a hung process from a slow machine while an answer is pending. Time in which a thread of the process
 * was queued for a processor does not count. Time in which this server itself was late does not count either: the
 * answer may have arrived unread. Spinning, sleeping and being stopped do count.
 */
export class ResponseWatch implements Disposable {
  readonly #options: ResponseWatchOptions
  readonly #startedAt: number
  #queueTimes: ReadonlyMap<string, QueueTime> = new Map()
  #timer: Disposable | undefined
  #checkedAt: number
  #availableMs = 0
  #isDisposed = false

  constructor(options: ResponseWatchOptions) {
    this.#options = options
    this.#startedAt = options.clock.now()
    this.#checkedAt = this.#startedAt
    this.#schedule(firstCheckMs)
  }

  get silence(): Silence {
    const elapsedMs = this.#checkedAt - this.#startedAt
    const availableMs = this.#availableMs
    return { elapsedMs, availableMs, isStarved: availableMs < this.#options.limitMs }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    this.#timer?.[Symbol.dispose]()
  }

  #schedule(maxDelayMs: number): void {
    const { clock, limitMs } = this.#options
    const delayMs = Math.min(maxDelayMs, Math.max(1, limitMs - this.silence.availableMs))
    this.#timer = clock.after(delayMs, () => this.#check(delayMs))
  }

  #check(delayMs: number): void {
    const { clock, limitMs, maxElapsedMs = Infinity, onOverdue } = this.#options
    const now = clock.now()
    const intervalMs = now - this.#checkedAt
    this.#checkedAt = now
    // On a busy machine the server is late while the plugin is queued: the longer of the two counts, not their sum.
    const excusedMs = Math.max(intervalMs - delayMs, this.#readQueuedMs(now))
    this.#availableMs += Math.max(0, intervalMs - Math.max(0, excusedMs))
    const { silence } = this
    if (silence.availableMs < limitMs && silence.elapsedMs < maxElapsedMs) return this.#schedule(checkMs)
    // Process an answer that has already arrived first.
    clock.soon(() => {
      if (!this.#isDisposed) onOverdue(silence)
    })
  }

  /** Reads the thread times; returns the longest time that one thread was queued since the last check. */
  #readQueuedMs(now: number): number {
    let longestMs = 0
    const present = [...(this.#options.threadTimes() ?? [])].map(([id, time]) => {
      const queueTime = this.#queueTimes.get(id) ?? new QueueTime(now, time)
      const before = queueTime.queuedMs
      queueTime.update(now, time)
      longestMs = Math.max(longestMs, queueTime.queuedMs - before)
      return [id, queueTime] as const
    })
    this.#queueTimes = new Map(present)
    return longestMs
  }
}
