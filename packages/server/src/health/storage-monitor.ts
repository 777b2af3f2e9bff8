import { diskFaultOf } from '../disk-faults.ts'

export interface StorageMonitorOptions {
  /** Free bytes on the disk of the data folder. */
  readonly freeBytes: () => Promise<number>
  /** Makes a small write. @throws when it fails */
  readonly probe: () => Promise<void> | void
  /** Number of alerts that are not saved yet. */
  readonly unsaved: () => number
  /** Why nothing can be saved until the next start; undefined when the disk was writable at the start. */
  readonly startFault?: string | undefined
}

type Listener = (reason: string | undefined) => void

/** The database needs a few free pages for any write. */
export const minFreeBytes = 131_072

/**
 * Monitors whether the disk can be written. A failed write reports a fault immediately. A full disk is detected from
 * its free space, because writes may still fit into the journal. The fault ends when all alerts are saved and a probe
 * succeeds.
 */
export class StorageMonitor {
  readonly #options: StorageMonitorOptions
  readonly #listeners: Listener[] = []
  #reason: string | undefined
  #isChecking = false

  constructor(options: StorageMonitorOptions) {
    this.#options = options
    this.#reason = options.startFault
  }

  /** Calls a listener when writing fails or the reason changes, and when writing works again (undefined). */
  observe(listener: Listener): void {
    this.#listeners.push(listener)
    if (this.#reason !== undefined) listener(this.#reason)
  }

  /** Reports a failed write. */
  failed(error: unknown): void {
    const cause = error instanceof Error ? error.message : String(error)
    this.#set(diskFaultOf(error) ?? `The disk could not be written (${cause})`)
  }

  /** Checks the disk. Call it about every two seconds. Never rejects and never runs twice at the same time. */
  async watch(): Promise<void> {
    if (this.#isChecking || this.#options.startFault !== undefined) return
    this.#isChecking = true
    try {
      await this.#check()
    } catch (error) {
      this.failed(error)
    } finally {
      this.#isChecking = false
    }
  }

  async #check(): Promise<void> {
    const { freeBytes, probe, unsaved } = this.#options
    if ((await freeBytes()) < minFreeBytes) return this.#set('The disk is full')
    if (this.#reason === undefined || unsaved() > 0) return
    await probe()
    this.#set(undefined)
  }

  #set(reason: string | undefined): void {
    if (reason === this.#reason || this.#options.startFault !== undefined) return
    this.#reason = reason
    for (const listener of this.#listeners) listener(reason)
  }
}
