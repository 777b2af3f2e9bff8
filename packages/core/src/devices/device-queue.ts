import type { Clock } from '../clock.ts'
import { MarineDataError } from '@marinedata/model'

const limits = { waiting: 8, waitMs: 2_000 }

/** The right to command a device. Disposing it starts the next command. */
export interface QueueSlot extends Disposable {
  /** Aborted when the command is cancelled. */
  readonly signal: AbortSignal
}

interface Waiting {
  readonly begin: () => void
  readonly giveUp: (reason: string) => void
}

/** Queues the commands of one device. A preempting command runs immediately and cancels all others. */
export class DeviceQueue {
  readonly #clock: Clock
  readonly #waiting = new Set<Waiting>()
  #present: AbortController | undefined
  #preemptions = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isIdle(): boolean {
    return this.#present === undefined && this.#preemptions === 0 && this.#waiting.size === 0
  }

  /**
   * Waits for the turn.
   * @throws MarineDataError `busy` when the queue is full, the wait takes too long or was preempted
   */
  async acquire(): Promise<QueueSlot> {
    if (this.#present === undefined && this.#preemptions === 0) return this.#begin()
    if (this.#waiting.size >= limits.waiting)
      throw new MarineDataError(
        'busy',
        `${limits.waiting} commands are already waiting for the device. Try again later`,
      )
    const { promise, resolve, reject } = Promise.withResolvers<QueueSlot>()
    const waiting: Waiting = {
      begin: () => resolve(this.#begin()),
      giveUp: (reason) => {
        // Removed immediately, so that begin() is not called afterwards.
        this.#waiting.delete(waiting)
        reject(new MarineDataError('busy', reason))
      },
    }
    this.#waiting.add(waiting)
    using _deadline = this.#clock.after(limits.waitMs, () =>
      waiting.giveUp(`Another command takes longer than ${limits.waitMs / 1000} s. Try again`),
    )
    return await promise
  }

  /** Cancels the running command, rejects all waiting ones and blocks the queue until disposed. */
  preempt(reason: string): Disposable {
    this.#preemptions++
    this.#present?.abort()
    for (const { giveUp } of this.#waiting) giveUp(reason)
    return {
      [Symbol.dispose]: () => {
        this.#preemptions--
        this.#next()
      },
    }
  }

  #begin(): QueueSlot {
    const present = new AbortController()
    this.#present = present
    return {
      signal: present.signal,
      [Symbol.dispose]: () => {
        if (this.#present === present) this.#present = undefined
        this.#next()
      },
    }
  }

  #next(): void {
    if (this.#present !== undefined || this.#preemptions > 0) return
    const [first] = this.#waiting
    if (first === undefined) return
    this.#waiting.delete(first)
    first.begin()
  }
}
