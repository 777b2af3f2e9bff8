import { startPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Authority, Mosquitto, Reader } from './mosquitto.ts'

const rounds = 20
const path = 'navigation.speedOverGround'
const others = Array.from({ length: 100 }, (_, index) => `tanks.fuel.${index}.currentLevel`)
const topicOf = (name: string): string => `boat/${name.replaceAll('.', '/')}`

test('the broker is killed twenty times: each time it has the newest values again, and the status says so', async (t) => {
  using authority = new Authority()
  await using broker = await Mosquitto.start({ authority })
  const settings = { broker: broker.address, certificate: authority.certificate, paths: ['*'], period: 0 }
  await using plugin = await startPlugin(new URL('..', import.meta.url), { settings })
  const send = (values: Record<string, unknown>): void => {
    const entries = Object.entries(values).map(([name, value]) => ({ path: name, value }))
    plugin.send([{ updates: [{ $source: 'gps', timestamp: new Date().toISOString(), values: entries }] }])
  }
  send(Object.fromEntries(others.map((name, index) => [name, index / 100])))
  const waits: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await until(() => plugin.status?.level === 'ok', Boolean, { what: 'connected' })
    {
      using reader = new Reader(broker)
      await until(() => reader.payloads.get('boat/status') === 'online', Boolean, { what: 'online' })
      send({ [path]: round })
      await until(() => reader.value(topicOf(path)) === round, Boolean, { what: `value ${round}` })
      // Messages that were published while connected arrive in order, also after the broker has lost its retained ones.
      const seen = reader.history.filter(({ topic }) => topic === topicOf(path))
      const values = seen.map(({ payload }) => (JSON.parse(payload) as { value: number }).value)
      assert.deepEqual(
        values,
        values.toSorted((a, b) => a - b),
      )
    }
    await broker.kill()
    await until(() => plugin.status?.level === 'error', Boolean, { what: 'the loss is an error' })
    assert.match(plugin.status?.message ?? '', /^Not connected to the broker 127\.0\.0\.1 since/)
    for (let count = 1; count <= 5; count++) send({ [path]: round + count / 10 })
    await broker.start()
    const since = performance.now()
    using reader = new Reader(broker)
    await until(() => reader.payloads.get('boat/status') === 'online', Boolean, { what: 'online again' })
    waits.push(performance.now() - since)
    assert.equal(reader.value(topicOf(path)), round + 0.5)
    for (const [index, name] of others.entries()) assert.equal(reader.value(topicOf(name)), index / 100, name)
  }
  const longest = Math.max(...waits)
  t.diagnostic(`newest values back after ${Math.round(longest)} ms at most, of ${rounds} outages`)
})

test('the plugin stops in time while the broker does not answer', async () => {
  await using broker = await Mosquitto.start()
  await broker.kill()
  const plugin = await startPlugin(new URL('..', import.meta.url), { settings: { broker: broker.address } })
  await until(() => plugin.status?.level === 'error', Boolean, { what: 'the loss is an error' })
  const { code, signal } = await plugin.stop()
  assert.deepEqual({ code, signal }, { code: 0, signal: null })
})
