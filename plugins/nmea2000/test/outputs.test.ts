import { courseGuidancePath, type CourseGuidance, type LiveGuidance } from '@marinedata/plugin-api'
import { decode, mapMessage, type GatewayKind, type Message } from '@marinedata/nmea2000'
import type { StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayAddress, Harbour, inputOf, isIn } from './aboard.ts'

const limit = { timeout: 300_000 }
const wind = { 'environment.wind.angleTrueWater': -0.5, 'environment.wind.speedTrue': 7.5 }
const position = { 'navigation.position': { latitude: 59.8, longitude: 22.9 } }
const guidance: LiveGuidance = {
  status: 'live',
  route: null,
  origin: { latitude: 59.7, longitude: 22.8 },
  waypoint: { name: 'Lightship', number: 1, position: { latitude: 60, longitude: 23 } },
  nextWaypoint: null,
  legBearing: 0.24,
  trackBearing: 0.24,
  bearing: 0.24,
  courseToSteer: 0.24,
  distance: 22_900,
  crossTrack: -18,
  isArrived: false,
}

interface SentMessage extends Message {
  readonly pgn: number
  readonly at: number
}

/** A boat whose plugin sends messages, and a listener to what the gateway puts onto the bus. */
const board = async (settings: object, kind: GatewayKind = 'yacht-devices') => {
  const harbour = await Harbour.make()
  const gateway = await harbour.tcp(kind)
  const sent: SentMessage[] = []
  harbour.bus.attach({
    handle: ({ pgn, source, payload }) => {
      const message = source === gatewayAddress && pgn > 127_000 ? decode(pgn, payload) : undefined
      if (message !== undefined) sent.push({ ...message, pgn, at: performance.now() })
    },
  })
  const plugin = await harbour.plugin({ gateways: [{ kind, address: gateway.address }], ...settings })
  await inputOf(plugin, gateway.id, isIn('used'))
  return { harbour, gateway, plugin, sent }
}

interface GivenOptions {
  readonly source?: string
  readonly stale?: boolean
}

/** Sends values to the plugin as the server does. */
const give = (
  plugin: StartedPlugin,
  given: Readonly<Record<string, unknown>>,
  { source = 'nmea0183.wind', stale = false }: GivenOptions = {},
): number => {
  const values = Object.entries(given).map(([path, value]) => ({ path, value, ...(stale && { stale }) }))
  const timestamp = new Date().toISOString()
  return plugin.send([{ context: 'vessels.self', updates: [{ $source: source, timestamp, values }] }])
}

/** The number of messages within a time. */
const countFor = async (sent: readonly SentMessage[], ms: number): Promise<number> => {
  const before = sent.length
  await sleep(ms)
  return sent.length - before
}

describe('messages made from the values of the boat', { ...limit, concurrency: 2 }, () => {
  for (const kind of ['yacht-devices', 'actisense', 'ikonvert'] as const)
    test(`${kind}: the values of another source appear on the bus at their rate, until they are stale`, async () => {
      const { harbour, plugin, sent } = await board(
        { sends: true, sendsMessages: ['130306', '127508'] },
        kind,
      )
      await using _ = harbour
      assert.equal(await countFor(sent, 500), 0)
      assert.equal(give(plugin, { ...wind, 'electrical.batteries.1.voltage': 12.8 }), 1)
      await until(() => sent.length >= 5, Boolean)
      await sleep(4_000)
      const [winds, batteries] = [130_306, 127_508].map((pgn) => sent.filter((each) => each.pgn === pgn))
      assert.ok(winds !== undefined && batteries !== undefined)
      const perSecond = winds.length / (((winds.at(-1)?.at ?? 0) - (winds[0]?.at ?? 0)) / 1_000)
      assert.ok(perSecond > 8 && perSecond < 11, `${perSecond} per second`)
      assert.ok(batteries.length >= 2 && batteries.length <= 4, `${batteries.length} in 4 s`)
      const [message] = winds
      assert.ok(message !== undefined)
      const { values } = mapMessage(message)
      assert.deepEqual(
        values.map(({ path, value }) => [path, Math.round(Number(value) * 100) / 100]),
        [
          ['environment.wind.speedTrue', 7.5],
          ['environment.wind.angleTrueWater', -0.5],
        ],
      )
      // The numbers of the moments count.
      const numbers = winds.slice(0, 5).map(({ fields }) => Number(fields['sid']))
      assert.ok(
        numbers.every((sid, index) => index === 0 || sid > (numbers[index - 1] ?? 0)),
        String(numbers),
      )
      give(plugin, { ...wind, 'electrical.batteries.1.voltage': 12.8 }, { stale: true })
      await sleep(300)
      assert.equal(await countFor(sent, 2_000), 0)
      // Nothing of it is taken in again.
      const own = plugin.published.flatMap(({ updates }) =>
        updates.flatMap(({ values: taken = [] }) => taken),
      )
      assert.ok(!own.some(({ path }) => path === 'electrical.batteries.1.voltage'))
    })

  test('what came from a bus does not go back, but another source of the same path does', async () => {
    const { harbour, plugin, sent } = await board({ sends: true, sendsMessages: ['129025'] })
    await using _ = harbour
    const device = await until(() => plugin.published[0]?.updates[0]?.$source, Boolean)
    assert.match(device, /^nmea2000\./)
    give(plugin, position, { source: device })
    assert.equal(await countFor(sent, 700), 0)
    give(plugin, { 'navigation.position': { latitude: 10, longitude: 20 } }, { source: 'phone' })
    give(plugin, position, { source: device })
    await until(() => sent.length >= 3, Boolean)
    assert.ok(sent.every(({ fields }) => fields['latitude'] === 10))
  })

  test('the course is one guidance of the server, and ends with one message, then nothing', async () => {
    const { harbour, plugin, sent } = await board({
      sends: true,
      sendsMessages: ['129283', '129284', '129285'],
    })
    await using _ = harbour
    give(plugin, { [courseGuidancePath]: guidance }, { source: 'plotter' })
    assert.equal(await countFor(sent, 1_500), 0, 'a course of another source is not the one of the crew')
    const course = (value: CourseGuidance) =>
      give(plugin, { [courseGuidancePath]: value }, { source: 'course' })
    const giving = setInterval(() => course(guidance), 500)
    try {
      course(guidance)
      await until(() => sent.length >= 6, Boolean)
    } finally {
      clearInterval(giving)
    }
    const [first, second, third, fourth] = sent
    assert.deepEqual([first?.pgn, second?.pgn, third?.pgn], [129_283, 129_284, 129_285])
    assert.equal(first?.fields['sid'], second?.fields['sid'])
    assert.equal(fourth?.fields['sid'], Number(first?.fields['sid']) + 1, 'the number counts up')
    assert.equal(first?.fields['xte'], -18)
    course({ status: 'invalid', reason: 'no-position' })
    const ends = (): readonly SentMessage[] =>
      sent.filter(({ fields }) => fields['navigationTerminated'] === 1)
    await until(() => ends().length > 0, Boolean)
    await sleep(2_000)
    assert.equal(ends().length, 1)
    assert.deepEqual(sent.at(-2), ends()[0])
    assert.equal(sent.at(-1)?.fields['distanceToWaypoint'], undefined)
  })

  test('they go on after the connection was lost, and none that was missed is sent later', async () => {
    const { harbour, gateway, plugin, sent } = await board({ sends: true, sendsMessages: ['129025'] })
    await using _ = harbour
    const giving = setInterval(() => give(plugin, position), 1_000)
    try {
      give(plugin, position)
      await until(() => sent.length >= 3, Boolean)
      await gateway.cut()
      await sleep(300)
      assert.equal(await countFor(sent, 1_000), 0)
      await gateway.restore()
      await until(() => sent.length > 0 && performance.now() - (sent.at(-1)?.at ?? 0) < 100, Boolean)
      const count = await countFor(sent, 1_000)
      assert.ok(count >= 7 && count <= 12, `${count} in 1 s`)
    } finally {
      clearInterval(giving)
    }
  })

  test('without a choice nothing is sent, and nothing is subscribed to', async () => {
    const { harbour, plugin, sent } = await board({ sends: true })
    await using _ = harbour
    assert.equal(give(plugin, { ...wind, ...position }), 0)
    assert.equal(
      await countFor(
        sent.filter(({ pgn }) => pgn !== 126_996),
        700,
      ),
      0,
    )
  })

  test('a choice without permission to send is an error that says what to do', async () => {
    await using harbour = await Harbour.make()
    await assert.rejects(harbour.plugin({ sendsMessages: ['129025'] }), /Set "sends" to true/)
  })
})
