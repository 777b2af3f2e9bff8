import { actorLabel, MarineDataError, preferenceLimits, type Preferences } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreWriter } from './writer/operation.ts'
import { putPreferences } from './operations/preferences.ts'

const tables = 'CREATE TABLE IF NOT EXISTS preference (who TEXT PRIMARY KEY, members TEXT NOT NULL) STRICT'

/** More than a boat has people and devices at a time; who has gone without a word is forgotten at last. */
export const mostPeople = 256

/** What is nested without end could not be written down. */
const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isWithin(levels - 1, inner)))

/** How everyone aboard likes to see things. */
export class PreferenceShelf {
  readonly #database: DatabaseSync
  readonly #writer: StoreWriter
  readonly #isPerson: (name: string) => boolean

  /** @param isPerson whether a name is a person's: a device does not inherit what is theirs */
  constructor(database: DatabaseSync, writer: StoreWriter, isPerson: (name: string) => boolean = () => true) {
    this.#database = database
    this.#writer = writer
    this.#isPerson = isPerson
    database.exec(tables)
  }

  /** Nothing for someone who never said. */
  of(who: string): Preferences {
    const text = this.#text(who) ?? this.#textOfBefore(who)
    // Written by `keep` and by nothing else.
    return text === undefined ? {} : (JSON.parse(text) as Preferences)
  }

  /**
   * Keeps these in place of all that were kept before; resolves when they are on disk.
   * @throws MarineDataError `too-large` or `invalid-value`
   */
  async keep(who: string, preferences: Preferences): Promise<void> {
    const { bytes, levels } = preferenceLimits
    if (!isWithin(levels, preferences))
      throw new MarineDataError('invalid-value', `Preferences are nested ${levels} levels deep at most`)
    const text = JSON.stringify(preferences)
    if (Buffer.byteLength(text) > bytes)
      throw new MarineDataError('too-large', `At most ${bytes} bytes are kept for each person`)
    // A page may say the same again and again: only what is new wears out the card.
    if (text === this.#text(who)) return
    await this.#writer.write(putPreferences, { who, members: text }, mostPeople)
  }

  /** What an older server kept for a device under its bare name. */
  #textOfBefore(who: string): string | undefined {
    const name = actorLabel(who)
    return name === who || this.#isPerson(name) ? undefined : this.#text(name)
  }

  #text(who: string): string | undefined {
    const row = this.#database.prepare('SELECT members FROM preference WHERE who = ?').get(who)
    return typeof row?.['members'] === 'string' ? row['members'] : undefined
  }
}
