import { rmSync, statSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { privateMode } from '#durable-file.ts'
import { every } from '#system-clock.ts'
import { AuditCopy } from '../audit/audit-copy.ts'
import { copyDatabase } from './copy-database.ts'
import { copyOf } from './copy-names.ts'

/** How often it is looked whether something changed, and the least time between two copies. */
const defaultRhythm = { lookMs: 1_000, restMs: 10_000 }
/** A card wears out by being written to: copies write this much a day at most, beside those that cannot wait. */
const bytesPerDay = 40_000_000
const dayMs = 86_400_000
/** What was not written earlier may be written at once, up to this: a start, or an eventful hour. */
const mostSaved = 4_000_000
/** When the day's bytes are used up, what must not come back is copied this often. */
const urgentRestMs = 60_000
/** How long the end waits for the last copy. */
const lastCopyMs = 2_000

/** Two numbers, each another whenever the database has been changed. */
interface DatabaseState {
  /** By this connection. */
  readonly own: number
  /** By another: a command beside the server, which changes who is let in. */
  readonly foreign: number
}

export interface CopyKeeperOptions {
  readonly file: string
  /** The connection that writes. */
  readonly database: DatabaseSync
  /** Writes down in the database that a copy will be made. */
  readonly announce: () => void
  /** Called after every copy; with a fault when none could be made, and the one before stays. */
  readonly onEnd: (fault: Error | undefined) => void
  readonly rhythm?: typeof defaultRhythm
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** Keeps a copy of the database that was good, not long after the last change and within what a card can take. */
export class CopyKeeper implements AsyncDisposable {
  readonly #options: CopyKeeperOptions
  readonly #now: () => number
  readonly #restMs: number
  readonly #looking: Disposable
  readonly #audit: AuditCopy
  readonly #end = new AbortController()
  #copied: DatabaseState | undefined
  #isWantedSoon = false
  #hasFailed = false
  #bytesWritten = 0
  /** What may still be written; less than nothing after copies that could not wait. */
  #allowance = mostSaved
  #countedAt: number
  #copiedAt = -Infinity
  #copying: Promise<void> | undefined

  constructor(options: CopyKeeperOptions) {
    const { lookMs, restMs } = options.rhythm ?? defaultRhythm
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#restMs = restMs
    this.#countedAt = this.#now()
    this.#audit = new AuditCopy(options.file)
    this.#looking = every(lookMs, () => void this.look())
  }

  /** How much was written for copies so far. */
  get bytesWritten(): number {
    return this.#bytesWritten
  }

  /** The next copy does not wait for its time: what was just changed must not come back. */
  copySoon(): void {
    this.#isWantedSoon = true
  }

  /** Copies what changed, if it is time; resolves when that is done, and never rejects. */
  look(): Promise<void> {
    if (this.#copying !== undefined) return this.#copying
    const now = this.#now()
    this.#allowance = Math.min(mostSaved, this.#allowance + ((now - this.#countedAt) / dayMs) * bytesPerDay)
    this.#countedAt = now
    const change = this.#change()
    if (change === 'none' || !this.#isTime(change)) return Promise.resolve()
    this.#copying = this.#copy().finally(() => {
      this.#copying = undefined
    })
    return this.#copying
  }

  /** Makes a last copy, unless that takes too long. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#looking[Symbol.dispose]()
    const late = setTimeout(() => this.#end.abort(), lastCopyMs)
    await this.#copying
    if (!this.#end.signal.aborted && this.#change() !== 'none') await this.#copy()
    clearTimeout(late)
  }

  #isTime(change: 'own' | 'foreign'): boolean {
    const passed = this.#countedAt - this.#copiedAt
    // What has just failed is not tried every second.
    if (this.#hasFailed) return passed >= this.#restMs
    if (change === 'foreign' || this.#copied === undefined) return true
    if (this.#isWantedSoon) return this.#allowance >= 0 || passed >= urgentRestMs
    // The last one tells how large the next will be; one that is larger than can be saved up for goes into debt.
    const price = Math.min(sizeOf(copyOf(this.#options.file)), mostSaved)
    return passed >= this.#restMs && this.#allowance >= price
  }

  /** Who has changed what the copy does not have. */
  #change(): 'none' | keyof DatabaseState {
    try {
      const { own, foreign } = this.#state()
      if (foreign !== this.#copied?.foreign) return 'foreign'
      return own === this.#copied.own ? 'none' : 'own'
    } catch (error) {
      // A card that fails can fail at any word.
      this.#fail(error)
      return 'none'
    }
  }

  #state(): DatabaseState {
    const { database } = this.#options
    return {
      own: Number(database.prepare('SELECT total_changes() AS changes').get()?.['changes']),
      foreign: Number(database.prepare('PRAGMA data_version').get()?.['data_version']),
    }
  }

  #fail(error: unknown): void {
    this.#options.onEnd(error instanceof Error ? error : new Error(String(error)))
  }

  /** Never rejects. */
  async #copy(): Promise<void> {
    const { file, database, announce, onEnd } = this.#options
    this.#isWantedSoon = false
    this.#copiedAt = this.#now()
    try {
      // The file alone then has everything as well, for whoever copies it by hand.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      // After that, into the journal: without its journal the database knows of fewer copies than there are.
      announce()
      const copied = this.#state()
      this.#count(this.#audit.append(database))
      await writeCopy(file, this.#end.signal)
      this.#count(sizeOf(copyOf(file)))
      this.#copied = copied
      this.#hasFailed = false
      onEnd(undefined)
    } catch (error) {
      this.#hasFailed = true
      if (!this.#end.signal.aborted) this.#fail(error)
    }
  }

  #count(bytes: number): void {
    this.#bytesWritten += bytes
    // A debt is paid within hours: a first copy of a long audit must not keep the others away for days.
    this.#allowance = Math.max(-mostSaved, this.#allowance - bytes)
  }
}

/** 0 when it cannot be told: a card that fails must not end the server. */
const sizeOf = (file: string): number => {
  try {
    return statSync(file).size
  } catch {
    return 0
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
