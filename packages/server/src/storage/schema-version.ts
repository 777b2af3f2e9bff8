import { MarineDataError } from '@marinedata/model'
import type { DatabaseSync } from 'node:sqlite'
import { atomically } from './atomically.ts'

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined

/**
 * Version 1: the audit covers more than commands. The device becomes the subject; both ends of the chain are stored.
 */
const widenAudit = (database: DatabaseSync): void => {
  if (!hasTable(database, 'audit')) return
  database.exec(`
    DROP INDEX IF EXISTS audit_of_device;
    ALTER TABLE audit RENAME COLUMN device TO subject;
    ALTER TABLE audit ADD COLUMN kind TEXT NOT NULL DEFAULT 'command';
    CREATE TABLE audit_chain (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      removed INTEGER NOT NULL, beginning TEXT NOT NULL, last INTEGER NOT NULL, hash TEXT NOT NULL
    ) STRICT;
    INSERT INTO audit_chain
      SELECT 1, 0, printf('%064d', 0), number, hash FROM audit ORDER BY number DESC LIMIT 1;
  `)
}

/** Version 2: people have an identity other than their name. */
const identifyPeople = (database: DatabaseSync): void => {
  if (!hasTable(database, 'person')) return
  database.exec(`
    ALTER TABLE person ADD COLUMN id TEXT NOT NULL DEFAULT '';
    UPDATE person SET id = lower(hex(randomblob(8)));
  `)
}

/**
 * Version 3: preferences belong to a kind of actor and its identity, before to a name. Devices and tokens had the
 * prefix `device.`; `local` was every caller in open mode. Preferences of others, who are gone, are dropped.
 */
const keyPreferencesByActor = (database: DatabaseSync): void => {
  if (!hasTable(database, 'preference')) return
  database.exec(`
    ALTER TABLE preference RENAME TO preference_by_name;
    CREATE TABLE preference (actor TEXT PRIMARY KEY, members TEXT NOT NULL) STRICT;
    INSERT INTO preference SELECT 'local:local', members FROM preference_by_name WHERE who = 'local';
  `)
  if (hasTable(database, 'person'))
    database.exec(`
      INSERT INTO preference SELECT 'person:' || id, members FROM preference_by_name JOIN person ON name = who;
      INSERT INTO preference
        SELECT iif(role = 'device', 'device:', 'token:') || id, members
        FROM preference_by_name JOIN credential ON kind = 'token' AND 'device.' || name = who;
    `)
  database.exec('DROP TABLE preference_by_name')
}

/**
 * Version 4 marks credentials of Signal K apps. Older ones are unmarked: they are not accepted in an address until the app signs
 * in again.
 */
const markFamilyCredentials = (database: DatabaseSync): void => {
  if (!hasTable(database, 'credential')) return
  database.exec('ALTER TABLE credential ADD COLUMN token_in_address TEXT')
}

/**
 * Migrations to the next version, starting at version 0. New tables need no migration: each store creates its own
 * tables, and older programs ignore them.
 */
const steps: readonly ((database: DatabaseSync) => void)[] = [
  widenAudit,
  identifyPeople,
  keyPreferencesByActor,
  markFamilyCredentials,
]

export const newestVersion = steps.length

export const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'])

/** @throws MarineDataError when a newer version of the program has migrated the database */
export const rejectNewerVersion = (version: number, file: string): void => {
  if (version <= newestVersion) return
  throw new MarineDataError(
    'internal',
    `${file} was written by a newer version of this program (${version}; this one knows ${newestVersion}). ` +
      'Nothing was changed. Start the newer version, or use another data folder with --data',
  )
}

/** Migrates a database to the current version, in one transaction. */
export const migrate = (database: DatabaseSync): void => {
  if (versionOf(database) === newestVersion) return
  atomically(database, () => {
    for (const step of steps.slice(versionOf(database))) step(database)
    database.exec(`PRAGMA user_version = ${newestVersion}`)
  })
}
