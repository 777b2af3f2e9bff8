import { extname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { InlineWriter } from './writer/inline-writer.ts'
import type { StoreWriter } from './writer/operation.ts'
import { ThreadWriter, type ThreadWriterOptions } from './writer/thread-writer.ts'
import { WritingEnd } from './writer/writing-end.ts'
import { AccessShelf } from './access-shelf.ts'
import { AlertShelf } from './alert-shelf.ts'
import { AuditLog } from './audit-log.ts'
import type { CopyKeeperOptions } from './copies/copy-keeper.ts'
import { CourseShelf } from './course-shelf.ts'
import { databaseName, openBesideServer, openDatabase, openInMemory } from './open-database.ts'
import { putFact } from './operations/facts.ts'
import { PluginShelf } from './plugin-shelf.ts'
import { PreferenceShelf } from './preference-shelf.ts'

export interface BoatStoreOptions {
  /** False for a command beside a server that may be running: then nothing is repaired. */
  readonly mayRepair?: boolean
}

// In the packed program this is another folder, as deep as this one.
const threadFile = new URL(`../storage/writer/writer-thread${extname(import.meta.url)}`, import.meta.url)

/**
 * What the boat must not forget: one SQLite file, on disk before anyone is told that it is, and the last good copy of it. It
 * is read here, and written by one writer: in this thread, or after `writeInThread` in another.
 */
export class BoatStore implements Disposable {
  readonly plugins: PluginShelf
  readonly access: AccessShelf
  readonly alerts: AlertShelf
  readonly course: CourseShelf
  readonly preferences: PreferenceShelf
  readonly audit: AuditLog
  /** What was damaged and put right when it was opened, as people read it. */
  readonly repairs: readonly string[]
  /** Writes that failed and that nobody was waiting for. */
  lostWrites = 0
  readonly #database: DatabaseSync
  readonly #folder: string | undefined
  readonly #end: WritingEnd
  #writer: StoreWriter

  /** @param folder is made when it is not there; without one, nothing outlives the process */
  constructor(folder: string | undefined, { mayRepair = true }: BoatStoreOptions = {}) {
    const opened =
      folder === undefined ? openInMemory() : (mayRepair ? openDatabase : openBesideServer)(folder)
    this.#folder = folder
    this.#database = opened.database
    this.repairs = opened.repairs
    this.#database.exec('CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
    this.#end = new WritingEnd(this.#database, { folder, file: folder && join(folder, databaseName) })
    this.#writer = new InlineWriter(this.#end, () => void this.lostWrites++)
    const writer: StoreWriter = {
      write: (operation, ...args) => this.#writer.write(operation, ...args),
      post: (operation, ...args) => this.#writer.post(operation, ...args),
    }
    this.plugins = new PluginShelf(this.#database, writer)
    this.preferences = new PreferenceShelf(
      this.#database,
      writer,
      (name) => this.access.person(name) !== undefined,
    )
    this.audit = new AuditLog({ database: this.#database, writer, chain: this.#end.audit })
    this.access = new AccessShelf({ database: this.#database, writer, end: this.#end })
    this.alerts = new AlertShelf(this.#database, writer)
    this.course = new CourseShelf(this.#database, writer)
  }

  /** A fact by its name; made and kept the first time it is asked for. Before `writeInThread` only. */
  fact(name: string, make: () => string): string {
    const known = this.recall(name)
    if (known !== undefined) return known
    const value = make()
    this.keepNow(name, value)
    return value
  }

  /** A fact that may change; undefined while it was never kept. */
  recall(name: string): string | undefined {
    const known = this.#database.prepare('SELECT value FROM fact WHERE name = ?').get(name)
    return typeof known?.['value'] === 'string' ? known['value'] : undefined
  }

  /** Keeps a fact in place of what was kept before; resolves when it is on disk. */
  keep(name: string, value: string): Promise<void> {
    return this.#writer.write(putFact, name, value)
  }

  /** The same at once, in this thread: for what people decide once in a while. */
  keepNow(name: string, value: string): void {
    this.#end.run((step) => putFact.run(step, name, value))
  }

  /** Another number whenever another connection has written. */
  changes(): number {
    return Number(this.#database.prepare('PRAGMA data_version').get()?.['data_version'])
  }

  /** Writes in a thread of its own from now on, which keeps the last good copy as well; dispose of it to end that. */
  writeInThread(
    options: Omit<ThreadWriterOptions, 'folder' | 'file' | 'threadFile' | 'onLost'>,
  ): ThreadWriter {
    if (this.#folder === undefined) throw new TypeError('A database in memory has no thread of its own')
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

  /** Keeps the last good copy up to date in this thread, until disposed of and then once more. */
  keepCopies(onEnd: CopyKeeperOptions['onEnd'], rhythm?: CopyKeeperOptions['rhythm']): AsyncDisposable {
    return this.#end.keepCopies({ onEnd, ...(rhythm !== undefined && { rhythm }) })
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
