import { MarineDataError } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

/** The whole watch, or only the time at which it last ran. */
export type SavedPart = 'all' | 'time'

export interface WatchSaverOptions {
  /** Reads the current state and sends it. Resolves when it is on disk. */
  readonly send: (part: SavedPart) => Promise<void>
  /** How long a write that was refused as too frequent is retried. */
  readonly patienceMs?: number
  readonly retryMs?: number
}

const defaults = { patienceMs: 1_500, retryMs: 100 }

const isTooSoon = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'too-many-requests'

/**
 * The only writer of the watch. Writes one state at a time, and every attempt sends the current state, so that an older
 * state never replaces a newer one. Requests during a write share the next one.
 */
export class WatchSaver {
  readonly #options: Required<WatchSaverOptions>
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined
  #nextPart: SavedPart = 'time'

  constructor(options: WatchSaverOptions) {
    this.#options = { ...defaults, ...options }
  }

  /** Resolves when a state at least as new as the present one is on disk. Rejects with the server's error. */
  save(part: SavedPart): Promise<void> {
    if (part === 'all') this.#nextPart = 'all'
    this.#next ??= this.#follow(this.#current)
    return this.#next
  }

  async #follow(current: Promise<void> | undefined): Promise<void> {
    // The callers of that write handle its error.
    await current?.catch(() => undefined)
    this.#current = this.#next
    this.#next = undefined
    const part = this.#nextPart
    this.#nextPart = 'time'
    try {
      await this.#write(part)
    } finally {
      if (this.#next === undefined) this.#current = undefined
    }
  }

  async #write(part: SavedPart): Promise<void> {
    const { send, patienceMs, retryMs } = this.#options
    const end = performance.now() + patienceMs
    for (;;) {
      try {
        return await send(part)
      } catch (error) {
        if (!isTooSoon(error) || performance.now() >= end) throw error
        await sleep(retryMs)
      }
    }
  }
}
