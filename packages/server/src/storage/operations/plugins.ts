import type { DatabaseSync } from 'node:sqlite'
import { operation } from '#storage/writer/operation.ts'

/** Changed choices for a plugin. Absent members stay unchanged. */
export interface ChoiceRow {
  readonly enabled?: boolean
  /** As JSON; null removes the settings. */
  readonly settings?: string | null
}

export const putChoice = operation('plugin.choose', ({ database }, name: string, change: ChoiceRow) => {
  const stored = database.prepare('SELECT enabled, settings FROM plugin WHERE name = ?').get(name)
  const { enabled = stored?.['enabled'] === 1, settings = stored?.['settings'] } = change
  database
    .prepare('INSERT OR REPLACE INTO plugin (name, enabled, settings) VALUES (?, ?, ?)')
    .run(name, enabled ? 1 : 0, typeof settings === 'string' ? settings : null)
})

/** Values to store for a plugin: JSON by key; null removes a key. */
export interface PluginValues {
  readonly plugin: string
  readonly texts: Readonly<Record<string, string | null>>
}

export type PutEnd = 'stored' | 'too-many-keys' | 'too-many-bytes'

export interface ValueLimits {
  readonly keys: number
  readonly totalBytes: number
}

/** Number of keys and bytes that the plugin would use with these values. */
const roomWith = (
  database: DatabaseSync,
  { plugin, texts }: PluginValues,
): { readonly keys: number; readonly bytes: number } => {
  const bytesByKey = new Map(
    database
      .prepare('SELECT key, octet_length(value) AS bytes FROM plugin_value WHERE plugin = ?')
      .all(plugin)
      .map(({ key, bytes }) => [String(key), Number(bytes)]),
  )
  for (const [key, text] of Object.entries(texts))
    if (text === null) bytesByKey.delete(key)
    else bytesByKey.set(key, Buffer.byteLength(text))
  return { keys: bytesByKey.size, bytes: [...bytesByKey.values()].reduce((sum, bytes) => sum + bytes, 0) }
}

/** Stores all values or nothing; null removes a key. Returns the exceeded limit when nothing was stored. */
export const putValues = operation(
  'plugin.put',
  ({ database }, { plugin, texts }: PluginValues, { keys, totalBytes }: ValueLimits): PutEnd => {
    const room = roomWith(database, { plugin, texts })
    if (room.keys > keys) return 'too-many-keys'
    if (room.bytes > totalBytes) return 'too-many-bytes'
    const remove = database.prepare('DELETE FROM plugin_value WHERE plugin = ? AND key = ?')
    const put = database.prepare('INSERT OR REPLACE INTO plugin_value (plugin, key, value) VALUES (?, ?, ?)')
    for (const [key, text] of Object.entries(texts))
      if (text === null) remove.run(plugin, key)
      else put.run(plugin, key, text)
    return 'stored'
  },
)

export const pluginOperations = [putChoice, putValues]
