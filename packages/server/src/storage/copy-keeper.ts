import { rmSync, statSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { privateMode } from '../durable-file.ts'
import { every } from '../system-clock.ts'
import { copyDatabase } from './copy-database.ts'
import { copyOf } from './restore-copy.ts'

/** How often it is looked whether something changed, and the least time between two copies. */
const defaultRhythm = { lookMs: 1_000, restMs: 10_000 }
/** A card wears out by being written to: a large database is copied less often, so that it is this much on average. */
const bytesPerMs = 100
/** How long the end waits for the last copy. */
const lastCopyMs = 2_000

/** Two numbers, each another whenever the database has been changed. */
export interface DatabaseState {
  /** By this process. */
  readonly own: number
  /** By another: a command beside the server, which changes who is let in. */
  readonly foreign: number
}

export interface CopyKeeperOptions {
  readonly file: string
  readonly state: () => DatabaseState
  /** Writes down in the database that a copy will be made. */
  readonly announce: () => void
  /** Called after every copy; with a fault when none could be made, and the one before stays. */
  readonly onEnd: (fault: Error | undefined) => void
  readonly rhythm?: typeof defaultRhythm
}

/** Keeps a copy of the database that was good, never long after the last change. */
export class CopyKeeper implements AsyncDisposable {
  readonly #options: CopyKeeperOptions
  readonly #restMs: number
  readonly #looking: Disposable
  readonly #end = new AbortController()
  #copied: DatabaseState | undefined
  #isWantedSoon = false
  #hasFailed = false
  #notBefore = 0
  #copying: Promise<void> | undefined

  constructor(options: CopyKeeperOptions) {
    const { lookMs, restMs } = options.rhythm ?? defaultRhythm
    this.#options = options
    this.#restMs = restMs
    this.#looking = every(lookMs, () => this.#look())
  }

  /** The next copy does not wait for its time: what was just changed must not come back. */
  copySoon(): void {
    this.#isWantedSoon = true
  }

  /** Makes a last copy, unless that takes too long. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#looking[Symbol.dispose]()
    const late = setTimeout(() => this.#end.abort(), lastCopyMs)
    await this.#copying
    if (!this.#end.signal.aborted && this.#change() !== 'none') await this.#copy()
    clearTimeout(late)
  }

  #look(): void {
    if (this.#copying !== undefined) return
    const change = this.#change()
    // What has just failed is not tried every second.
    const isUrgent = !this.#hasFailed && (this.#isWantedSoon || change === 'foreign')
    if (change === 'none' || (!isUrgent && performance.now() < this.#notBefore)) return
    this.#copying = this.#copy().finally(() => {
      this.#copying = undefined
    })
  }

  /** Who has changed what the copy does not have. */
  #change(): 'none' | keyof DatabaseState {
    try {
      const { own, foreign } = this.#options.state()
      if (foreign !== this.#copied?.foreign) return 'foreign'
      return own === this.#copied.own ? 'none' : 'own'
    } catch (error) {
      // A card that fails can fail at any word.
      this.#fail(error)
      return 'none'
    }
  }

  #fail(error: unknown): void {
    this.#options.onEnd(error instanceof Error ? error : new Error(String(error)))
  }

  /** Never rejects. */
  async #copy(): Promise<void> {
    const { file, state, announce, onEnd } = this.#options
    this.#isWantedSoon = false
    try {
      announce()
      const copied = state()
      await writeCopy(file, this.#end.signal)
      this.#copied = copied
      this.#hasFailed = false
      onEnd(undefined)
    } catch (error) {
      this.#hasFailed = true
      if (!this.#end.signal.aborted) this.#fail(error)
    } finally {
      const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      this.#notBefore = performance.now() + Math.max(this.#restMs, bytes / bytesPerMs)
    }
  }
}

const writeCopy = async (file: string, signal: AbortSignal): Promise<void> => {
  const fresh = `${copyOf(file)}.new`
  // What an earlier copy left when it was cut short.
  rmSync(fresh, { force: true })
  writeFileSync(fresh, '', { mode: privateMode })
  try {
    await copyDatabase(file, fresh, signal)
    await rename(fresh, copyOf(file))
    await syncFolder(dirname(file))
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

const syncFolder = async (folder: string): Promise<void> => {
  // Windows has no such thing, and needs none.
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
