import {
  broadcastAddress,
  decode,
  encodeById,
  FastPacketSplitter,
  simulateGateway,
  type Message,
} from '@marinedata/nmea2000'
import type { Notification } from '@marinedata/plugin-api'
import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gatewayAddress, Harbour, inputOf, isIn } from './aboard.ts'

const limit = { timeout: 300_000 }
const raisedAt = '2026-11-19T14:03:20.000Z'
const position = { latitude: 50 + 20 / 60, longitude: -(4 + 10 / 60) }
const path = 'notifications.mob'
const overboard: Notification = {
  id: 'alert-1',
  status: 'active',
  state: 'emergency',
  method: ['visual', 'sound'],
  message: 'Man overboard',
  raisedAt,
  position,
}
const ended: Notification = { state: 'normal', method: [], message: '' }
const motion = { 'navigation.courseOverGroundTrue': Math.PI / 2, 'navigation.speedOverGround': 2.57 }

interface SentMessage extends Message {
  readonly pgn: number
}

const give = (plugin: StartedPlugin, values: Readonly<Record<string, unknown>>, source = 'crew'): number =>
  plugin.send([
    {
      context: 'vessels.self',
      updates: [
        {
          $source: source,
          timestamp: raisedAt,
          values: Object.entries(values).map(([each, value]) => ({ path: each, value })),
        },
      ],
    },
  ])

/** A boat whose plugin sends alerts through gateways to one bus, and what is on the bus about alerts. */
const board = async (
  sendsMessages: readonly string[],
  {
    gateways = 1,
    storage = {},
    more = {},
  }: { readonly gateways?: number; readonly storage?: object; readonly more?: object } = {},
) => {
  const harbour = await Harbour.make()
  const sent: SentMessage[] = []
  harbour.bus.attach({
    handle: ({ pgn, source, payload }) => {
      const isAlert = pgn === 127_233 || (pgn >= 126_983 && pgn <= 126_985)
      const message = isAlert && source >= gatewayAddress ? decode(pgn, payload) : undefined
      if (message !== undefined) sent.push({ ...message, pgn })
    },
  })
  const kind = 'yacht-devices'
  const addresses = Array.from({ length: gateways }, (_, index) => gatewayAddress + index)
  const ports = await Promise.all(
    addresses.map((address) =>
      harbour.tcp(kind, (options) => simulateGateway(kind, { ...options, address })),
    ),
  )
  const plugin = await harbour.plugin(
    { gateways: ports.map(({ address }) => ({ kind, address })), sends: true, sendsMessages, ...more },
    { ...storage },
  )
  for (const { id } of ports) await inputOf(plugin, id, isIn('used'))
  // The gateway writes now: it has asked the devices who they are.
  await until(
    () =>
      addresses.every((address) =>
        harbour.bus.frames.some(({ source, pgn }) => source === address && pgn === 59_904),
      ),
    Boolean,
  )
  return { harbour, plugin, sent }
}

/** Sends a message from a device on the bus at each call. */
const sender = (harbour: Harbour, pgn: number, payload: () => Uint8Array): (() => void) => {
  const splitter = new FastPacketSplitter()
  return () => {
    const packet = { priority: 3, pgn, source: 12, destination: broadcastAddress, payload: payload() }
    for (const frame of splitter.split(packet)) harbour.bus.send(frame)
  }
}

/** A display answers the alert that was sent: it acknowledges it, then silences it. */
const answer = (harbour: Harbour, sent: readonly SentMessage[]): (() => void) => {
  const alert = sent.find(({ pgn }) => pgn === 126_983)?.fields ?? assert.fail('no alert')
  let responseCommand = 1
  return sender(harbour, 126_984, () => {
    responseCommand = 1 - responseCommand
    return encodeById('alertResponse', {
      ...Object.fromEntries(
        Object.entries(alert).filter(([name]) => /^(alert(?!State|Priority)|dataSource)/.test(name)),
      ),
      acknowledgeSourceNetworkIdName: 'c0328f00e5c6418c',
      responseCommand,
    })
  })
}

const statuses = (sent: readonly SentMessage[]): unknown[] =>
  sent.map(({ fields }) => fields['manOverboardStatus'])

describe('alerts on the bus', { ...limit, concurrency: 2 }, () => {
  test('a person overboard is sent three times, and so is the end, each with the place of the button', async () => {
    const { harbour, plugin, sent } = await board(['127233'])
    await using _ = harbour
    give(plugin, motion, 'gps')
    give(plugin, { [path]: overboard })
    await until(() => sent.length >= 3, Boolean)
    give(plugin, { 'navigation.speedOverGround': 0.1, 'navigation.courseOverGroundTrue': 3 }, 'gps')
    give(plugin, { [path]: { ...overboard, status: 'acknowledged' } })
    give(plugin, { [path]: ended })
    await until(() => sent.length >= 6, Boolean)
    assert.deepEqual(statuses(sent), [1, 1, 1, 3, 3, 3])
    for (const { fields } of sent) {
      assert.equal(fields['sog'], 2.57)
      assert.ok(Math.abs(Number(fields['latitude']) - position.latitude) < 1e-7)
      assert.ok(Math.abs(Number(fields['cog']) - Math.PI / 2) < 1e-4)
    }
  })

  test('two gateways on one bus: what we send raises no alert of ours', async () => {
    const { harbour, plugin, sent } = await board(['126983', '126985', '127233'], { gateways: 2 })
    await using _ = harbour
    give(plugin, { [path]: overboard })
    await until(() => sent.filter(({ pgn }) => pgn === 127_233).length >= 6, Boolean)
    give(plugin, { [path]: ended })
    await until(() => statuses(sent).filter((status) => status === 3).length >= 6, Boolean)
    const ours = [...plugin.notifications.keys()].filter((each) => each.startsWith('notifications.nmea2000.'))
    assert.deepEqual(ours, [])
  })

  test('127233 of a device still raises an alert', async () => {
    const { harbour, plugin } = await board(['127233'])
    await using _ = harbour
    const send = sender(harbour, 127_233, () =>
      encodeById('manOverboardNotification', { mobEmitterId: 7, manOverboardStatus: 0 }),
    )
    // Repeated, as devices do: the plugin may not know the NAME of the device yet.
    const sending = setInterval(send, 200)
    try {
      await until(() => plugin.notifications.has('notifications.nmea2000.manOverboard.7'), Boolean)
    } finally {
      clearInterval(sending)
    }
  })

  test('each change of an alert is sent with its words, and again when a device asks', async () => {
    const { harbour, plugin, sent } = await board(['126983', '126985'])
    await using _ = harbour
    const states = (): unknown[] =>
      sent.filter(({ pgn }) => pgn === 126_983).map(({ fields }) => fields['alertState'])
    for (const status of ['active', 'silenced', 'acknowledged', 'rectified'] as const)
      give(plugin, { [path]: { ...overboard, status, ...(status === 'rectified' && { state: 'normal' }) } })
    give(plugin, { [path]: ended })
    await until(() => states().length >= 5, Boolean)
    assert.deepEqual(states(), [2, 3, 4, 5, 1])
    const text = sent.find(({ pgn }) => pgn === 126_985)
    assert.deepEqual(
      [text?.fields['alertTextDescription'], text?.fields['alertLocationTextDescription']],
      ['MAN OVERBOARD', '50 20.0N 004 10.0W'],
    )
    give(plugin, { [path]: { ...overboard, id: 'alert-2' } })
    await until(() => states().length >= 6, Boolean)
    assert.equal(sent.findLast(({ pgn }) => pgn === 126_983)?.fields['alertOccurrenceNumber'], 2)
    const data = encodeById('isoRequest', { pgn: 126_983 })
    harbour.bus.send({ priority: 6, pgn: 59_904, source: 12, destination: broadcastAddress, data })
    await until(() => states().length >= 7, Boolean)
  })

  test('a display acknowledges and silences one alert when the owner permits it', async () => {
    const { harbour, plugin, sent } = await board(['126983'], { more: { answersFromWire: true } })
    await using _ = harbour
    give(plugin, { [path]: overboard, 'notifications.fire': { ...overboard, id: 'alert-2' } })
    await until(() => sent.length >= 2, Boolean)
    const answering = setInterval(answer(harbour, sent), 100)
    try {
      await until(() => plugin.answers.length >= 2, Boolean)
    } finally {
      clearInterval(answering)
    }
    assert.deepEqual([...new Set(plugin.answers.map(({ id, action }) => `${id} ${action}`))].toSorted(), [
      'alert-1 acknowledge',
      'alert-1 silence',
    ])
    assert.ok(plugin.answers.every(({ device }) => / [0-9a-f]{16}$/.test(device)))
    give(plugin, { [path]: { ...overboard, status: 'acknowledged' } })
    const acknowledged = await until(() => sent.find(({ fields }) => fields['alertState'] === 4), Boolean)
    const [answered] = plugin.answers
    assert.ok(answered?.device.endsWith(String(acknowledged.fields['acknowledgeSourceNetworkIdName'])))
  })

  test('what a display answers is ignored unless the owner permits it', async () => {
    const { harbour, plugin, sent } = await board(['126983'])
    await using _ = harbour
    give(plugin, { [path]: overboard })
    await until(() => sent.length > 0, Boolean)
    assert.equal(sent[0]?.fields['acknowledgeSupport'], 0)
    const send = answer(harbour, sent)
    for (let count = 0; count < 20; count++) send()
    // A change that is sent after the answers shows that they were read.
    give(plugin, { [path]: { ...overboard, status: 'silenced' } })
    await until(() => sent.length > 1, Boolean)
    assert.deepEqual(plugin.answers, [])
  })

  test('an alert below a warning, and one of a device, are not sent', async () => {
    const { harbour, plugin, sent } = await board(['126983'])
    await using _ = harbour
    give(plugin, { 'notifications.distress.972009901': { ...overboard, state: 'alert' } }, 'distress')
    give(plugin, { 'notifications.nmea2000.manOverboard.1': overboard }, 'nmea2000')
    give(plugin, { 'notifications.other': { ...overboard, state: 'warn', message: 'Low battery' } })
    await until(() => sent.length > 0, Boolean)
    assert.deepEqual(
      sent.map(({ fields }) => [fields['alertId'], fields['alertType']]),
      [[6, 5]],
    )
  })

  test('an active beacon of the crew is sent with its number, a beacon of others is not', async () => {
    const { harbour, plugin, sent } = await board(['127233'])
    await using _ = harbour
    const beacon = { ...overboard, message: 'MOB beacon 972009902 active' }
    give(plugin, { 'notifications.distress.972009902': beacon }, 'distress')
    const own = { ...overboard, message: 'Man overboard: Anna' }
    give(plugin, { 'notifications.distress.972009901': own }, 'distress')
    await until(() => sent.length > 0, Boolean)
    give(plugin, { 'notifications.distress.972009901': ended }, 'distress')
    await until(() => statuses(sent).includes(3), Boolean)
    assert.deepEqual([...new Set(sent.map(({ fields }) => fields['mobEmitterId']))], [972_009_901])
    assert.equal(statuses(sent)[0], 0)
  })

  test('a person who came aboard while the plugin was off is not left on the displays', async () => {
    const call = { id: 'alert-1', overboard: { at: Date.parse(raisedAt), position, course: 1, speed: 2 } }
    const { harbour, plugin, sent } = await board(['127233'], {
      storage: { overboard: [['notifications.mob crew', call]] },
    })
    await using _ = harbour
    await until(() => sent.length > 0, Boolean)
    assert.deepEqual(statuses(sent)[0], 3)
    // Saved after it was sent: a plugin that is killed in between sends it again.
    await until(() => !plugin.storage.has('overboard'), Boolean)
  })
})
