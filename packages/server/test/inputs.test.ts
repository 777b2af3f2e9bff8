import type { PluginInput, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { Crew, crewKinds } from '@marinedata/testing/boats/crew'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { SerialBoat } from './serial-boat.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const teller = join(import.meta.dirname, 'plugins', 'teller.ts')
const base = '/marinedata/v2/api/plugins'
const headingPath = '/marinedata/v1/api/vessels/self/navigation/headingTrue'

interface Leaf {
  readonly value: number
  readonly $source: string
  readonly timestamp: string
}

const input: PluginInput = {
  id: 'gps',
  name: 'GPS',
  address: '/dev/ttyUSB0',
  protocol: 'NMEA 0183',
  state: 'found',
  chosen: false,
  rate: 0,
  damaged: 0,
}

suite('inputs', { concurrency: 2 }, () => {
  test('an enabled input publishes values under its own source until it is disabled', limit, async () => {
    await using serial = await SerialBoat.start()
    await serial.port('gps')
    const found = await serial.input('gps', ({ state }) => state === 'found')
    assert.deepEqual([found.speed, found.chosen], [38_400, false])
    assert.equal((await exchange(serial.url, headingPath)).status, 404)
    const used = await serial.act('use', 'gps')
    assert.equal(used.status, 200, used.text)
    const { rate = 0, state } = await serial.input('gps', ({ chosen }) => chosen)
    assert.ok(state === 'used' && rate > 0)
    const leaf = await until(
      () => exchange(serial.url, headingPath),
      ({ status }) => status === 200,
    )
    const { value, $source } = JSON.parse(leaf.text) as Leaf
    assert.deepEqual([value, $source], [Math.PI / 2, `nmea0183.${serial.idOf('gps')}`])
    assert.equal((await serial.act('release', 'gps')).status, 200)
    const last = await getJson<Leaf>(serial.url, headingPath)
    await new Promise((resolve) => setTimeout(resolve, 500))
    assert.equal((await getJson<Leaf>(serial.url, headingPath)).timestamp, last.timestamp)
    const { refused } = await serial.report()
    assert.deepEqual(refused, {})
  })

  test('a plugin that does not run has no inputs', limit, async () => {
    await using serial = await SerialBoat.start()
    await serial.port('gps')
    await serial.input('gps', ({ state }) => state === 'found')
    const off = await exchange(serial.url, `${base}/nmea0183/disable`, { method: 'POST' })
    assert.equal(off.status, 200)
    assert.deepEqual((await serial.report()).inputs, [])
  })

  test('only administrators enable inputs', limit, async () => {
    await using crew = await Crew.start()
    const ask = `POST ${base}/nmea0183/actions/use`
    const statuses = await Promise.all(
      crewKinds.map(async (kind) => (await crew.ask(kind, ask, { body: { id: 'gps' } })).status),
    )
    const byKind = Object.fromEntries(crewKinds.map((kind, index) => [kind, statuses[index]]))
    // The owner has access; the plugin does not run on this boat.
    assert.deepEqual(byKind, {
      nobody: 401,
      viewer: 403,
      crew: 403,
      helm: 403,
      owner: 409,
      device: 403,
      revoked: 401,
      expired: 401,
    })
  })

  test('an invalid input report is rejected as a whole, counted, and changes nothing', limit, async () => {
    await using boat = await startBoat({ plugins: { given: [teller] } })
    const report = (): Promise<PluginReport> => getJson(boat.url, `${base}/teller`)
    await until(report, ({ state }) => state === 'running')
    const tell = async (inputs: unknown): Promise<void> => {
      const { status, text } = await exchange(boat.url, `${base}/teller/actions/tell`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ inputs }),
      })
      assert.equal(status, 200, text)
    }
    await tell([input])
    await until(report, ({ inputs }) => inputs.length === 1)
    const nonsense: readonly unknown[] = [
      'gps',
      [5],
      [input, input],
      [{ ...input, colour: 'red' }],
      [{ ...input, state: 'excellent' }],
      [{ ...input, id: '../../etc/passwd' }],
      [{ ...input, rate: -1 }],
      [{ ...input, lastMessage: 'x'.repeat(101) }],
      [{ ...input, sent: -1 }],
      [{ ...input, clients: 1.5 }],
      [{ ...input, error: { at: 'yesterday', message: 'it broke' } }],
      Array.from({ length: 65 }, (_, index) => ({ ...input, id: `gps${index}` })),
    ]
    for (const each of nonsense) await tell(each)
    const { inputs, refused } = await until(
      report,
      (reported) => (reported.refused['invalid-message'] ?? 0) === nonsense.length,
    )
    assert.deepEqual(inputs, [input])
    assert.deepEqual(refused, { 'invalid-message': nonsense.length })
  })
})
