import type { PluginCatalogue, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertProblem, exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { Publisher, type Version } from './plugin-publisher.ts'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const api = '/marinedata/v2/api'
const limit = { timeout: 300_000 }

const first: Version = { version: '1.0.0', paths: ['environment.tide.*'] }
const second: Version = {
  version: '1.1.0',
  paths: ['environment.tide.*', 'navigation.*'],
  changelog: '# Changes\n\n## 1.1.0\n\nKnows the tidal stream.\n\n## 1.0.0\n\nThe first one.\n',
}

const catalogueOf = ({ url }: Boat): Promise<PluginCatalogue> => getJson(url, `${api}/plugin-catalogue`)
const reportOf = ({ url }: Boat): Promise<PluginReport> => getJson(url, `${api}/plugins/tides`)
const install = ({ url }: Boat, version: string): Promise<Exchange> =>
  exchange(url, `${api}/plugin-catalogue/tides/install`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version }),
  })
const assertRefused = async (boat: Boat, reason: RegExp): Promise<void> =>
  assert.match(assertProblem(await install(boat, '1.0.0'), 'invalid-value').detail, reason)
const remove = ({ url }: Boat, name: string): Promise<Exchange> =>
  exchange(url, `${api}/plugins/${name}`, { method: 'DELETE' })

test(
  'a plugin is installed, enabled, updated after approval, and removed while the server runs',
  limit,
  async () => {
    using club = await Publisher.open()
    await club.publish(first)
    await using boat = await startBoat({ settings: { plugins: { catalogue: club.address } } })
    const { plugins } = await catalogueOf(boat)
    assert.deepEqual(
      plugins.map(({ name, version, installed, changes }) => [name, version, installed, changes]),
      [['tides', '1.0.0', null, null]],
    )
    assert.ok(
      plugins[0]?.claims.some(({ kind, value }) => kind === 'write' && value === 'environment.tide.*'),
    )

    assert.equal((await install(boat, '1.0.0')).status, 200)
    assert.deepEqual([(await reportOf(boat)).state, (await reportOf(boat)).enabled], ['disabled', false])
    assert.equal((await exchange(boat.url, `${api}/plugins/tides/enable`, { method: 'POST' })).status, 200)
    assert.equal((await reportOf(boat)).state, 'running')

    await club.publish(second)
    const [update] = (await catalogueOf(boat)).plugins
    assert.deepEqual([update?.installed, update?.version], ['1.0.0', '1.1.0'])
    assert.equal(update?.changes, 'Knows the tidal stream.')
    assert.deepEqual(update?.newClaims, [{ kind: 'write', value: 'navigation.*' }])
    assertProblem(await install(boat, '1.0.0'), 'invalid-value')
    assert.equal((await install(boat, '1.1.0')).status, 200)
    assert.equal((await reportOf(boat)).state, 'needs-consent')
    assert.equal((await exchange(boat.url, `${api}/plugins/tides/approve`, { method: 'POST' })).status, 200)
    assert.deepEqual([(await reportOf(boat)).state, (await reportOf(boat)).version], ['running', '1.1.0'])

    assert.equal((await remove(boat, 'tides')).status, 200)
    assertProblem(await exchange(boat.url, `${api}/plugins/tides`), 'plugin-not-found')
    assert.ok(!existsSync(join(boat.folder, 'plugins', 'tides')))
    await until(
      async () => JSON.stringify(await getJson(boat.url, `${api}/access/audit?kind=plugin`)),
      (audit) => audit.includes('plugin-installed') && audit.includes('plugin-removed'),
    )
  },
)

test('what does not fit its description in the catalogue is not installed', limit, async () => {
  using club = await Publisher.open()
  await club.publish(first)
  await using boat = await startBoat({ settings: { plugins: { catalogue: club.address } } })
  const catalogueFile = join(club.folder, 'catalogue.json')
  const sound = readFileSync(catalogueFile, 'utf8')

  club.pack({ ...first, paths: ['*'] })
  await assertRefused(boat, /checksum/)
  // Somebody changes the rights in the catalogue, but not the plugin.
  club.pack(first)
  await club.publish(first)
  writeFileSync(catalogueFile, readFileSync(catalogueFile, 'utf8').replace('environment.tide.*', 'a.b'))
  await assertRefused(boat, /manifest/)
  writeFileSync(catalogueFile, sound.replace('"tides.tgz"', '"file:///etc/hostname"'))
  await assertRefused(boat, /no address/)
  rmSync(club.file)
  writeFileSync(catalogueFile, sound)
  await assertRefused(boat, /has no tides\.tgz/)
  writeFileSync(catalogueFile, '{"format":2}')
  assertProblem(await exchange(boat.url, `${api}/plugin-catalogue`), 'no-provider')
  assert.ok(!existsSync(join(boat.folder, 'plugins', 'tides')))
})

test('without a catalogue nothing is offered, and plugins of the server are not removed', limit, async () => {
  await using boat = await startBoat({})
  assertProblem(await exchange(boat.url, `${api}/plugin-catalogue`), 'not-found')
  assertProblem(await remove(boat, 'simulator'), 'invalid-value')
  assertProblem(await remove(boat, 'tides'), 'plugin-not-found')
})

test(
  'a conflict is named in the catalogue, and after the installation until the plugin is enabled',
  limit,
  async () => {
    using club = await Publisher.open()
    await club.publish({ version: '1.0.0', paths: ['environment.wind.speedTrue', 'environment.tide.*'] })
    await using boat = await startBoat({ settings: { plugins: { catalogue: club.address } } })
    const change = async (plugin: string, verb: string): Promise<void> =>
      assert.equal(
        (await exchange(boat.url, `${api}/plugins/${plugin}/${verb}`, { method: 'POST' })).status,
        200,
      )
    const conflict = { kind: 'path', plugin: 'derived-data', value: 'environment.wind.speedTrue' }
    assert.deepEqual((await catalogueOf(boat)).plugins[0]?.conflicts, [])
    await change('derived-data', 'enable')
    assert.deepEqual((await catalogueOf(boat)).plugins[0]?.conflicts, [conflict])

    assert.equal((await install(boat, '1.0.0')).status, 200)
    assert.deepEqual((await reportOf(boat)).conflicts, [conflict])
    await change('derived-data', 'disable')
    assert.deepEqual((await reportOf(boat)).conflicts, [])
    await change('tides', 'enable')
    const derived = await getJson<PluginReport>(boat.url, `${api}/plugins/derived-data`)
    assert.deepEqual(derived.conflicts, [{ ...conflict, plugin: 'tides' }])
    await change('derived-data', 'enable')
    assert.deepEqual((await reportOf(boat)).conflicts, [], 'the owner has decided')
  },
)

test('two installations at the same time: one is refused, and the plugin is whole', limit, async () => {
  using club = await Publisher.open()
  await club.publish(first)
  await using boat = await startBoat({ settings: { plugins: { catalogue: club.address } } })
  const answers = await Promise.all([install(boat, '1.0.0'), install(boat, '1.0.0')])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
  )
  assert.equal((await reportOf(boat)).state, 'disabled')
})
