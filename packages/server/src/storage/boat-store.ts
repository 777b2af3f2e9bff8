import { extname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { InlineWriter } from './writer/inline-writer.ts'
import type { StoreWriter } from './writer/operation.ts'
import { ThreadWriter, type ThreadWriterOptions } from './writer/thread-writer.ts'
import { DatabaseWriter } from './writer/database-writer.ts'
import { SqliteAccessStore } from './access-store.ts'
import { SqliteAlertStore } from './alert-store.ts'
import { AuditLog } from './audit-log.ts'
import type { AuditRecord } from './audit/audit-chain.ts'
import { SqliteBoatDetailsStore } from './boat-details-store.ts'
import type { CopyServiceOptions } from './copies/copy-service.ts'
import { SqliteCourseStore } from './course-store.ts'
import { databaseName, openBesideServer, openDatabase, openInMemory } from './open-database.ts'
import { putDecision, putFact, type Decision } from './operations/facts.ts'
import { PluginStore } from './plugin-store.ts'
import { PreferenceStore } from './preference-store.ts'
import { SqliteResourceStore } from './resource-store.ts'

export interface BoatStoreOptions {
  /** False for a CLI command next to a running server: nothing is repaired or migrated then. */
  readonly mayRepair?: boolean
  /** Why nothing can be saved, for a copy of the data folder in memory. Writes fail once the server has started. */
  readonly unsaved?: string | undefined
}

// The built program is packed into another folder of the same depth, hence the detour through `../storage`.
const threadFile = new URL(`../storage/writer/writer-thread${extname(import.meta.url)}`, import.meta.url)

/**
 * All persistent data of the server: one SQLite file and its last good copy. A write resolves only when it is on disk.
 * Reads happen in this thread. One writer does all writes, in this thread or, after `writeInThread`, in a worker
 * thread.
 */
export class BoatStore implements Disposable {
  readonly plugins: PluginStore
  readonly access: SqliteAccessStore
  readonly alerts: SqliteAlertStore
  readonly boat: SqliteBoatDetailsStore
  readonly course: SqliteCourseStore
  readonly preferences: PreferenceStore
  readonly audit: AuditLog
  /** Repairs made when the database was opened, as messages for people. */
  readonly repairs: readonly string[]
  /** Number of failed writes without a caller waiting for them. */
  lostWrites = 0
  /** Why nothing can be saved until the next start; undefined when changes are saved. */
  readonly unsaved: string | undefined
  readonly #database: DatabaseSync
  readonly #folder: string | undefined
  readonly #databaseWriter: DatabaseWriter
  #writer: StoreWriter
  readonly #currentWriter: StoreWriter = {
    write: (operation, ...args) => this.#writer.write(operation, ...args),
    post: (operation, ...args) => this.#writer.post(operation, ...args),
  }

  /** @param folder created when missing; undefined for a database in memory */
  constructor(folder: string | undefined, { mayRepair = true, unsaved }: BoatStoreOptions = {}) {
    const opened =
      folder === undefined ? openInMemory() : (mayRepair ? openDatabase : openBesideServer)(folder)
    this.#folder = folder
    this.unsaved = unsaved
    this.#database = opened.database
    this.repairs = opened.repairs
    this.#database.exec('CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
    this.#databaseWriter = new DatabaseWriter(this.#database, {
      folder,
      file: folder && join(folder, databaseName),
    })
    this.#writer = new InlineWriter(this.#databaseWriter, () => void this.lostWrites++)
    const writer = this.#currentWriter
    this.plugins = new PluginStore(this.#database, writer)
    this.preferences = new PreferenceStore(this.#database, writer)
    this.audit = new AuditLog({ database: this.#database, writer, chain: this.#databaseWriter.audit })
    this.access = new SqliteAccessStore({
      database: this.#database,
      writer,
      databaseWriter: this.#databaseWriter,
    })
    this.alerts = new SqliteAlertStore(this.#database, writer)
    this.boat = new SqliteBoatDetailsStore(this.#database, writer)
    this.course = new SqliteCourseStore(this.#database, writer)
  }

  /** The stored resources of one kind. Call it only before `writeInThread`: it creates a missing table. */
  resources<Item extends { readonly id: string }>(kind: string): SqliteResourceStore<Item> {
    return new SqliteResourceStore(this.#database, kind, this.#currentWriter)
  }

  /** Reads a fact, and creates and saves it when it is missing. Call it only before `writeInThread`. */
  ensureFact(name: string, create: () => string): string {
    const known = this.readFact(name)
    if (known !== undefined) return known
    const value = create()
    this.saveFactNow(name, value)
    return value
  }

  /** Reads a fact; undefined when it was never saved. */
  readFact(name: string): string | undefined {
    const known = this.#database.prepare('SELECT value FROM fact WHERE name = ?').get(name)
    return typeof known?.['value'] === 'string' ? known['value'] : undefined
  }

  /** Saves a fact and replaces its previous value. Resolves when it is on disk. */
  saveFact(name: string, value: string): Promise<void> {
    return this.#writer.write(putFact, name, value)
  }

  /** Saves a decision of a person as a fact. Resolves when it is on disk, with its audit entry. */
  saveDecision(decision: Decision, entry: AuditRecord): Promise<void> {
    return this.#writer.write(putDecision, decision, entry)
  }

  /** Saves a fact synchronously in this thread. For rare decisions of people. */
  saveFactNow(name: string, value: string): void {
    this.#databaseWriter.run((step) => putFact.run(step, name, value))
  }

  /** SQLite's data version. It changes whenever another connection writes. */
  changes(): number {
    return Number(this.#database.prepare('PRAGMA data_version').get()?.['data_version'])
  }

  /** Moves all writes and the copies to a worker thread. Dispose of the result to stop the thread. */
  writeInThread(
    options: Omit<ThreadWriterOptions, 'folder' | 'file' | 'threadFile' | 'onLost'>,
  ): ThreadWriter {
    if (this.#folder === undefined)
      throw new TypeError('A database in memory cannot be written by a worker thread')
    const thread = new ThreadWriter({
      ...options,
      threadFile,
      folder: this.#folder,
      file: join(this.#folder, databaseName),
      onLost: () => void this.lostWrites++,
    })
    this.#writer = thread
    return thread
  }

  /** Makes all writes fail like those to a read-only disk: a change that is lost must not be reported as saved. */
  rejectWrites(): void {
    this.#database.exec('PRAGMA query_only = ON')
  }

  /** Keeps the last good copy up to date in this thread. Makes a final copy when disposed of. */
  startCopies(onEnd: CopyServiceOptions['onEnd'], timing?: CopyServiceOptions['timing']): AsyncDisposable {
    return this.#databaseWriter.startCopies({ onEnd, ...(timing !== undefined && { timing }) })
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
