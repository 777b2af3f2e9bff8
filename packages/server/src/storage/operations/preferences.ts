import { operation } from '#storage/writer/operation.ts'

/** Keeps these in place of all that were kept before; who said something longest ago makes room. */
export const putPreferences = operation(
  'preference.put',
  (
    { database },
    { who, members }: { readonly who: string; readonly members: string },
    mostPeople: number,
  ) => {
    // Replaced, the row becomes the newest.
    database.prepare('INSERT OR REPLACE INTO preference (who, members) VALUES (?, ?)').run(who, members)
    database
      .prepare(
        'DELETE FROM preference WHERE rowid NOT IN (SELECT rowid FROM preference ORDER BY rowid DESC LIMIT ?)',
      )
      .run(mostPeople)
  },
)

export const preferenceOperations = [putPreferences]
