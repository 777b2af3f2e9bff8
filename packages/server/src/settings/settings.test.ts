import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedSettings, settingsFaults } from './settings.ts'

const placesIn = (settings: unknown): string[] => settingsFaults(settings).map(({ path }) => path)

test('accepts empty settings', () => {
  assert.deepEqual(settingsFaults({}), [])
})

test('accepts all settings together', () => {
  const settings = {
    productWord: 'seadata',
    host: '::1',
    port: 0,
    mmsi: '211234567',
    name: 'Seestern',
    logLevel: 'debug',
    announce: { plotters: false },
    bounds: { contexts: 10, pathsPerContext: 10, sourcesPerPath: 2, values: 100, contextTimeout: 60 },
    sources: [{ path: 'navigation', sources: ['gps', 'ais.1'] }],
    metadata: { 'navigation.speedOverGround': { timeout: 3, zones: [{ upper: 2, state: 'warn' }] } },
  }
  assert.deepEqual(settingsFaults(settings), [])
  assert.deepEqual(checkedSettings(settings, 'here'), settings)
})

test('reports the path of each invalid setting', () => {
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
    [{ announce: { plotters: 'yes' } }, '/announce/plotters'],
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

test('accepts any host but an empty one', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '192.168.1.5'])
    assert.deepEqual(placesIn({ host }), [], host)
  assert.deepEqual(placesIn({ host: '' }), ['/host'])
})

test('accepts only host names and origins in access', () => {
  assert.deepEqual(
    placesIn({ access: { names: ['boat.example'], origins: ['https://charts.example:8443'] } }),
    [],
  )
  assert.deepEqual(placesIn({ access: { names: ['boat.example/x'] } }), ['/access/names/0'])
  for (const origin of ['*', 'null', 'https://charts.example/', 'charts.example', 'https://*.example'])
    assert.deepEqual(placesIn({ access: { origins: [origin] } }), ['/access/origins/0'], origin)
})

test('an error names the file and lists each fault on its own line', () => {
  assert.throws(
    () => checkedSettings({ port: -1, name: '' }, 'settings.json'),
    (error) => {
      assert.ok(error instanceof MarineDataError)
      assert.equal(error.code, 'invalid-settings')
      assert.match(error.message, /^settings\.json is not valid:\n {2}\/port: .+\n {2}\/name: .+$/)
      assert.equal(error.details.errors?.length, 2)
      return true
    },
  )
})
