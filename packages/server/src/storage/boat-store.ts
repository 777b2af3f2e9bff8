import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AccessShelf } from './access-shelf.ts'
import { AlertShelf } from './alert-shelf.ts'
import { AuditLog } from './audit-log.ts'
import { CourseShelf } from './course-shelf.ts'
import { CopyKeeper, type CopyKeeperOptions } from './copy-keeper.ts'
import { copiesFact } from './database-check.ts'
import { databaseName, openBesideServer, openDatabase, openInMemory } from './open-database.ts'
import { PluginShelf } from './plugin-shelf.ts'
import { PreferenceShelf } from './preference-shelf.ts'

export interface BoatStoreOptions {
  /** False for a command beside a server that may be running: then nothing is repaired. */
  readonly mayRepair?: boolean
}

/** What the boat must not forget: one SQLite file, on disk before anyone is told that it is, and the last good copy of it. */
export class BoatStore implements Disposable {
  readonly plugins: PluginShelf
  readonly access: AccessShelf
  readonly alerts: AlertShelf
  readonly course: CourseShelf
  readonly preferences: PreferenceShelf
  readonly audit: AuditLog
  /** What was damaged and put right when it was opened, as people read it. */
  readonly repairs: readonly string[]
  readonly #database: DatabaseSync
  readonly #folder: string | undefined
  #copies: CopyKeeper | undefined

  /** @param folder is made when it is not there; without one, nothing outlives the process */
  constructor(folder: string | undefined, { mayRepair = true }: BoatStoreOptions = {}) {
    const opened =
      folder === undefined ? openInMemory() : (mayRepair ? openDatabase : openBesideServer)(folder)
    this.#folder = folder
    this.#database = opened.database
    this.repairs = opened.repairs
    this.#database.exec('CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
    this.plugins = new PluginShelf(this.#database)
    this.preferences = new PreferenceShelf(this.#database)
    this.audit = new AuditLog(this.#database)
    this.access = new AccessShelf(this.#database, {
      record: (deed) => this.audit.recordDeed({ kind: 'access', ...deed }, deed.at),
      onChange: () => this.keepCopySoon(),
    })
    this.alerts = new AlertShelf(this.#database, {
      record: ({ at, ...deed }) => this.audit.recordDeed({ kind: 'alert', details: undefined, ...deed }, at),
      onDeed: () => this.keepCopySoon(),
    })
    this.course = new CourseShelf(this.#database, {
      record: ({ at, ...deed }) => this.audit.recordDeed({ kind: 'course', details: undefined, ...deed }, at),
      onDeed: () => this.keepCopySoon(),
    })
  }

  /** A fact by its name; made and kept the first time it is asked for. */
  fact(name: string, make: () => string): string {
    const known = this.recall(name)
    if (known !== undefined) return known
    const value = make()
    this.keep(name, value)
    return value
  }

  /** A fact that may change; undefined while it was never kept. */
  recall(name: string): string | undefined {
    const known = this.#database.prepare('SELECT value FROM fact WHERE name = ?').get(name)
    return typeof known?.['value'] === 'string' ? known['value'] : undefined
  }

  /** Keeps a fact in place of what was kept before; on disk when it returns. */
  keep(name: string, value: string): void {
    this.#database.prepare('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)').run(name, value)
  }

  /** Another number whenever another process has written. */
  changes(): number {
    return Number(this.#database.prepare('PRAGMA data_version').get()?.['data_version'])
  }

  /** Keeps the last good copy up to date until disposed of, and then once more. */
  keepCopies(onEnd: CopyKeeperOptions['onEnd'], rhythm?: CopyKeeperOptions['rhythm']): AsyncDisposable {
    if (this.#folder === undefined) return new AsyncDisposableStack()
    this.#copies = new CopyKeeper({
      file: join(this.#folder, databaseName),
      state: () => ({ own: this.#ownChanges(), foreign: this.changes() }),
      announce: () => this.keep(copiesFact, String(Number(this.recall(copiesFact) ?? 0) + 1)),
      onEnd,
      ...(rhythm !== undefined && { rhythm }),
    })
    return this.#copies
  }

  /** What was just changed must not come back: the copy has it within two seconds. */
  keepCopySoon(): void {
    this.#copies?.copySoon()
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #ownChanges(): number {
    return Number(this.#database.prepare('SELECT total_changes() AS changes').get()?.['changes'])
  }
}
