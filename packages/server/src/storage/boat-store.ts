import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandAudit } from './command-audit.ts'
import { PluginShelf } from './plugin-shelf.ts'

/** What the boat must not forget: one SQLite file, on disk before anyone is told that it is. */
export class BoatStore implements Disposable {
  readonly plugins: PluginShelf
  readonly audit: CommandAudit
  readonly #database: DatabaseSync

  /** @param folder is made when it is not there; without one, nothing outlives the process */
  constructor(folder: string | undefined) {
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#database = new DatabaseSync(folder === undefined ? ':memory:' : join(folder, 'marinedata.db'))
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA busy_timeout = 2000;
      CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    `)
    this.plugins = new PluginShelf(this.#database)
    this.audit = new CommandAudit(this.#database)
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

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
