import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openDatabase } from '../open-database.ts'
import { newestVersion, versionOf } from '../schema-version.ts'
import { copyBeforeMigration } from './migration-copy.ts'

class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'marinedata-migration-'))
  readonly file = join(this.path, 'marinedata.db')
  readonly copies = join(this.path, 'before-migration');

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true })
  }
}

const writeOld = (file: string): void => {
  using database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA user_version = 1; CREATE TABLE route (name TEXT);
    INSERT INTO route VALUES ('home')`)
}

test('copies database and settings before a migration, and not before the first start', () => {
  using folder = new Folder()
  openDatabase(folder.path).database.close()
  assert.ok(!readdirSync(folder.path).includes('before-migration'))
  for (const end of ['', '-wal', '-shm']) rmSync(`${folder.file}${end}`, { force: true })
  writeOld(folder.file)
  writeFileSync(join(folder.path, 'settings.json'), '{"name":"Aura"}')
  const { database, repairs } = openDatabase(folder.path)
  assert.equal(versionOf(database), newestVersion)
  database.close()
  assert.deepEqual(repairs, [])
  const [name = '', ...others] = readdirSync(folder.copies)
  assert.deepEqual(others, [])
  assert.match(name, /^schema-1-\d{8}T\d{6}Z$/)
  const copy = join(folder.copies, name, 'marinedata.db')
  assert.equal(statSync(copy).mode & 0o777, 0o600)
  using old = new DatabaseSync(copy)
  assert.equal(versionOf(old), 1)
  assert.equal(old.prepare('SELECT name FROM route').get()?.['name'], 'home')
  assert.equal(readFileSync(join(folder.copies, name, 'settings.json'), 'utf8'), '{"name":"Aura"}')
})

test('keeps the three newest copies, and reports a copy that could not be made', () => {
  using folder = new Folder()
  writeOld(folder.file)
  for (const version of [9, 1, 10, 2, 2]) assert.deepEqual(copyBeforeMigration(folder.file, version), [])
  const versions = readdirSync(folder.copies).map((name) => Number(name.split('-')[1]))
  assert.deepEqual(new Set(versions), new Set([2, 9, 10]))
  const [message = ''] = copyBeforeMigration(join(folder.path, 'none.db'), 1)
  assert.match(message, /no copy of it could be made before: /)
  assert.equal(readdirSync(folder.copies).length, 3)
})
