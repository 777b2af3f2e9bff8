import { MarineDataError } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'

/** What the skipper decided about a plugin, and what became of it. */
export interface PluginChoice {
  readonly isEnabled: boolean
  /** Undefined while nothing was set. */
  readonly settings: Readonly<Record<string, unknown>> | undefined
  /** Why it is kept down; undefined when it is not. */
  readonly quarantine: string | undefined
}

export interface ShelfLimits {
  readonly keys: number
  readonly valueBytes: number
  readonly totalBytes: number
}

const tables = `
  CREATE TABLE IF NOT EXISTS plugin (
    name TEXT PRIMARY KEY, enabled INTEGER NOT NULL, settings TEXT, quarantine TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS plugin_value (
    plugin TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (plugin, key)
  ) STRICT, WITHOUT ROWID;
`

const none: PluginChoice = { isEnabled: false, settings: undefined, quarantine: undefined }

/** What is kept for plugins: the skipper's choices about them, and a shelf of values for each. */
export class PluginShelf {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(tables)
  }

  /** Undefined for a plugin about which nothing was ever decided. */
  choice(name: string): PluginChoice | undefined {
    const row = this.#database
      .prepare('SELECT enabled, settings, quarantine FROM plugin WHERE name = ?')
      .get(name)
    if (row === undefined) return undefined
    const { enabled, settings, quarantine } = row
    return {
      isEnabled: enabled === 1,
      // Written by `decide` and by nothing else.
      settings: typeof settings === 'string' ? (JSON.parse(settings) as Record<string, unknown>) : undefined,
      quarantine: typeof quarantine === 'string' ? quarantine : undefined,
    }
  }

  /** On disk when it returns. */
  decide(name: string, change: Partial<PluginChoice>): void {
    const { isEnabled, settings, quarantine } = { ...(this.choice(name) ?? none), ...change }
    this.#database
      .prepare('INSERT OR REPLACE INTO plugin (name, enabled, settings, quarantine) VALUES (?, ?, ?, ?)')
      .run(
        name,
        isEnabled ? 1 : 0,
        settings === undefined ? null : JSON.stringify(settings),
        quarantine ?? null,
      )
  }

  value(plugin: string, key: string): unknown {
    const row = this.#database
      .prepare('SELECT value FROM plugin_value WHERE plugin = ? AND key = ?')
      .get(plugin, key)
    return typeof row?.['value'] === 'string' ? JSON.parse(row['value']) : undefined
  }

  /**
   * Keeps values, all of them or none; `null` forgets a key. On disk when it returns.
   * @throws MarineDataError `storage-full`
   */
  keep(plugin: string, values: Readonly<Record<string, unknown>>, limits: ShelfLimits): void {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      for (const [key, value] of Object.entries(values)) this.#put(plugin, key, textOf(key, value, limits))
      this.#checkRoom(plugin, limits)
      this.#database.exec('COMMIT')
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }

  #put(plugin: string, key: string, text: string | undefined): void {
    if (text === undefined)
      this.#database.prepare('DELETE FROM plugin_value WHERE plugin = ? AND key = ?').run(plugin, key)
    else
      this.#database
        .prepare('INSERT OR REPLACE INTO plugin_value (plugin, key, value) VALUES (?, ?, ?)')
        .run(plugin, key, text)
  }

  #checkRoom(plugin: string, { keys, totalBytes }: ShelfLimits): void {
    const used = this.#database
      .prepare(
        'SELECT count(*) AS keys, sum(octet_length(value)) AS bytes FROM plugin_value WHERE plugin = ?',
      )
      .get(plugin)
    if (Number(used?.['keys']) > keys)
      throw new MarineDataError('storage-full', `A plugin keeps at most ${keys} values`)
    if (Number(used?.['bytes']) > totalBytes)
      throw new MarineDataError('storage-full', `A plugin keeps at most ${totalBytes} bytes`)
  }
}

const textOf = (key: string, value: unknown, { valueBytes }: ShelfLimits): string | undefined => {
  if (value === null || value === undefined) return undefined
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > valueBytes)
    throw new MarineDataError('storage-full', `The value of "${key}" is larger than ${valueBytes} bytes`)
  return text
}
