import type { AutopilotList } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, beforeEach, suite, test } from 'node:test'
import { assertProblem, exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { askPilot, PilotBoat, pilots, simulator } from '@marinedata/testing/boats/pilot-boat'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const scribe = join(import.meta.dirname, 'plugins', 'scribe.ts')
const defaultPath = 'steering.autopilot.defaultPilot'

const list = ({ url }: { url: string }): Promise<AutopilotList> => getJson(url, pilots)
const defaultOf = async ({ url }: { url: string }): Promise<string> =>
  (await getJson<{ id: string }>(url, `${pilots}/_providers/_default`)).id
const leaf = async ({ url }: { url: string }): Promise<unknown> =>
  (await getJson<{ value: unknown }>(url, '/marinedata/v1/api/vessels/self/steering/autopilot/defaultPilot'))
    .value
const post = (boat: Boat, path: string): Promise<Exchange> =>
  exchange(boat.url, `/marinedata/v2/api/plugins/${path}`, { method: 'POST' })
const has = (boat: Boat, id: string): Promise<AutopilotList> =>
  until(
    () => list(boat),
    (seen) => id in seen,
  )

suite('two pilots of one provider', () => {
  let present: PilotBoat | undefined
  const boat = (): PilotBoat => present!
  before(async () => {
    present = await PilotBoat.start()
  })
  after(() => present?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    boat().changed()
    await boat().bring({})
  })

  test('the list has the provider of each device, and exactly one default', limit, async () => {
    assert.deepEqual(await list(boat()), {
      main: { provider: 'simulator', isDefault: true },
      spare: { provider: 'simulator', isDefault: false },
    })
    assert.equal(await defaultOf(boat()), 'main')
    assert.equal(await leaf(boat()), 'main')
  })

  test('`_default` addresses the chosen device, and the choice is published', limit, async () => {
    await using stream = await StreamListener.open(boat().url)
    stream.forget()
    const chosen = await boat().must('POST _providers/_default/spare')
    assert.deepEqual(JSON.parse(chosen.text), { state: 'COMPLETED', statusCode: 200, message: 'OK' })
    assert.equal(chosen.headers['x-device'], 'spare')
    const received = await stream.firstValue(({ path, value }) => path === defaultPath && value === 'spare')
    assert.deepEqual([received.context, received.source], ['vessels.self', 'spare'])
    assert.equal(await leaf(boat()), 'spare')
    assert.equal(await defaultOf(boat()), 'spare')
    const seen = await list(boat())
    assert.deepEqual([seen['main']?.isDefault, seen['spare']?.isDefault], [false, true])
    assert.equal((await boat().must('POST _default/engage')).headers['x-device'], 'spare')
    assert.equal((await boat().describe('spare')).engaged, true)
    assert.equal((await boat().describe('main')).engaged, false)
    await boat().must('POST _providers/_default/main')
    assert.equal(await leaf(boat()), 'main')
  })

  test('rejects an unknown device as default, and changes nothing', limit, async () => {
    assertProblem(await boat().ask('POST _providers/_default/nobody'), 'autopilot-not-found')
    assert.equal(await defaultOf(boat()), 'main')
  })

  test(
    'an offline device can be chosen and stays the default: no other device is used instead',
    limit,
    async () => {
      await boat().bring({ fault: { name: 'link-cut' }, device: 'spare' })
      await until(
        () => boat().describe('spare'),
        ({ online }) => online === false,
      )
      await boat().must('POST _providers/_default/spare')
      const problem = assertProblem(await boat().ask('POST _default/engage'), 'autopilot-offline')
      assert.match(problem.detail, /"spare"/)
      assert.equal((await boat().describe('main')).engaged, false)
    },
  )

  test('two autopilots publish on the stream, each with its own source', limit, async () => {
    await using stream = await StreamListener.open(boat().url)
    await boat().must('POST main/engage')
    const engaged = await stream.firstValue(
      ({ path, source, value }) =>
        path === 'steering.autopilot.engaged' && source === 'main' && value === true,
    )
    assert.equal(engaged.context, 'vessels.self')
    assert.ok(!Number.isNaN(Date.parse(engaged.timestamp)))
    const names = ['state', 'mode', 'target', 'engaged']
    for (const source of ['main', 'spare'])
      for (const name of names)
        await stream.firstValue(
          (received) => received.source === source && received.path === `steering.autopilot.${name}`,
        )
  })

  test('a confirmed change is in the tree already', limit, async () => {
    await boat().bring({ steps: [['POST engage']] })
    for (const value of [1, 2, 3, 4, 5]) {
      await boat().must('PUT main/target', { value })
      const seen = await getJson<{ values: Record<string, { value: number }> }>(
        boat().url,
        '/marinedata/v1/api/vessels/self/steering/autopilot/target',
      )
      assert.equal(seen.values['main']?.value, value)
    }
  })
})

suite('over restarts', { concurrency: true }, () => {
  test('the choice survives a restart, also while the device is missing', limit, async () => {
    await using boat = await startBoat({ plugins: { given: [simulator, scribe] } })
    await has(boat, 'scribe')
    await has(boat, 'spare')
    const chosen = await askPilot(boat.url, 'POST _providers/_default/spare')
    assert.equal(chosen.status, 200)
    await boat.restart({ given: [scribe] })
    const seen = await has(boat, 'scribe')
    assert.deepEqual(seen['spare'], { provider: 'simulator', isDefault: true })
    assert.equal(seen['scribe']?.isDefault, false)
    assert.equal(await defaultOf(boat), 'spare')
    assert.equal(await leaf(boat), 'spare')
    const { text } = await askPilot(boat.url, 'GET _default')
    const { state, online, engaged, mode, target } = JSON.parse(text) as Record<string, unknown>
    assert.deepEqual(
      { state, online, engaged, mode, target },
      {
        state: 'off-line',
        online: false,
        engaged: false,
        mode: null,
        target: null,
      },
    )
    assertProblem(await askPilot(boat.url, 'POST _default/engage'), 'autopilot-offline')
    await boat.restart({ given: [scribe, simulator] })
    await until(
      async () => (await askPilot(boat.url, 'GET _default/state')).text,
      (value) => value === '{"value":"disabled"}',
    )
    const engage = await askPilot(boat.url, 'POST _default/engage')
    assert.equal(engage.headers['x-device'], 'spare', engage.text)
  })

  test(
    'an automatic default is not saved: after a restart the first device is the default',
    limit,
    async () => {
      await using boat = await startBoat({ plugins: { given: [simulator] } })
      await has(boat, 'main')
      assert.equal(await defaultOf(boat), 'main')
      await boat.restart({ given: [scribe] })
      await has(boat, 'scribe')
      assert.deepEqual(await list(boat), { scribe: { provider: 'scribe', isDefault: true } })
    },
  )

  test('choosing `_default` makes the present default permanent', limit, async () => {
    await using boat = await startBoat({ plugins: { given: [scribe] } })
    await has(boat, 'scribe')
    const chosen = await askPilot(boat.url, 'POST _providers/_default/_default')
    assert.equal(chosen.headers['x-device'], 'scribe')
    await boat.restart({ given: [simulator] })
    await has(boat, 'main')
    assert.equal(await defaultOf(boat), 'scribe')
  })

  test(
    'disabling the provider of the default selects the next device, unless the default was chosen',
    limit,
    async () => {
      await using boat = await startBoat({ plugins: { given: [scribe, simulator] } })
      await has(boat, 'scribe')
      await has(boat, 'spare')
      const prior = await defaultOf(boat)
      const [off, on] = prior === 'scribe' ? ['scribe', 'simulator'] : ['simulator', 'scribe']
      assert.equal((await post(boat, `${off}/disable`)).status, 200)
      const left = Object.entries(await list(boat))
      assert.ok(left.every(([, { provider }]) => provider === on))
      assert.equal(left.filter(([, { isDefault }]) => isDefault).length, 1)
      const chosen = await defaultOf(boat)
      await askPilot(boat.url, `POST _providers/_default/${chosen}`)
      assert.equal((await post(boat, `${off}/enable`)).status, 200)
      assert.equal((await post(boat, `${on}/disable`)).status, 200)
      assert.equal(await defaultOf(boat), chosen)
      assertProblem(await askPilot(boat.url, 'POST _default/engage'), 'autopilot-offline')
    },
  )
})
