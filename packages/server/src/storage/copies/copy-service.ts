import { rmSync, statSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { privateMode } from '#durable-file.ts'
import { every } from '#system-clock.ts'
import { AuditCopy } from '../audit/audit-copy.ts'
import { copyDatabase } from './copy-database.ts'
import { copyOf } from './copy-names.ts'

/** Interval of checks for changes, and minimum time between two copies. */
const defaultTiming = { checkMs: 1_000, restMs: 10_000 }
/** Memory cards wear out: copies write at most this much per day, apart from urgent ones. */
const bytesPerDay = 40_000_000
const dayMs = 86_400_000
/** Unused allowance accumulates up to this limit, for a start or a busy hour. */
const maxAllowance = 4_000_000
/** Minimum time between urgent copies when the allowance is used up. */
const urgentRestMs = 60_000
/** How long a shutdown waits for the last copy. */
const lastCopyMs = 2_000

/** Two counters that change with every change of the database. */
interface DatabaseState {
  /** Changes of this connection. */
  readonly own: number
  /** Changes of another connection: a CLI command that changes access. */
  readonly foreign: number
}

export interface CopyServiceOptions {
  readonly file: string
  /** The connection that writes. */
  readonly database: DatabaseSync
  /** Increments the copy counter in the database. */
  readonly countCopy: () => void
  /** Called after every copy; with an error when it failed. The previous copy stays then. */
  readonly onEnd: (fault: Error | undefined) => void
  readonly timing?: typeof defaultTiming
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** Copies the database soon after each change, within a daily limit of bytes that protects the memory card. */
export class CopyService implements AsyncDisposable {
  readonly #options: CopyServiceOptions
  readonly #now: () => number
  readonly #restMs: number
  readonly #checks: Disposable
  readonly #audit: AuditCopy
  readonly #end = new AbortController()
  #copied: DatabaseState | undefined
  #isCopyRequested = false
  #hasFailed = false
  #bytesWritten = 0
  /** Bytes that may still be written. Negative after urgent copies. */
  #allowance = maxAllowance
  #checkedAt: number
  #lastAttemptAt = -Infinity
  #copying: Promise<void> | undefined

  constructor(options: CopyServiceOptions) {
    const { checkMs, restMs } = options.timing ?? defaultTiming
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#restMs = restMs
    this.#checkedAt = this.#now()
    this.#audit = new AuditCopy(options.file)
    this.#checks = every(checkMs, () => void this.check())
  }

  /** Total bytes written for copies. */
  get bytesWritten(): number {
    return this.#bytesWritten
  }

  /** Requests an early copy: a restore must not undo the latest change. */
  requestCopy(): void {
    this.#isCopyRequested = true
  }

  /** Makes a copy if one is due. Resolves when it is done and never rejects. */
  check(): Promise<void> {
    if (this.#copying !== undefined) return this.#copying
    const now = this.#now()
    this.#allowance = Math.min(
      maxAllowance,
      this.#allowance + ((now - this.#checkedAt) / dayMs) * bytesPerDay,
    )
    this.#checkedAt = now
    const change = this.#change()
    if (change === 'none' || !this.#isDue(change)) return Promise.resolve()
    this.#copying = this.#copy().finally(() => {
      this.#copying = undefined
    })
    return this.#copying
  }

  /** Makes a last copy, within a time limit. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#checks[Symbol.dispose]()
    const late = setTimeout(() => this.#end.abort(), lastCopyMs)
    await this.#copying
    if (!this.#end.signal.aborted && this.#change() !== 'none') await this.#copy()
    clearTimeout(late)
  }

  #isDue(change: 'own' | 'foreign'): boolean {
    const passed = this.#checkedAt - this.#lastAttemptAt
    // Do not retry a failed copy every second.
    if (this.#hasFailed) return passed >= this.#restMs
    if (change === 'foreign' || this.#copied === undefined) return true
    if (this.#isCopyRequested) return this.#allowance >= 0 || passed >= urgentRestMs
    // Estimates the size from the last copy. A copy larger than the maximum allowance makes the allowance negative.
    const price = Math.min(sizeOf(copyOf(this.#options.file)), maxAllowance)
    return passed >= this.#restMs && this.#allowance >= price
  }

  /** Which connection has made changes since the last copy. */
  #change(): 'none' | keyof DatabaseState {
    try {
      const { own, foreign } = this.#state()
      if (foreign !== this.#copied?.foreign) return 'foreign'
      return own === this.#copied.own ? 'none' : 'own'
    } catch (error) {
      // A failing disk can fail at any statement.
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
    const { file, database, countCopy, onEnd } = this.#options
    this.#isCopyRequested = false
    this.#lastAttemptAt = this.#now()
    try {
      // Moves the journal into the file, so that a manual copy of the file is complete.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      // The counter is written after the checkpoint, to the journal: a database that loses its journal then has a lower
      // counter than its copy, which reveals the loss.
      countCopy()
      const copied = this.#state()
      // The audit is copied after the snapshot was taken, so that it lacks no entry that the snapshot knows of.
      const copyAudit = (): void => this.#count(this.#audit.append(database))
      await writeCopy(file, copyAudit, this.#end.signal)
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
    // Limits the debt to a few hours: the first copy of a long audit must not block others for days.
    this.#allowance = Math.max(-maxAllowance, this.#allowance - bytes)
  }
}

/** 0 when the size cannot be read: a failing disk must not end the server. */
const sizeOf = (file: string): number => {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

/** @param finish called when the copy is complete, before it replaces the previous one */
const writeCopy = async (file: string, finish: () => void, signal: AbortSignal): Promise<void> => {
  const fresh = `${copyOf(file)}.new`
  // Remove the remains of an interrupted copy.
  rmSync(fresh, { force: true })
  writeFileSync(fresh, '', { mode: privateMode })
  try {
    await copyDatabase(file, fresh, signal)
    finish()
    await rename(fresh, copyOf(file))
    await syncFolder(dirname(file))
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot sync folders and does not need to.
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
