import type { Notification, PluginList, PluginLog, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertProblem, exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const notebook = join(import.meta.dirname, 'plugins', 'notebook.ts')
const base = '/marinedata/v2/api/plugins'
const limit = { timeout: 300_000 }

const send = (
  boat: Boat,
  path: string,
  { method = 'POST', body }: { readonly method?: string; readonly body?: unknown } = {},
): Promise<Exchange> =>
  exchange(boat.url, `${base}/${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })

const post = (boat: Boat, path: string, body?: unknown): Promise<Exchange> => send(boat, path, { body })

const set = (boat: Boat, settings: unknown): Promise<Exchange> =>
  send(boat, 'notebook/settings', { method: 'PUT', body: settings })

const report = (boat: Boat, name = 'notebook'): Promise<PluginReport> => getJson(boat.url, `${base}/${name}`)

const running = (boat: Boat, name?: string): Promise<PluginReport> =>
  until(
    () => report(boat, name),
    ({ state }) => state === 'running',
  )

const valueAt = async (boat: Boat, path: string): Promise<unknown> => {
  const { status, text } = await exchange(boat.url, `/marinedata/v1/api/vessels/self/${path}`)
  return status === 200 ? (JSON.parse(text) as { value: unknown }).value : undefined
}

test('a plugin named at the start runs and is fully reported', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [notebook] } })
  const stated = await running(boat)
  assert.equal(stated.version, '1.2.3')
  assert.equal(stated.origin, 'given')
  assert.deepEqual(stated.status, { level: 'ok', message: 'start number 1' })
  const [wheel] = stated.devices
  assert.deepEqual(
    { ...wheel, reportedAt: null },
    {
      id: 'wheel',
      kind: 'autopilot',
      online: true,
      details: {
        states: [{ name: 'standby', engaged: false }],
        modes: [{ name: 'compass', kind: 'heading' }],
        operations: [],
      },
      report: { state: 'standby', mode: 'compass', target: null },
      reportedAt: null,
    },
  )
  assert.notEqual(stated.pid, null)
  // Measured at intervals.
  await until(
    () => report(boat),
    ({ residentBytes }) => (residentBytes ?? 0) > 10e6,
  )
  const busy = await until(
    () => report(boat),
    ({ deltasPerSecond }) => deltasPerSecond > 5,
  )
  assert.ok(busy.deltasPerSecond > 5 && busy.messagesPerSecond > 5)
  const lines = await getJson<PluginLog>(boat.url, `${base}/notebook/log`)
  assert.ok(lines.some(({ level, message }) => level === 'info' && message === 'under way'))
  const list = await getJson<PluginList>(boat.url, base)
  assert.deepEqual(list['notebook']?.manifest, stated.manifest)
})

test('its values are in the tree under its own source or a source below it', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [notebook] } })
  await running(boat)
  const leaf = await getJson<{ $source: string }>(
    boat.url,
    '/marinedata/v1/api/vessels/self/navigation/trip/starts',
  )
  assert.equal(leaf.$source, 'notebook')
  await using stream = await StreamListener.open(boat.url)
  stream.put('environment.depth.belowKeel', 7.5)
  await until(
    () => valueAt(boat, 'environment/water/echo'),
    (value) => value === 7.5,
  )
  const echo = await getJson<{ value: number; $source: string }>(
    boat.url,
    '/marinedata/v1/api/vessels/self/environment/water/echo',
  )
  assert.deepEqual([echo.value, echo.$source], [7.5, 'notebook.echo'])
})

test(
  'an action is answered when done, rejected with the message of the plugin, and limited in time',
  limit,
  async () => {
    await using boat = await startBoat({ plugins: { given: [notebook] } })
    await running(boat)
    const done = await post(boat, 'notebook/actions/repeat', { words: 'all well' })
    assert.deepEqual(JSON.parse(done.text), {
      state: 'COMPLETED',
      statusCode: 200,
      message: 'OK',
      result: 'all well',
    })
    const refused = assertProblem(await post(boat, 'notebook/actions/refuse', {}), 'plugin-failed')
    assert.match(refused.detail, /The pages are full/)
    assertProblem(await post(boat, 'notebook/actions/dawdle', {}), 'unconfirmed')
    assert.equal((await report(boat)).unanswered, 1)
    assertProblem(await post(boat, 'notebook/actions/repeat', { word: 'all well' }), 'invalid-body')
    assertProblem(await post(boat, 'notebook/actions/constructor', {}), 'not-found')
    assertProblem(await post(boat, 'nobody/actions/repeat', {}), 'plugin-not-found')
  },
)

test('an alarm is raised and cleared with the plugin as source', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [notebook] } })
  await running(boat)
  await post(boat, 'notebook/actions/alarm', { isOn: true })
  const raised = await getJson<{ value: { state: string }; $source: string }>(
    boat.url,
    '/marinedata/v1/api/vessels/self/notifications/navigation/trip',
  )
  assert.deepEqual([raised.value.state, raised.$source], ['warn', 'notebook'])
  await post(boat, 'notebook/actions/alarm', { isOn: false })
  const cleared = await valueAt(boat, 'notifications/navigation/trip')
  const { state, status } = cleared as Notification
  assert.deepEqual([state, status], ['normal', 'rectified'])
})

test('a disabled plugin is gone, an enabled one runs, and its stored values remain', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [notebook] } })
  const before = await running(boat)
  assert.equal((await post(boat, 'notebook/disable')).status, 200)
  const off = await report(boat)
  assert.deepEqual([off.state, off.enabled, off.pid, off.devices.length], ['disabled', false, null, 0])
  assert.throws(() => process.kill(before.pid!, 0), { code: 'ESRCH' })
  assertProblem(await post(boat, 'notebook/actions/repeat', { words: 'x' }), 'plugin-not-running')
  assertProblem(await post(boat, 'notebook/restart'), 'plugin-not-running')
  assert.equal((await post(boat, 'notebook/enable')).status, 200)
  const on = await report(boat)
  assert.deepEqual([on.state, on.enabled], ['running', true])
  assert.deepEqual(on.status, { level: 'ok', message: 'start number 2' })
  assert.equal((await post(boat, 'notebook/restart')).status, 200)
  assert.deepEqual((await report(boat)).status, { level: 'ok', message: 'start number 3' })
})

test('settings are validated, survive a restart, and are not shown to readers', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [notebook] } })
  await running(boat)
  const wrong = assertProblem(await set(boat, { period: 'often' }), 'invalid-settings')
  assert.equal(wrong.errors[0]?.path, '/period')
  assert.equal((await set(boat, { period: 0.5 })).status, 200)
  assert.deepEqual((await report(boat)).status, { level: 'ok', message: 'start number 2' })
  assert.deepEqual(await getJson(boat.url, `${base}/notebook/settings`), { period: 0.5 })
  assert.ok(!('settings' in (await report(boat))))
  await boat.restart()
  await running(boat)
  assert.deepEqual(await getJson(boat.url, `${base}/notebook/settings`), { period: 0.5 })
})

test('a plugin without a required setting is not retried, and runs as soon as it is set', limit, async () => {
  await using boat = await startBoat({
    plugins: { given: [join(import.meta.dirname, '..', '..', '..', 'plugins', 'file-replay')] },
  })
  const lacking = await until(
    () => report(boat, 'file-replay'),
    ({ state }) => state === 'quarantined',
  )
  assert.equal(lacking.state, 'quarantined')
  assert.match(lacking.quarantine ?? '', /\/file: is missing/)
  assert.deepEqual(lacking.faults, { 'start-failed': 1 })
  const file = join(import.meta.dirname, '..', '..', '..', 'plugins', 'file-replay', 'sample', 'sail.jsonl')
  const answer = await send(boat, 'file-replay/settings', { method: 'PUT', body: { file, speed: 10 } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await report(boat, 'file-replay')).state, 'running')
})

test('streams have no gap while a plugin is disabled, enabled and configured', limit, async () => {
  await using boat = await startBoat({ plugins: { given: [notebook] } })
  await running(boat)
  await using reader = await StreamListener.open(boat.url)
  await using writer = await StreamListener.open(boat.url, '?subscribe=none')
  let sent = 0
  const clock = setInterval(() => writer.put('navigation.log', ++sent), 10)
  using _clock = { [Symbol.dispose]: () => clearInterval(clock) }
  await sleep(100)
  await post(boat, 'notebook/disable')
  await post(boat, 'notebook/enable')
  await set(boat, { period: 0.1 })
  await post(boat, 'notebook/restart')
  await sleep(100)
  clearInterval(clock)
  const received = (): unknown[] => reader.valuesAt('navigation.log')
  await until(
    async () => received().at(-1),
    (last) => last === sent,
  )
  assert.deepEqual(
    received(),
    Array.from({ length: sent }, (_, index) => index + 1),
  )
})

test(
  'a plugin in the plugins folder waits until it is enabled, and runs after a restart of the server',
  limit,
  async () => {
    await using boat = await startBoat({
      prepare: async (folder) => {
        const home = join(folder, 'plugins', 'trips')
        await mkdir(home, { recursive: true })
        await writeFile(join(home, 'package.json'), '{"name":"trips","type":"module","main":"trips.js"}')
        await cp(join(import.meta.dirname, 'plugins', 'plain.js'), join(home, 'trips.js'))
        await writeFile(
          join(home, 'marinedata-plugin.json'),
          JSON.stringify({
            name: 'trips',
            version: '1.0.0',
            description: 'Says hello',
            writes: { paths: ['a.b'] },
          }),
        )
      },
    })
    const found = await report(boat, 'trips')
    assert.deepEqual([found.state, found.enabled, found.origin], ['disabled', false, 'folder'])
    assert.equal((await post(boat, 'trips/enable')).status, 200)
    await boat.restart()
    assert.equal((await running(boat, 'trips')).state, 'running')
    await boat.restart({ isSafe: true })
    assert.equal((await report(boat, 'trips')).state, 'safe-mode')
    assertProblem(await post(boat, 'trips/enable'), 'plugin-not-running')
  },
)

test('an invalid plugin is reported as such and affects no other', limit, async () => {
  await using boat = await startBoat({
    plugins: { given: [join(import.meta.dirname, 'plugins', 'silent.js'), '/nowhere/at-all'] },
    prepare: async (folder) => {
      await mkdir(join(folder, 'plugins', 'odd'), { recursive: true })
      await writeFile(
        join(folder, 'plugins', 'odd', 'marinedata-plugin.json'),
        '{"name":"odd","writes":{"path":1}}',
      )
    },
  })
  const faultOf = async (name: string): Promise<string> => {
    const { state, lastFault } = await report(boat, name)
    assert.equal(state, 'unusable')
    return lastFault?.message ?? ''
  }
  assert.match(await faultOf('odd'), /\/version: is missing/)
  assert.match(await faultOf('odd'), /\/writes\/path: is not a known member/)
  assert.match(await faultOf('silent'), /before it answered/)
  assert.match(await faultOf('at-all'), /There is no plugin at/)
  assertProblem(await post(boat, 'odd/enable'), 'plugin-failed')
})
