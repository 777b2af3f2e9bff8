import { backupFormat, serverActor, type BackupManifest } from '@marinedata/model'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { discardUnfinishedRestore, finishRestore } from '../data-folder.ts'
import { lockFolder } from '../folder-lock.ts'
import { BoatStore } from '../storage/boat-store.ts'
import { writeBackupFile } from './backup-file.ts'
import { restoreBackup } from './restore-backup.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

const program = '1.2.3'

/** A folder with the data folder of a boat. */
class Place implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'marinedata-backup-'))
  readonly data = join(this.path, 'data')
  readonly file = join(this.path, 'boat.tar.gz')
  readonly history = join(this.data, 'plugin-data', 'recorder', 'history.db')

  constructor() {
    using store = new BoatStore(this.data)
    store.saveFactNow('course', 'north')
    const event = { kind: 'server', operation: 'repaired', actor: serverActor, subject: 'storage' } as const
    store.audit.recordEvent(event, 't')
    this.put('settings.json', '{"name":"Aura"}')
    this.put('settings.json.good', '{}')
    this.put('marinedata.db.good', 'not this one')
    this.put('charts/harbour.pmtiles', 'chart')
    this.put(`plugins/node_modules/${'long-name-'.repeat(15)}/index.js`, 'run()')
    mkdirSync(dirname(this.history), { recursive: true })
    symlinkSync('/etc/passwd', join(this.data, 'plugins', 'link'))
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(join(this.data, path)), { recursive: true })
    writeFileSync(join(this.data, path), text)
  }

  read(path: string): string {
    return readFileSync(join(this.data, path), 'utf8')
  }

  get course(): string | undefined {
    using store = new BoatStore(this.data)
    return store.readFact('course')
  }

  /** Names beside the data folder and the backup. */
  get others(): string[] {
    return readdirSync(this.path).filter((name) => !['data', 'boat.tar.gz'].includes(name))
  }

  write(without: readonly ('charts' | 'history')[] = []) {
    return writeBackupFile(this.file, { folder: this.data, without, program })
  }

  restore() {
    return restoreBackup({ file: this.file, folder: this.data })
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true })
  }
}

test('a backup of a database in use restores everything as it was, and the last good copy does not undo it', async () => {
  using place = new Place()
  // The last change is only in the journal, and the connection stays open.
  using history = new DatabaseSync(place.history)
  history.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE segment (number INTEGER); INSERT INTO segment VALUES (7)',
  )
  const { manifest, skipped } = await place.write()
  assert.deepEqual(skipped, ['plugins/link'])
  assert.equal(statSync(place.file).mode & 0o777, 0o600)
  assert.deepEqual(
    manifest.files.slice(0, 3).map(({ path }) => path),
    ['audit.key', 'audit.head', 'marinedata.db'],
  )
  assert.deepEqual(place.others, [])
  history.close()
  {
    using store = new BoatStore(place.data)
    store.saveFactNow('course', 'south')
    store.saveFactNow('copies-made', '1000')
  }
  place.put('settings.json', '{}')
  place.put('added-later', '')
  const { before, taken } = await place.restore()
  assert.deepEqual(taken, [])
  assert.equal(place.course, 'north')
  assert.equal(place.read('settings.json'), '{"name":"Aura"}')
  assert.equal(place.read('charts/harbour.pmtiles'), 'chart')
  assert.equal(place.read(`plugins/node_modules/${'long-name-'.repeat(15)}/index.js`), 'run()')
  assert.ok(
    !existsSync(join(place.data, 'added-later')) && !existsSync(join(place.data, 'marinedata.db.good')),
  )
  assert.ok(before !== undefined && existsSync(join(before, 'added-later')))
  {
    using restored = new DatabaseSync(place.history)
    assert.equal(restored.prepare('SELECT number FROM segment').get()?.['number'], 7)
  }
  using store = new BoatStore(place.data)
  assert.equal(store.audit.findBreak(), undefined)
  const [newest] = store.audit.page({ limit: 1, before: 1_000 })
  assert.ok(newest !== undefined && 'operation' in newest && newest.operation === 'restored')
})

test('parts that a backup does not have are taken over from the present folder', async () => {
  using place = new Place()
  {
    using history = new DatabaseSync(place.history)
    history.exec('CREATE TABLE segment (number INTEGER)')
  }
  const { manifest } = await place.write(['charts', 'history'])
  assert.ok(!manifest.files.some(({ path }) => path.startsWith('charts') || path.includes('recorder')))
  place.put('charts/new.pmtiles', 'new')
  const { taken } = await place.restore()
  assert.deepEqual(taken, ['charts', 'history'])
  assert.equal(place.read('charts/new.pmtiles'), 'new')
  assert.ok(existsSync(place.history))
})

test('a restore is refused while a server uses the folder', async () => {
  using place = new Place()
  await place.write()
  using _server = lockFolder(place.data)
  await assert.rejects(place.restore(), /runs a server on/)
  assert.deepEqual(place.others, [])
})

test('an interrupted restore ends with the new folder, or with the old one', async () => {
  using place = new Place()
  const ready = `${place.data}-restore-ready`
  // Killed between the two renames.
  renameSync(place.data, ready)
  finishRestore(place.data)
  assert.equal(place.course, 'north')
  // Killed before the first: what is left over is removed, with the folder locked.
  for (const name of [ready, `${place.data}-restore-new`]) mkdirSync(name)
  finishRestore(place.data)
  discardUnfinishedRestore(place.data)
  assert.deepEqual(place.others, [])
  assert.equal(place.course, 'north')
})

suite('a backup that is not acceptable changes nothing', () => {
  type Entry = readonly [path: string, content: string]

  const archiveOf = (entries: readonly Entry[], change: Partial<BackupManifest> = {}): Buffer => {
    const head = { format: backupFormat, program, layout: 1, schema: 0, madeAt: 't', vessel: {}, without: [] }
    const files = entries.map(([path, text]) => {
      return { path, size: text.length, sha256: createHash('sha256').update(text).digest('hex') }
    })
    const manifest = JSON.stringify({ ...head, files, ...change })
    const parts = [...entries, ['manifest.json', manifest] as const].flatMap(([path, text]) => [
      tarHeader({ path, size: text.length, mode: 0o600, modifiedAt: 0 }),
      Buffer.from(text),
      tarPadding(text.length),
    ])
    return Buffer.concat([...parts, tarEnd])
  }

  /** Turns the first entry of an archive into another type. */
  const withType = (archive: Buffer, type: string): Buffer => {
    archive.write(type, 156)
    archive.fill(' ', 148, 156)
    const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0)
    archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return archive
  }

  const database: Entry = ['marinedata.db', 'x']
  const cases: readonly (readonly [string, Buffer, RegExp])[] = [
    ['a path that leads out', archiveOf([database, ['../outside', 'x']]), /unsafe path "\.\.\/outside"/],
    ['an absolute path', archiveOf([['/etc/cron.d/x', 'x'], database]), /unsafe path/],
    ['a symbolic link', withType(archiveOf([database]), '2'), /is a link, a folder or another entry/],
    ['a hard link', withType(archiveOf([database]), '1'), /is a link, a folder or another entry/],
    ['a last good copy', archiveOf([database, ['marinedata.db.good', 'x']]), /does not belong to a backup/],
    ['a file twice', archiveOf([database, database]), /twice/],
    ['no database', archiveOf([['settings.json', '{}']]), /contains no database/],
    ['a newer format', archiveOf([database], { format: 99 }), /newer version .* \(format 99/],
    ['a newer layout', archiveOf([database], { layout: 99 }), /layout of a newer version/],
    ['a newer schema', archiveOf([database], { schema: 99 }), /newer version of this program \(99/],
    ['a file that the manifest does not have', archiveOf([database], { files: [] }), /not in its manifest/],
    [
      'a database that is none',
      archiveOf([['marinedata.db', 'x'.repeat(600)]]),
      /The backup was not restored/,
    ],
    [
      'a size beyond the disk',
      tarHeader({ path: 'a', size: 1e15 - 1, mode: 0, modifiedAt: 0 }),
      /MB that are available/,
    ],
  ]
  test('because of what it contains', async () => {
    using place = new Place()
    for (const [what, archive, reason] of cases) {
      writeFileSync(place.file, gzipSync(archive))
      await assert.rejects(place.restore(), reason, what)
      assert.deepEqual(place.others, [], what)
    }
    assert.equal(place.course, 'north')
  })

  test('because it is damaged or incomplete', async () => {
    using place = new Place()
    await place.write()
    const whole = readFileSync(place.file)
    const unpacked = gunzipSync(whole)
    const at = unpacked.indexOf('"Aura"')
    unpacked.write('Avia', at)
    for (const bytes of [
      whole.subarray(0, -20),
      gzipSync(unpacked),
      gzipSync(unpacked.subarray(0, 9_000)),
      Buffer.from('no'),
    ]) {
      writeFileSync(place.file, bytes)
      await assert.rejects(place.restore(), /damaged|not a complete backup/)
      assert.deepEqual(place.others, [])
    }
  })
})
