import { MarineDataError } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

/** All of the watch, or only the time at which it last watched. */
export type SavedPart = 'all' | 'time'

export interface WatchSaverOptions {
  /** Reads the state when it is called, and sends it; resolves when that is on disk. */
  readonly send: (part: SavedPart) => Promise<void>
  /** For so long a write that the server refused as too frequent is sent again. */
  readonly patienceMs?: number
  readonly retryMs?: number
}

const defaults = { patienceMs: 1_500, retryMs: 100 }

const isTooSoon = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'too-many-requests'

/**
 * The only writer of the watch: one write at a time, and each attempt sends the state of that moment, so that an older state
 * never replaces a newer one. Requests that come while a write is under way share the next one.
 */
export class WatchSaver {
  readonly #options: Required<WatchSaverOptions>
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined
  #nextPart: SavedPart = 'time'

  constructor(options: WatchSaverOptions) {
    this.#options = { ...defaults, ...options }
  }

  /** Resolves when a state that is at least as new as the present one is on disk; rejects with what the server said. */
  save(part: SavedPart): Promise<void> {
    if (part === 'all') this.#nextPart = 'all'
    this.#next ??= this.#follow(this.#current)
    return this.#next
  }

  async #follow(current: Promise<void> | undefined): Promise<void> {
    // Its own callers are told how it ended.
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
