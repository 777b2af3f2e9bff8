import { operation } from '#storage/writer/operation.ts'

/** Saves preferences and replaces all previous ones. Removes the rows unchanged for longest beyond the limit. */
export const putPreferences = operation(
  'preference.put',
  (
    { database },
    { actor, members }: { readonly actor: string; readonly members: string },
    maxPeople: number,
  ) => {
    // REPLACE gives the row a new rowid: it becomes the newest.
    database.prepare('INSERT OR REPLACE INTO preference (actor, members) VALUES (?, ?)').run(actor, members)
    database
      .prepare(
        'DELETE FROM preference WHERE rowid NOT IN (SELECT rowid FROM preference ORDER BY rowid DESC LIMIT ?)',
      )
      .run(maxPeople)
  },
)

export const preferenceOperations = [putPreferences]
