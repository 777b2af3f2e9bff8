import {
  actorKey,
  MarineDataError,
  preferenceLimits,
  type Identity,
  type Preferences,
} from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import { putPreferences } from './operations/preferences.ts'

const tables = 'CREATE TABLE IF NOT EXISTS preference (actor TEXT PRIMARY KEY, members TEXT NOT NULL) STRICT'

/** More than any boat has people and devices. Beyond it the preferences unchanged for longest are removed. */
export const maxPeople = 256

/** Whether a value is nested at most this deep. `JSON.stringify` fails on very deep values. */
const isNestedWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isNestedWithin(levels - 1, inner)))

/** Stores the console preferences of each person and device. */
export class PreferenceStore {
  readonly #database: DatabaseSync
  readonly #writer: StoreWriter

  constructor(database: DatabaseSync, writer: StoreWriter) {
    this.#database = database
    this.#writer = writer
    database.exec(tables)
  }

  /** Empty when no preferences were saved. */
  of(identity: Identity): Preferences {
    const text = this.#text(actorKey(identity))
    // Only `save` writes this column.
    return text === undefined ? {} : (JSON.parse(text) as Preferences)
  }

  /**
   * Saves the preferences and replaces all previous ones. Resolves when they are on disk.
   * @throws MarineDataError `too-large` or `invalid-value`
   */
  async save(identity: Identity, preferences: Preferences): Promise<void> {
    const { bytes, levels } = preferenceLimits
    if (!isNestedWithin(levels, preferences))
      throw new MarineDataError('invalid-value', `Preferences can be nested at most ${levels} levels deep`)
    const text = JSON.stringify(preferences)
    if (Buffer.byteLength(text) > bytes)
      throw new MarineDataError('too-large', `Preferences can have at most ${bytes} bytes`)
    // Pages repeat unchanged preferences. Skip those writes: they wear out the memory card.
    const actor = actorKey(identity)
    if (text === this.#text(actor)) return
    await this.#writer.write(putPreferences, { actor, members: text }, maxPeople)
  }

  #text(actor: string): string | undefined {
    const row = this.#database.prepare('SELECT members FROM preference WHERE actor = ?').get(actor)
    return typeof row?.['members'] === 'string' ? row['members'] : undefined
  }
}
