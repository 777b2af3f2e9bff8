import type { PluginClaim, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { assertProblem, exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const base = '/marinedata/v2/api/plugins'
const limit = { timeout: 300_000 }
const modest = { writes: { paths: ['trips.*'] } }

/** Installs a plugin that says hello, with this manifest. */
const install = async (
  data: string,
  folder: string,
  { packageName = folder, ...manifest }: { readonly packageName?: string; readonly [claim: string]: unknown },
): Promise<void> => {
  const home = join(data, 'plugins', folder)
  await mkdir(home, { recursive: true })
  await writeFile(
    join(home, 'package.json'),
    JSON.stringify({ name: packageName, type: 'module', main: 'main.js' }),
  )
  await cp(join(import.meta.dirname, 'plugins', 'plain.js'), join(home, 'main.js'))
  await writeFile(
    join(home, 'marinedata-plugin.json'),
    JSON.stringify({ name: folder, version: '1.0.0', description: 'Says hello', ...manifest }),
  )
}

const post = (boat: Boat, path: string): Promise<Exchange> =>
  exchange(boat.url, `${base}/${path}`, { method: 'POST' })

const report = (boat: Boat, name = 'trips'): Promise<PluginReport> => getJson(boat.url, `${base}/${name}`)

const running = (boat: Boat, name?: string): Promise<PluginReport> =>
  until(
    () => report(boat, name),
    ({ state }) => state === 'running',
  )

const texts = (claims: readonly PluginClaim[]): string[] =>
  claims.map(({ kind, value }) => `${kind} ${value}`)

/** The audit entries of plugins, newest first. */
const events = async (boat: Boat): Promise<string[]> =>
  (await getJson<unknown[]>(boat.url, '/marinedata/v2/api/access/audit?kind=plugin')).map((entry) =>
    JSON.stringify(entry),
  )

test('a plugin with new claims waits for approval by an owner, also after restarts', limit, async () => {
  await using boat = await startBoat({ prepare: (folder) => install(folder, 'trips', modest) })
  assert.equal((await post(boat, 'trips/enable')).status, 200)
  await install(boat.folder, 'trips', {
    writes: { paths: ['trips.*', 'navigation.*'] },
    needs: ['network'],
  })
  for (let start = 1; start <= 2; start++) {
    await boat.restart()
    const held = await report(boat)
    assert.deepEqual([held.state, held.enabled, held.pid], ['needs-consent', true, null])
    assert.deepEqual(texts(held.newClaims), ['need network', 'write navigation.*'])
  }
  assertProblem(await post(boat, 'trips/enable'), 'plugin-not-running')
  assertProblem(await post(boat, 'trips/restart'), 'plugin-not-running')
  assert.equal((await post(boat, 'trips/approve')).status, 200)
  const approved = await running(boat)
  assert.deepEqual([approved.state, approved.newClaims], ['running', []])
  await boat.restart()
  assert.equal((await running(boat)).state, 'running')
  const noted = await events(boat)
  for (const operation of ['plugin-held', 'plugin-approved'])
    assert.ok(
      noted.some((entry) => entry.includes(operation) && entry.includes('navigation.*')),
      `${operation} is not in ${noted.join()}`,
    )
})

test('a plugin with fewer claims keeps running, and one of another package does not', limit, async () => {
  await using boat = await startBoat({ prepare: (folder) => install(folder, 'trips', modest) })
  assert.equal((await post(boat, 'trips/enable')).status, 200)
  await install(boat.folder, 'trips', { version: '2.0.0', writes: { paths: ['trips.length'] } })
  await boat.restart()
  assert.equal((await running(boat)).version, '2.0.0')
  await install(boat.folder, 'trips', { ...modest, packageName: 'some-nice-theme' })
  await boat.restart()
  const other = await report(boat)
  assert.deepEqual([other.state, texts(other.newClaims)], ['needs-consent', ['package some-nice-theme']])
})

test('names of the server and its built-in plugins are reserved', limit, async () => {
  await using boat = await startBoat({
    plugins: { enabledByDefault: ['anchor-watch'] },
    prepare: async (folder) => {
      await install(folder, 'some-nice-theme', { name: 'anchor-watch', version: '9.9.9' })
      for (const name of ['crew', 'server']) await install(folder, `${name}-plugin`, { name })
      await install(folder, 'first', { name: 'twice' })
      await install(folder, 'second', { name: 'twice' })
    },
  })
  const watch = await running(boat, 'anchor-watch')
  assert.deepEqual([watch.origin, watch.state], ['first-party', 'running'])
  const faultOf = async (name: string): Promise<string> => {
    const { state, enabled, lastFault } = await report(boat, name)
    assert.deepEqual([state, enabled], ['unusable', false])
    assertProblem(await post(boat, `${name}/enable`), 'plugin-failed')
    return lastFault?.message ?? ''
  }
  assert.match(
    await faultOf('some-nice-theme'),
    /"anchor-watch" is reserved for a plugin that comes with the product/,
  )
  assert.match(await faultOf('crew-plugin'), /"crew" is reserved for the server/)
  assert.match(await faultOf('server-plugin'), /"server" is reserved for the server/)
  assert.equal((await report(boat, 'twice')).state, 'disabled')
  assert.match(await faultOf('twice-2'), /The plugin in .*first has the same name "twice"/)
})

test('without a sandbox the server reports it everywhere, and runs plugins', limit, async () => {
  await using boat = await startBoat({
    plugins: { bwrap: '/nowhere/bwrap' },
    prepare: (folder) => install(folder, 'trips', modest),
  })
  assert.equal((await post(boat, 'trips/enable')).status, 200)
  const { sandbox } = await running(boat)
  assert.equal(sandbox?.active, false)
  assert.match(sandbox.reason ?? '', /\/nowhere\/bwrap/)
  assert.deepEqual(await getJson(boat.url, '/health'), { status: 'ok', pluginSandbox: false })
  assert.match((await exchange(boat.url, '/metrics')).text, /^marinedata_plugin_sandbox 0$/m)
})

test('without a required sandbox no plugin runs', limit, async () => {
  await using boat = await startBoat({
    plugins: { bwrap: '/nowhere/bwrap' },
    settings: { plugins: { sandbox: 'required' } },
    prepare: (folder) => install(folder, 'trips', modest),
  })
  assert.equal((await report(boat)).state, 'needs-sandbox')
  const { detail } = assertProblem(await post(boat, 'trips/enable'), 'plugin-not-running')
  assert.match(detail, /No plugin sandbox: .*the settings require a sandbox/)
  assert.equal((await report(boat)).pid, null)
})

test('a setting that grants a folder instead of a file waits for approval', limit, async () => {
  const settings = (grants: string) => ({
    settings: { type: 'object', properties: { log: { type: 'string', grants } } },
  })
  await using boat = await startBoat({ prepare: (folder) => install(folder, 'trips', settings('read')) })
  assert.equal((await post(boat, 'trips/enable')).status, 200)
  await install(boat.folder, 'trips', settings('ports'))
  await boat.restart()
  const held = await report(boat)
  assert.deepEqual([held.state, texts(held.newClaims)], ['needs-consent', ['grant-ports log']])
})

test(
  'a consent from before grants had kinds stays, and does not cover another kind later',
  limit,
  async () => {
    const settings = (grants: string) => ({
      settings: { type: 'object', properties: { log: { type: 'string', grants } } },
    })
    await using boat = await startBoat({ prepare: (folder) => install(folder, 'trips', settings('read')) })
    assert.equal((await post(boat, 'trips/enable')).status, 200)
    await boat.restart(undefined, (folder) => {
      using database = new DatabaseSync(join(folder, 'marinedata.db'))
      database.exec("UPDATE plugin_consent SET claims = replace(claims, 'grant-read', 'grant')")
    })
    assert.equal((await running(boat)).state, 'running')
    await install(boat.folder, 'trips', settings('ports'))
    await boat.restart()
    assert.deepEqual(texts((await report(boat)).newClaims), ['grant-ports log'])
  },
)
