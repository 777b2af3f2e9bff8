import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkedSettings, loadSettings, settingsFaults } from './settings.ts'

const placesIn = (settings: unknown): string[] => settingsFaults(settings).map(({ path }) => path)

test('no settings are good settings', () => {
  assert.deepEqual(settingsFaults({}), [])
})

test('everything a skipper can set is accepted together', () => {
  const settings = {
    productWord: 'seadata',
    host: '::1',
    port: 0,
    mmsi: '211234567',
    name: 'Seestern',
    logLevel: 'debug',
    bounds: { contexts: 10, pathsPerContext: 10, sourcesPerPath: 2, values: 100, contextTimeout: 60 },
    sources: [{ path: 'navigation', sources: ['gps', 'ais.1'] }],
    metadata: { 'navigation.speedOverGround': { timeout: 3, zones: [{ upper: 2, state: 'warn' }] } },
  }
  assert.deepEqual(settingsFaults(settings), [])
  assert.deepEqual(checkedSettings(settings, 'here'), settings)
})

test('each setting is refused at its place when it does not fit', () => {
  for (const [settings, place] of [
    [{ productWord: 'Sea' }, '/productWord'],
    [{ port: 65_536 }, '/port'],
    [{ port: -1 }, '/port'],
    [{ port: '3000' }, '/port'],
    [{ port: 30.5 }, '/port'],
    [{ mmsi: 211234567 }, '/mmsi'],
    [{ mmsi: '111234567' }, '/mmsi'],
    [{ name: '' }, '/name'],
    [{ logLevel: 'loud' }, '/logLevel'],
    [{ bounds: { contexts: 0 } }, '/bounds/contexts'],
    [{ bounds: { contextTimeout: 1 } }, '/bounds/contextTimeout'],
    [{ bounds: { boats: 1 } }, '/bounds/boats'],
    [{ sources: [{ path: 'navigation', sources: ['no good'] }] }, '/sources/0/sources/0'],
    [{ metadata: { name: { unit: 'm' } } }, '/metadata/name/unit'],
    [{ colour: 'blue' }, '/colour'],
    [[], ''],
    ['settings', ''],
    [null, ''],
  ] as const)
    assert.deepEqual(placesIn(settings), [place], JSON.stringify(settings))
})

test('only an address of this machine itself may be listened on', () => {
  for (const host of ['127.0.0.1', '127.255.0.9', '::1', 'localhost', '::ffff:127.0.0.1'])
    assert.deepEqual(placesIn({ host }), [], host)
  for (const host of [
    '0.0.0.0',
    '::',
    '192.168.1.5',
    '128.0.0.1',
    '127.1.example.com',
    '127.0.0.1.example.com',
    'localhost.example.com',
    '::10',
    '',
  ])
    assert.deepEqual(placesIn({ host }), ['/host'], host)
})

test('a refusal names the place of the settings and each fault on a line of its own', () => {
  assert.throws(
    () => checkedSettings({ port: -1, name: '' }, 'settings.json'),
    (error) => {
      assert.ok(error instanceof MarineDataError)
      assert.equal(error.code, 'invalid-settings')
      assert.match(error.message, /^settings\.json is not acceptable:\n {2}\/port: .+\n {2}\/name: .+$/)
      assert.equal(error.details.errors?.length, 2)
      return true
    },
  )
})

test('a folder without a file has no settings, and a broken file is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-settings-'))
  try {
    assert.deepEqual(loadSettings(folder), {})
    writeFileSync(join(folder, 'settings.json'), '{"name":"Seestern"}')
    assert.deepEqual(loadSettings(folder), { name: 'Seestern' })
    writeFileSync(join(folder, 'settings.json'), '{"name":')
    assert.throws(() => loadSettings(folder), /settings\.json is not JSON/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
