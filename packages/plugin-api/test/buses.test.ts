import { MarineDataError } from '@marinedata/model'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlugin, type StartedPlugin } from '#testing.ts'

const pilot = 'c0788c00e7e04312'
const start = (name: string): Promise<StartedPlugin> =>
  startPlugin(new URL(`plugins/${name}.ts`, import.meta.url))

test('a plugin that offers a bus is tested by a user in the test', async () => {
  await using plugin = await start('wire-owner')
  const bus = plugin.buses.offered.get('can0')
  assert.ok(bus !== undefined)
  assert.deepEqual(bus.state, { id: 'can0', kind: 'nmea2000', canSend: true, address: 35 })
  await until(() => bus.nodes.get(pilot)?.model === 'EV-1', Boolean, { what: 'a device' })
  bus.want(['65379'])
  await until(() => plugin.status?.message === '65379', Boolean, { what: 'the topics' })
  const answer = bus.heard.next()
  await bus.send({ topic: '126208', to: pilot, priority: 3, payload: Uint8Array.of(7, 8) })
  const { topic, from, payload } = await answer
  assert.deepEqual({ topic, from, payload: [...payload] }, { topic: '65379', from: pilot, payload: [7, 8] })
  await assert.rejects(
    bus.send({ topic: '126208', to: '0000000000000001', priority: 3, payload: Uint8Array.of() }),
    (error: unknown) => error instanceof MarineDataError && error.code === 'device-not-found',
  )
  await plugin.stop()
  assert.equal(plugin.buses.offered.size, 0)
  assert.deepEqual(
    bus.heard.all.map((message) => message.topic),
    ['65379'],
  )
})

test('a plugin that uses a bus is tested with a bus of the test', async () => {
  await using plugin = await start('wire-user')
  const send = (topic = '126208') => plugin.act('send', { topic })
  const shows = (text: string) => until(() => plugin.status?.message === text, Boolean, { what: text })
  assert.equal(await send(), 'bus-unavailable')
  const bus = plugin.buses.offer({ id: 'can0', kind: 'nmea2000', canSend: false })
  await shows('can0 is silent')
  assert.equal(await send(), 'not-claimed')
  bus.update({ canSend: true })
  await shows('can0 sends')
  const sent = bus.sent.next()
  assert.equal(await send(), 'written')
  assert.deepEqual(await sent, { topic: '126208', to: pilot, priority: 3, payload: Uint8Array.of(1, 2, 3) })
  assert.equal(await send('59392'), 'not-declared')
  assert.equal(plugin.refused.at(-1)?.reason, 'not-declared')
  const message = { from: pilot, to: null, priority: 7, time: 0, payload: Uint8Array.of(9) }
  const delivered = bus.heard([
    { ...message, topic: '65379' },
    { ...message, topic: '127250' },
  ])
  assert.equal(delivered, 1)
  await shows('65379 9')
  bus.nodes([{ name: pilot, model: 'EV-1' }])
  await shows('EV-1')
  bus.lose()
  await shows('lost')
  assert.equal(await send(), 'bus-unavailable')
})
