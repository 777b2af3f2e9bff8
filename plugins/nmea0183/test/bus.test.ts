import { sentenceOf } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TestGateway, startNetwork } from './network-boat.ts'

const limit = { timeout: 300_000 }
const apb = sentenceOf('GPAPB,A,A,0.10,R,N,V,V,011,M,DEST,011,M,011,M').trim()
const bytes = (line: string): Uint8Array => new Uint8Array(Buffer.from(line, 'latin1'))
const message = (line: string, more: object = {}) => ({
  topic: 'APB',
  to: null,
  priority: 7,
  payload: bytes(line),
  ...more,
})

/** Two gateways: only the first takes sentences of plugins. */
const board = async () => {
  await using stack = new AsyncDisposableStack()
  const [pilot, plotter] = [stack.use(await TestGateway.open()), stack.use(await TestGateway.open())]
  const plugin = stack.use(
    await startNetwork({
      connections: [
        { address: pilot.address, sends: { received: false, plugins: true } },
        { address: plotter.address, sends: {} },
      ],
    }),
  )
  await until(() => pilot.connections.length === 1 && plotter.connections.length === 1, Boolean, {
    what: () => 'not connected',
  })
  const bus = plugin.buses.offered.get('nmea0183')
  assert.ok(bus !== undefined, 'the plugin offers no bus')
  return { stack: stack.move(), pilot, plotter, bus }
}

describe('the bus that the plugin offers', limit, () => {
  test('passes wanted sentences on, from every input', async () => {
    const { stack, pilot, plotter, bus } = await board()
    await using _ = stack
    bus.want(['RSA'])
    const rudder = sentenceOf('AGRSA,-1.5,A,,').trim()
    const sending = setInterval(() => {
      pilot.send(`${apb}\r\n`)
      plotter.send(`${rudder}\r\n`)
    }, 20)
    try {
      const { topic, from, to, payload } = await bus.heard.next()
      assert.deepEqual([topic, from, to], ['RSA', null, null])
      assert.equal(Buffer.from(payload).toString('latin1'), rudder)
    } finally {
      clearInterval(sending)
    }
  })

  test('sends only to outputs that take sentences of plugins, and says when there is none', async () => {
    const { stack, pilot, plotter, bus } = await board()
    await using _ = stack
    await until(() => bus.state.canSend, Boolean, { what: () => 'cannot send' })
    await bus.send(message(apb))
    assert.deepEqual(await pilot.connections[0]?.receive(1), [apb])
    assert.deepEqual(plotter.connections[0]?.lines, [])
    await pilot.cut()
    await until(() => !bus.state.canSend, Boolean, { what: () => 'can still send' })
    await assert.rejects(bus.send(message(apb)), { code: 'not-claimed' })
  })

  test('refuses what is not the sentence of its topic, and what has a receiver', async () => {
    const { stack, pilot, bus } = await board()
    await using _ = stack
    await until(() => bus.state.canSend, Boolean, { what: () => 'cannot send' })
    for (const line of [
      `${apb}\r\n$GPXXX`,
      apb.slice(0, -1),
      sentenceOf('GPRMC,,V').trim(),
      '',
      `${apb}\u0000`,
    ])
      await assert.rejects(bus.send(message(line)), { code: 'invalid-message' }, JSON.stringify(line))
    await assert.rejects(bus.send(message(apb, { to: 'c0788c00e7e04312' })), { code: 'device-not-found' })
    assert.deepEqual(pilot.connections[0]?.lines, [])
  })
})
