import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What the boat must not forget: one SQLite file, on disk before anyone is told that it is. */
export class BoatStore implements Disposable {
  readonly #database: DatabaseSync

  /** @param folder is made when it is not there */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#database = new DatabaseSync(join(folder, 'marinedata.db'))
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA busy_timeout = 2000;
      CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    `)
  }

  /** A fact by its name; made and kept the first time it is asked for. */
  fact(name: string, make: () => string): string {
    const known = this.#database.prepare('SELECT value FROM fact WHERE name = ?').get(name)
    if (typeof known?.['value'] === 'string') return known['value']
    const value = make()
    this.#database.prepare('INSERT INTO fact (name, value) VALUES (?, ?)').run(name, value)
    return value
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
