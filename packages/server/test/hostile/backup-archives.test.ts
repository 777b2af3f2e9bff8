import { backupFormat } from '@marinedata/model'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { restoreBackup } from '#backup/restore-backup.ts'
import { tarEnd, tarHeader, tarPadding } from '#backup/tar.ts'
import { BoatStore } from '#storage/boat-store.ts'
import { checksumOf } from '#tar-block.ts'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { isFullForm } from '@marinedata/testing/time-limit'

/** The files in a data folder but those of the lock. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('server.'))
    .toSorted()

const limit = { timeout: 110_000 }
const megabyte = 1_000_000
const bombBytes = (isFullForm ? 1_000 : 200) * megabyte

interface Entry {
  readonly path: string
  readonly content: Buffer
  readonly mode?: number
  /** Type of the entry: a file when absent. */
  readonly type?: string
  readonly link?: string
}

/** A header with a type or a target that no writer of backups uses. */
const headerOf = ({ path, content, mode = 0o600, type = '0', link = '' }: Entry): Buffer => {
  const header = tarHeader({ path, size: content.length, mode, modifiedAt: 0 })
  const block = header.subarray(-512)
  block.write(type, 156)
  block.write(link, 157)
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const packed = (entries: readonly Entry[]): Buffer =>
  Buffer.concat([
    ...entries.flatMap((entry) => [headerOf(entry), entry.content, tarPadding(entry.content.length)]),
    tarEnd,
  ])

const manifestOf = (entries: readonly Entry[]): Entry => {
  const files = entries.map(({ path, content }) => {
    return { path, size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
  })
  const head = {
    format: backupFormat,
    program: '1',
    layout: 1,
    schema: 0,
    madeAt: 't',
    vessel: {},
    without: [],
  }
  return { path: 'manifest.json', content: Buffer.from(JSON.stringify({ ...head, files })) }
}

/** An archive whose manifest agrees with its entries. */
const archiveOf = (entries: readonly Entry[]): Buffer => packed([...entries, manifestOf(entries)])

const file = (path: string, text = 'x'): Entry => ({ path, content: Buffer.from(text) })

/** A path that is too long for the header, and is in an extended one before it. */
const longPath = `charts/${'a/'.repeat(20)}../${'../'.repeat(30)}etc/cron.d/boat`

const zeros = Buffer.alloc(megabyte)

/** Zeros after a header that announces this many bytes, compressed. */
const bombOf = (path: string, bytes: number): Buffer => {
  const header = gzipSync(tarHeader({ path, size: bytes, mode: 0o600, modifiedAt: 0 }))
  const piece = gzipSync(zeros, { level: 9 })
  return Buffer.concat([header, ...Array.from({ length: bytes / megabyte }, () => piece)])
}

/** The hostile archives, made when they are needed, and the reason for which each is refused. */
const archives = (
  database: Entry,
): Readonly<Record<string, readonly [make: () => Buffer, reason: RegExp]>> => {
  const refusedBeside =
    (...entries: readonly Entry[]) =>
    () =>
      gzipSync(archiveOf([database, ...entries]))
  const special = (type: string, link = '') => refusedBeside({ ...file('plugins/x', ''), type, link })
  const notFile = /is a link, a folder or another entry/
  const whole = gzipSync(archiveOf([database]))
  const twice = packed([database, manifestOf([database]), file('settings.json', '{}')])
  return {
    'a path that leads out': [refusedBeside(file('../outside')), /unsafe path/],
    'a path that leads out later': [refusedBeside(file('charts/../../outside')), /unsafe path/],
    'a long path that leads out': [refusedBeside(file(longPath)), /unsafe path/],
    'an absolute path': [refusedBeside(file('/etc/cron.d/boat')), /unsafe path/],
    'a backslash': [refusedBeside(file('..\\outside')), /unsafe path/],
    'a line end in a path': [refusedBeside(file('plugins/a\nb')), /unsafe path/],
    'a hard link': [special('1', '/etc/shadow'), notFile],
    'a symbolic link': [special('2', '/etc'), notFile],
    'a symbolic link with the type of a file': [special('0', '/etc'), notFile],
    'a character device': [special('3'), notFile],
    'a block device': [special('4'), notFile],
    'a folder': [special('5'), notFile],
    'a pipe': [special('6'), notFile],
    'a long name of GNU': [special('L'), notFile],
    'a global header': [special('g'), notFile],
    'a file twice': [refusedBeside(file('settings.json', '{}'), file('settings.json', '{}')), /twice/],
    'the lock of a server': [refusedBeside(file('server.lock')), /does not belong to a backup/],
    'files after the manifest': [() => gzipSync(twice), /continues after its manifest/],
    'an end in the database': [() => whole.subarray(0, whole.length / 2), /damaged|not a complete backup/],
    'an end in the manifest': [
      () => gzipSync(archiveOf([database]).subarray(0, -1_024 - 200)),
      /damaged|not a complete backup/,
    ],
    'a manifest of 99 MB': [() => bombOf('manifest.json', 99 * megabyte), /manifest is damaged/],
    'a manifest of 101 MB': [() => bombOf('manifest.json', 101 * megabyte), /manifest is too large/],
    'a chart of zeros without a manifest': [
      () => bombOf('charts/zeros.pmtiles', bombBytes),
      /not a complete backup|MB that are available/,
    ],
    'a chart beyond the disk': [
      () => gzipSync(tarHeader({ path: 'charts/a', size: 1e15 - 1, mode: 0o600, modifiedAt: 0 })),
      /MB that are available/,
    ],
  }
}

test('hostile backups are refused, and leave nothing behind', limit, async (context) => {
  await using folder = await temporaryFolder()
  const data = join(folder.path, 'data')
  {
    using store = new BoatStore(data)
    store.saveFactNow('course', 'north')
  }
  const database: Entry = { path: 'marinedata.db', content: readFileSync(join(data, 'marinedata.db')) }
  const before = filesIn(data)
  const backup = join(folder.path, 'boat.tar.gz')
  const cases = Object.entries(archives(database))
  for (const [title, [make, reason]] of cases) {
    writeFileSync(backup, make())
    await assert.rejects(restoreBackup({ file: backup, folder: data }), reason, title)
    assert.deepEqual(readdirSync(folder.path).toSorted(), ['boat.tar.gz', 'data'], title)
    assert.deepEqual(filesIn(data), before, title)
  }
  using store = new BoatStore(data)
  assert.equal(store.readFact('course'), 'north')
  context.diagnostic(`${cases.length} archives refused`)
})

test('a restored program is not setuid, and nobody else may write it', limit, async () => {
  await using folder = await temporaryFolder()
  const from = join(folder.path, 'from')
  {
    using store = new BoatStore(from)
    store.saveFactNow('course', 'south')
  }
  const database: Entry = { path: 'marinedata.db', content: readFileSync(join(from, 'marinedata.db')) }
  const backup = join(folder.path, 'boat.tar.gz')
  const program: Entry = { ...file('plugins/run'), mode: 0o6777 }
  writeFileSync(backup, gzipSync(archiveOf([database, program])))
  mkdirSync(join(folder.path, 'data'))
  await restoreBackup({ file: backup, folder: join(folder.path, 'data') })
  assert.equal(statSync(join(folder.path, 'data', 'plugins', 'run')).mode & 0o7777, 0o755)
})
