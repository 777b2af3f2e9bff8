import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { grantsOf } from './settings-grants.ts'

const schema = {
  type: 'object',
  properties: {
    file: { type: 'string', default: '/', grants: 'read' },
    ports: { type: 'array', default: ['/home/*'], grants: 'ports' },
    note: { type: 'string' },
  },
}

/** A data folder with a database, next to a folder with a log. */
const machine = (t: TestContext) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'marinedata-grants-')))
  t.after(() => rmSync(folder, { recursive: true }))
  const boat = join(folder, 'boat')
  mkdirSync(boat)
  mkdirSync(join(folder, 'logs'))
  writeFileSync(join(boat, 'marinedata.db'), '')
  writeFileSync(join(folder, 'logs', 'sail.log'), '')
  return { folder, boat, log: join(folder, 'logs', 'sail.log') }
}

test('grants only what a person has set, never a default of the schema', (t) => {
  const { boat, log } = machine(t)
  assert.deepEqual(grantsOf(schema, {}, boat), { files: [], portFolders: [] })
  assert.deepEqual(grantsOf(schema, { file: log, note: '/etc/passwd' }, boat).files, [log])
  assert.deepEqual(grantsOf(schema, { file: 'relative.log' }, boat).files, [])
})

test('never grants a folder, a device or the data folder of the server', (t) => {
  const { folder, boat, log } = machine(t)
  const link = join(folder, 'logs', 'link.log')
  symlinkSync(join(boat, 'marinedata.db'), link)
  const refused = ['/', folder, '/dev/null', boat, join(boat, 'marinedata.db'), join(boat, 'not-yet'), link]
  for (const file of refused)
    assert.throws(() => grantsOf(schema, { file }, boat), { code: 'invalid-settings' }, file)
  assert.deepEqual(grantsOf(schema, { file: log }, undefined).files, [log])
})

test('grants the folder of a port only for a path that looks like one', (t) => {
  const { folder, boat, log } = machine(t)
  const link = join(folder, 'relay.link')
  symlinkSync('/dev/null', link)
  const folderOf = (port: string) => grantsOf(schema, { ports: [port] }, boat).portFolders
  for (const port of [log, join(folder, 'logs', 'passwords.txt'), boat])
    assert.throws(() => folderOf(port), { code: 'invalid-settings' }, port)
  const logs = join(folder, 'logs')
  for (const port of ['ttyGPS0', 'gps', 'relay', 'port*'])
    assert.deepEqual(folderOf(join(logs, port)), [logs])
  assert.throws(() => folderOf(link), /contains the data folder/)
})

test('grants a folder with serial ports unless it contains the data folder of the server', (t) => {
  const { folder, boat } = machine(t)
  const ports = join(folder, 'logs')
  assert.deepEqual(
    grantsOf(schema, { ports: [`${ports}/*`, '/dev/ttyXR*', '/nowhere/*'] }, boat).portFolders,
    [ports],
  )
  for (const pattern of ['/*', `${folder}/*`, `${boat}/*`])
    assert.throws(() => grantsOf(schema, { ports: [pattern] }, boat), { code: 'invalid-settings' }, pattern)
})
