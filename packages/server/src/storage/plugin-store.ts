import { MarineDataError, type PluginClaim } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import { putChoice, putValues } from './operations/plugins.ts'

/** The skipper's choices for a plugin. */
export interface PluginChoice {
  readonly isEnabled: boolean
  /** Undefined when no settings were saved. */
  readonly settings: Readonly<Record<string, unknown>> | undefined
}

export interface PluginStoreLimits {
  readonly keys: number
  readonly valueBytes: number
  readonly totalBytes: number
}

const tables = `
  CREATE TABLE IF NOT EXISTS plugin (
    name TEXT PRIMARY KEY, enabled INTEGER NOT NULL, settings TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS plugin_value (
    plugin TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (plugin, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS plugin_consent (plugin TEXT PRIMARY KEY, claims TEXT NOT NULL) STRICT;
`

/** Stores the skipper's choices for plugins, consents, and the plugins' own values. */
export class PluginStore {
  readonly #database: DatabaseSync
  readonly #writer: StoreWriter

  constructor(database: DatabaseSync, writer: StoreWriter) {
    this.#database = database
    this.#writer = writer
    database.exec(tables)
  }

  /** Undefined for a plugin without a saved choice. */
  choice(name: string): PluginChoice | undefined {
    const row = this.#database.prepare('SELECT enabled, settings FROM plugin WHERE name = ?').get(name)
    if (row === undefined) return undefined
    const { enabled, settings } = row
    return {
      isEnabled: enabled === 1,
      // Only `decide` writes this column.
      settings: typeof settings === 'string' ? (JSON.parse(settings) as Record<string, unknown>) : undefined,
    }
  }

  /** Saves the given members and leaves the others unchanged. Resolves when they are on disk. */
  async decide(name: string, change: Partial<PluginChoice>): Promise<void> {
    await this.#writer.write(putChoice, name, {
      ...(change.isEnabled !== undefined && { enabled: change.isEnabled }),
      ...('settings' in change && {
        settings: change.settings === undefined ? null : JSON.stringify(change.settings),
      }),
    })
  }

  /** The claims that an owner approved; undefined when no consent is recorded. */
  consent(plugin: string): readonly PluginClaim[] | undefined {
    const row = this.#database.prepare('SELECT claims FROM plugin_consent WHERE plugin = ?').get(plugin)
    // Only `giveConsent` writes this column.
    return typeof row?.['claims'] === 'string' ? (JSON.parse(row['claims']) as PluginClaim[]) : undefined
  }

  /** The consent is on disk when this returns. */
  giveConsent(plugin: string, claims: readonly PluginClaim[]): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO plugin_consent (plugin, claims) VALUES (?, ?)')
      .run(plugin, JSON.stringify(claims))
  }

  value(plugin: string, key: string): unknown {
    const row = this.#database
      .prepare('SELECT value FROM plugin_value WHERE plugin = ? AND key = ?')
      .get(plugin, key)
    return typeof row?.['value'] === 'string' ? JSON.parse(row['value']) : undefined
  }

  /**
   * Saves all values or nothing. `null` removes a key. Resolves when they are on disk.
   * @throws MarineDataError `storage-full`
   */
  async saveValues(
    plugin: string,
    values: Readonly<Record<string, unknown>>,
    limits: PluginStoreLimits,
  ): Promise<void> {
    const texts = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, textOf(key, value, limits)]),
    )
    const { keys, totalBytes } = limits
    const result = await this.#writer.write(putValues, { plugin, texts }, { keys, totalBytes })
    if (result === 'stored') return
    const limit = result === 'too-many-keys' ? `${keys} values` : `${totalBytes} bytes`
    throw new MarineDataError('storage-full', `A plugin can store at most ${limit}`)
  }
}

const textOf = (key: string, value: unknown, { valueBytes }: PluginStoreLimits): string | null => {
  if (value === null || value === undefined) return null
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > valueBytes)
    throw new MarineDataError('storage-full', `The value of "${key}" is larger than ${valueBytes} bytes`)
  return text
}
