import { broadcastAddress, decode, encodeById, FastPacketSplitter, type Packet } from '@marinedata/nmea2000'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Harbour, inputOf, isIn } from './aboard.ts'
import { CanPrograms } from './can-programs.ts'

const limit = { timeout: 300_000 }

test(
  'a CAN interface is read by candump and written by canplayer, with an address of our own',
  limit,
  async () => {
    await using harbour = await Harbour.make()
    await harbour.can()
    await using stack = new AsyncDisposableStack()
    const own: Packet[] = []
    stack.use(harbour.bus.attach({ handle: (packet) => void (packet.source === 100 && own.push(packet)) }))
    const settings = {
      gateways: [{ kind: 'socketcan', address: 'can0' }],
      ports: [],
      sends: true,
      sendsMessages: ['129025'],
    }
    const plugin = await harbour.plugin(settings)
    const values = [{ path: 'navigation.position', value: { latitude: 59, longitude: 22 } }]
    const update = { $source: 'nmea0183.gps', timestamp: new Date().toISOString(), values }
    plugin.send([{ context: 'vessels.self', updates: [update] }])
    await inputOf(plugin, 'can0', isIn('used'))
    const { frames } = harbour.bus
    const ownClaim = await until(
      () => frames.find(({ pgn, source }) => pgn === 60_928 && source === 100),
      Boolean,
    )
    const asked = await until(
      () => frames.find(({ pgn, source }) => pgn === 59_904 && source === 100),
      Boolean,
    )
    assert.ok(asked.at > ownClaim.at)
    await plugin.next('navigation.headingMagnetic')
    const sources = plugin.published.flatMap(({ updates }) => updates.map(({ $source }) => $source ?? ''))
    assert.ok(
      sources.every((source) => /^nmea2000\.can0\.[0-9a-f]{16}$/.test(source)),
      sources[0],
    )
    assert.deepEqual(plugin.refused, [])
    // Messages are sent from the claimed address only, and our list says so.
    const position = await until(
      () => frames.find(({ pgn, source }) => pgn === 129_025 && source === 100),
      Boolean,
    )
    // The 250 ms in between are tested with a simulated clock: here they include the start of canplayer.
    assert.ok(frames.indexOf(position) > frames.indexOf(ownClaim))
    const request = encodeById('isoRequest', { pgn: 126_464 })
    harbour.bus.send({ priority: 6, pgn: 59_904, source: 12, destination: 100, data: request })
    const [offered] = [...plugin.buses.offered.values()]
    assert.ok(offered?.state.name !== undefined)
    offered.want(['59392'])
    // Repeated: the plugin may read the answer from candump before it receives the list of wanted messages.
    const acknowledgement = {
      priority: 6,
      pgn: 59_392,
      source: 12,
      destination: 100,
      data: new Uint8Array(8),
    }
    const sending = setInterval(() => harbour.bus.send(acknowledgement), 100)
    stack.defer(() => clearInterval(sending))
    const answer = await offered.heard.next()
    assert.equal(answer.to, offered.state.name, 'an answer to us has our own NAME')
    const list = await until(() => own.find(({ pgn }) => pgn === 126_464), Boolean)
    const rows = decode(126_464, list.payload)?.lists.flat() ?? []
    assert.ok(rows.some(({ pgn }) => pgn === 129_025))
  },
)

test('a person overboard of a device that claims our NAME raises an alert', limit, async () => {
  await using harbour = await Harbour.make()
  await harbour.can()
  const gateways = [{ kind: 'socketcan', address: 'can0' }]
  const plugin = await harbour.plugin({ gateways, ports: [], sends: true })
  const { frames } = harbour.bus
  const ownClaim = await until(
    () => frames.find(({ pgn, source }) => pgn === 60_928 && source === 100),
    Boolean,
  )
  const [offered] = [...plugin.buses.offered.values()]
  await until(() => offered?.state.name, Boolean)
  // A cloned memory card, or a forger: at another address, so that both go on sending.
  const clone = { priority: 6, source: 140, destination: broadcastAddress }
  const payload = encodeById('manOverboardNotification', { mobEmitterId: 7, manOverboardStatus: 0 })
  const splitter = new FastPacketSplitter()
  const send = (): void => {
    harbour.bus.send({ ...clone, pgn: 60_928, data: ownClaim.data })
    for (const frame of splitter.split({ ...clone, pgn: 127_233, payload })) harbour.bus.send(frame)
  }
  // Repeated, as devices do: candump may start after the first one.
  const sending = setInterval(send, 200)
  try {
    await until(() => plugin.notifications.has('notifications.nmea2000.manOverboard.7'), Boolean)
  } finally {
    clearInterval(sending)
  }
})

test('without candump the input says what is missing', limit, async () => {
  await using harbour = await Harbour.make()
  CanPrograms.searchOnly(harbour.folder)
  const settings = { gateways: [{ kind: 'socketcan', address: 'can9' }], ports: [] }
  const plugin = await harbour.plugin(settings)
  const refused = await inputOf(plugin, 'can9', isIn('refused'))
  assert.match(refused.error?.message ?? '', /candump/)
})
