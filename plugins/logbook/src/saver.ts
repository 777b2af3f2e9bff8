import { MarineDataError, type Storage } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

/** Bytes of values in one message to the server, with room for what is around them. */
const maxBytes = 48_000
const maxValues = 60
const retryMs = 250
const patienceMs = 3_000

const isTooSoon = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'too-many-requests'

/**
 * The only writer of the storage. Writes one batch at a time; what changes during a write is part of the next. Values
 * that could not be saved stay waiting, unless they have changed since.
 */
export class Saver {
  readonly #storage: Storage
  readonly #waiting = new Map<string, unknown>()
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** Null deletes a value. Nothing is written before `save`. */
  set(key: string, value: unknown): void {
    this.#waiting.delete(key)
    this.#waiting.set(key, value)
  }

  /** Resolves when everything set so far is on disk. Rejects with the error of the server. */
  save(): Promise<void> {
    this.#next ??= this.#follow(this.#current)
    return this.#next
  }

  async #follow(current: Promise<void> | undefined): Promise<void> {
    // The callers of that write handle its error.
    await current?.catch(() => undefined)
    this.#current = this.#next
    this.#next = undefined
    while (this.#waiting.size > 0) await this.#write(this.#takeBatch())
  }

  #takeBatch(): Map<string, unknown> {
    const batch = new Map<string, unknown>()
    let bytes = 0
    for (const [key, value] of this.#waiting) {
      bytes += Buffer.byteLength(JSON.stringify(value))
      if ((bytes > maxBytes && batch.size > 0) || batch.size >= maxValues) break
      batch.set(key, value)
      this.#waiting.delete(key)
    }
    return batch
  }

  async #write(batch: ReadonlyMap<string, unknown>): Promise<void> {
    const end = performance.now() + patienceMs
    for (;;) {
      try {
        return await this.#storage.set(Object.fromEntries(batch))
      } catch (error) {
        if (isTooSoon(error) && performance.now() < end) {
          await sleep(retryMs)
          continue
        }
        for (const [key, value] of batch) if (!this.#waiting.has(key)) this.#waiting.set(key, value)
        throw error
      }
    }
  }
}
