import { diskFaultOf } from '../disk-faults.ts'

export interface StorageMonitorOptions {
  /** Free bytes on the disk of the data folder. */
  readonly freeBytes: () => Promise<number>
  /** Writes something small. @throws when that is not possible */
  readonly probe: () => Promise<void> | void
  /** How many alerts wait to be saved. */
  readonly unsaved: () => number
}

type Listener = (reason: string | undefined) => void

/** A database needs some pages to write anything at all. */
export const leastFreeBytes = 131_072

/**
 * Whether the disk can be written. A failed write says so at once; a disk that fills up is seen without a write, which may
 * still find room in the journal. Only a write that works, after everything that waited was saved, says that all is well.
 */
export class StorageMonitor {
  readonly #options: StorageMonitorOptions
  #listener: Listener = () => undefined
  #reason: string | undefined
  #isLooking = false

  constructor(options: StorageMonitorOptions) {
    this.#options = options
  }

  /** Calls the listener when writing fails, now or later or for another reason, and when it works again (undefined). */
  observe(listener: Listener): void {
    this.#listener = listener
    if (this.#reason !== undefined) listener(this.#reason)
  }

  /** A write failed. */
  failed(error: unknown): void {
    const cause = error instanceof Error ? error.message : String(error)
    this.#set(diskFaultOf(error) ?? `The disk could not be written (${cause})`)
  }

  /** To be called about every two seconds. Never rejects; one look at a time. */
  async watch(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      await this.#look()
    } catch (error) {
      this.failed(error)
    } finally {
      this.#isLooking = false
    }
  }

  async #look(): Promise<void> {
    const { freeBytes, probe, unsaved } = this.#options
    if ((await freeBytes()) < leastFreeBytes) return this.#set('The disk is full')
    if (this.#reason === undefined || unsaved() > 0) return
    await probe()
    this.#set(undefined)
  }

  #set(reason: string | undefined): void {
    if (reason === this.#reason) return
    this.#reason = reason
    this.#listener(reason)
  }
}
