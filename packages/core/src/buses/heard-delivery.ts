import type { Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import type { BusUser } from './bus-ports.ts'

/** The next batch waits while the user has not read this much. */
const backlogBytes = 131_072
/** Limits of a user's queue. Beyond them the oldest batches are dropped. */
const waiting = { batches: 64, characters: 1_000_000 } as const
const retryMs = 20

interface Batch {
  readonly messages: readonly string[]
  readonly characters: number
}

export interface HeardDeliveryOptions {
  readonly user: BusUser
  readonly opening: number
  readonly clock: Clock
  readonly counters: Counters
}

/** Passes received messages to one user. A slow reader loses the oldest batches and delays no other. */
export class HeardDelivery {
  readonly #options: HeardDeliveryOptions
  #batches: Batch[] = []
  #characters = 0
  #retry: Disposable | undefined

  constructor(options: HeardDeliveryOptions) {
    this.#options = options
  }

  deliver(messages: readonly string[]): void {
    if (this.#batches.length === 0 && this.#isReading()) return this.#send(messages)
    let characters = 0
    for (const { length } of messages) characters += length
    this.#batches.push({ messages, characters })
    this.#characters += characters
    while (this.#batches.length > waiting.batches || this.#characters > waiting.characters) this.#drop()
    this.#scheduleRetry()
  }

  /** Drops what waits. */
  discard(): void {
    while (this.#batches.length > 0) this.#drop()
    this.clear()
  }

  /** Drops the queue without counting: the bus is gone, or has no readers. */
  clear(): void {
    this.#batches = []
    this.#characters = 0
    this.#retry?.[Symbol.dispose]()
    this.#retry = undefined
  }

  #isReading(): boolean {
    return this.#options.user.backlog() < backlogBytes
  }

  #send(messages: readonly string[]): void {
    const { user, opening, counters } = this.#options
    counters.deliveredBusMessages += messages.length
    user.heard(opening, messages)
  }

  #take(): Batch | undefined {
    const batch = this.#batches.shift()
    this.#characters -= batch?.characters ?? 0
    return batch
  }

  #drop(): void {
    this.#options.counters.droppedBusMessages += this.#take()?.messages.length ?? 0
  }

  #scheduleRetry(): void {
    this.#retry ??= this.#options.clock.after(retryMs, () => {
      this.#retry = undefined
      while (this.#isReading()) {
        const batch = this.#take()
        if (batch === undefined) return
        this.#send(batch.messages)
      }
      this.#scheduleRetry()
    })
  }
}
