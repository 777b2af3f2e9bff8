import { actorLabel, MarineDataError, preferenceLimits, type Preferences } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import { putPreferences } from './operations/preferences.ts'

const tables = 'CREATE TABLE IF NOT EXISTS preference (who TEXT PRIMARY KEY, members TEXT NOT NULL) STRICT'

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
  readonly #isPerson: (name: string) => boolean

  /** @param isPerson whether a name belongs to a person: a device must not read a person's preferences */
  constructor(database: DatabaseSync, writer: StoreWriter, isPerson: (name: string) => boolean = () => true) {
    this.#database = database
    this.#writer = writer
    this.#isPerson = isPerson
    database.exec(tables)
  }

  /** Empty when no preferences were saved. */
  of(who: string): Preferences {
    const text = this.#text(who) ?? this.#legacyText(who)
    // Only `save` writes this column.
    return text === undefined ? {} : (JSON.parse(text) as Preferences)
  }

  /**
   * Saves the preferences and replaces all previous ones. Resolves when they are on disk.
   * @throws MarineDataError `too-large` or `invalid-value`
   */
  async save(who: string, preferences: Preferences): Promise<void> {
    const { bytes, levels } = preferenceLimits
    if (!isNestedWithin(levels, preferences))
      throw new MarineDataError('invalid-value', `Preferences can be nested at most ${levels} levels deep`)
    const text = JSON.stringify(preferences)
    if (Buffer.byteLength(text) > bytes)
      throw new MarineDataError('too-large', `Preferences can have at most ${bytes} bytes`)
    // Pages repeat unchanged preferences. Skip those writes: they wear out the memory card.
    if (text === this.#text(who)) return
    await this.#writer.write(putPreferences, { who, members: text }, maxPeople)
  }

  /** Preferences that an older server version saved for a device under its bare name. */
  #legacyText(who: string): string | undefined {
    const name = actorLabel(who)
    return name === who || this.#isPerson(name) ? undefined : this.#text(name)
  }

  #text(who: string): string | undefined {
    const row = this.#database.prepare('SELECT members FROM preference WHERE who = ?').get(who)
    return typeof row?.['members'] === 'string' ? row['members'] : undefined
  }
}
