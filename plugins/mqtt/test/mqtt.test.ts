import { checkOf } from '@marinedata/model'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaByComponent } from './home-assistant-schema.ts'
import { Authority, Mosquitto, Reader } from './mosquitto.ts'

const place = new URL('..', import.meta.url)
const boatId = 'urn_mrn_imo_mmsi_230099999'
const speed = 'navigation.speedOverGround'
const speedTopic = 'boat/navigation/speedOverGround'

interface Sent {
  readonly stale?: boolean
  readonly source?: string
}

const send = (
  plugin: StartedPlugin,
  values: Record<string, unknown>,
  { stale, source = 'gps' }: Sent = {},
): void => {
  const entries = Object.entries(values).map(([path, value]) => ({ path, value, ...(stale && { stale }) }))
  plugin.send([{ updates: [{ $source: source, timestamp: new Date().toISOString(), values: entries }] }])
}

const start = (broker: Mosquitto, settings: Record<string, unknown> = {}) =>
  startPlugin(place, { settings: { broker: broker.address, period: 0, ...settings } })

const isOnline = (reader: Reader) =>
  until(() => reader.payloads.get('boat/status') === 'online', Boolean, { what: 'the boat is online' })

test('values are kept by the broker for those who come later, and the boat says that it is online', async () => {
  await using broker = await Mosquitto.start()
  await using plugin = await start(broker)
  send(plugin, { [speed]: 3.1, 'navigation.position': { latitude: 50.1, longitude: -4.2 } })
  using first = new Reader(broker)
  await isOnline(first)
  using later = new Reader(broker)
  await isOnline(later)
  assert.ok(later.retained.has(speedTopic))
  assert.equal(later.value(speedTopic), 3.1)
  assert.deepEqual(later.value('boat/navigation/position'), { latitude: 50.1, longitude: -4.2 })
  await until(() => plugin.status?.message === 'Connected to 127.0.0.1; publishes 2 paths', Boolean, {
    what: 'the status counts the paths',
  })
  assert.equal(plugin.status?.level, 'ok')
})

test('a value that is stale or unknown is unavailable, and zero is a value', async () => {
  await using broker = await Mosquitto.start()
  await using plugin = await start(broker, { paths: ['navigation.*=3600'] })
  using reader = new Reader(broker)
  send(plugin, { [speed]: 0, 'navigation.headingTrue': null })
  await isOnline(reader)
  assert.equal(reader.value(speedTopic), 0)
  assert.equal(reader.value('boat/navigation/headingTrue'), null)
  // At once, although the next value would be due in an hour.
  send(plugin, { [speed]: 0 }, { stale: true })
  await until(() => reader.value(speedTopic) === null, Boolean, { what: 'the stale value is unavailable' })
})

test('a path is published at most once per period, and the newest value is not lost', async () => {
  await using broker = await Mosquitto.start()
  await using plugin = await start(broker, { paths: ['navigation.*=3', 'environment.*=0'] })
  using reader = new Reader(broker)
  await isOnline(reader)
  const before = performance.now()
  for (let count = 1; count <= 50; count++)
    send(plugin, { [speed]: count, 'environment.depth.belowKeel': count })
  await until(() => reader.value(speedTopic) === 50, Boolean, { what: 'the last value is published' })
  const periods = Math.floor((performance.now() - before) / 3_000)
  const sent = reader.history.filter(({ topic }) => topic === speedTopic).length
  assert.ok(sent >= 2 && sent <= periods + 1, `${sent} messages in ${periods} periods`)
})

test('the worst notification of all sources counts', async () => {
  await using broker = await Mosquitto.start()
  await using plugin = await start(broker)
  using reader = new Reader(broker)
  const path = 'notifications.electrical.batteries.1'
  const stateOf = () =>
    (reader.value('boat/notifications/electrical/batteries/1') as { state?: string } | null)?.state
  send(plugin, { [path]: { state: 'alarm', method: [], message: 'low' } }, { source: 'a' })
  send(plugin, { [path]: { state: 'normal', method: [], message: '' } }, { source: 'b' })
  await isOnline(reader)
  assert.equal(stateOf(), 'alarm')
  send(plugin, { [path]: { state: 'normal', method: [], message: '' } }, { source: 'a' })
  await until(() => stateOf() === 'normal', Boolean, { what: 'the alarm has ended' })
})

test('every message of discovery is as Home Assistant documents it', async () => {
  await using broker = await Mosquitto.start()
  await using plugin = await start(broker, { paths: ['*'] })
  using reader = new Reader(broker)
  send(plugin, {
    name: 'Aura',
    [speed]: 3,
    'navigation.position': { latitude: 50, longitude: -4 },
    'navigation.headingTrue': 1,
    'navigation.attitude': { roll: 0.1, pitch: 0, yaw: 1 },
    'navigation.datetime': '2026-06-01T12:00:00Z',
    'navigation.rateOfTurn': 0.01,
    'environment.wind.speedApparent': 8,
    'environment.wind.angleApparent': -0.5,
    'environment.wind.directionTrue': 1,
    'environment.depth.belowKeel': 4,
    'environment.water.temperature': 288,
    'environment.outside.pressure': 101_300,
    'environment.inside.relativeHumidity': 0.6,
    'electrical.batteries.1.voltage': 12.6,
    'electrical.batteries.1.current': -3,
    'electrical.batteries.1.capacity.stateOfCharge': 0.8,
    'electrical.batteries.1.capacity.nominal': 4_320_000,
    'electrical.switches.bilge.state': true,
    'propulsion.main.revolutions': 30,
    'propulsion.main.fuel.rate': 0.000_001,
    'propulsion.main.runTime': 3_600,
    'tanks.fuel.0.currentLevel': 0.5,
    'tanks.fuel.0.capacity': 0.12,
    'some.own.number': 7,
    'notifications.navigation.anchor': { state: 'alarm', method: ['sound'], message: 'The anchor drags' },
  })
  await isOnline(reader)
  const found = [...reader.payloads.keys()].filter((topic) => topic.startsWith('homeassistant/'))
  assert.equal(found.length, 25, found.join('\n'))
  for (const topic of found) {
    const [, component = '', node, objectId, end, ...more] = topic.split('/')
    assert.deepEqual([node, end, more], [boatId, 'config', []], topic)
    assert.match(objectId ?? '', /^[A-Za-z0-9_-]+$/)
    const schema = schemaByComponent[component]
    assert.ok(schema, component)
    assert.deepEqual(checkOf(schema).faults(reader.json(topic)), [], `${topic} ${reader.payloads.get(topic)}`)
  }
  const heading = reader.json(`homeassistant/sensor/${boatId}/navigation_headingTrue/config`) as Record<
    string,
    unknown
  >
  assert.deepEqual(
    [heading['name'], heading['unit_of_measurement'], heading['state_class'], heading['device']],
    ['Heading true', '°', 'measurement_angle', { identifiers: [boatId], name: 'Aura' }],
  )
  assert.ok(found.includes(`homeassistant/device_tracker/${boatId}/navigation_position/config`))
  assert.ok(found.includes(`homeassistant/binary_sensor/${boatId}/notifications_navigation_anchor/config`))
})

test('a path that is no longer published is removed from the broker, and one without a value is unknown', async () => {
  await using broker = await Mosquitto.start()
  using reader = new Reader(broker)
  const first = await start(broker, { paths: ['navigation.*', 'tanks.*'] })
  send(first, { [speed]: 3, 'tanks.fuel.0.currentLevel': 0.5 })
  await isOnline(reader)
  await first.stop()
  await until(() => reader.payloads.get('boat/status') === 'offline', Boolean, {
    what: 'the boat is offline',
  })
  const storage = Object.fromEntries(first.storage)
  const settings = { broker: broker.address, period: 0, paths: ['navigation.*'] }
  await using plugin = await startPlugin(place, { settings, storage })
  await isOnline(reader)
  assert.equal(reader.value(speedTopic), null)
  const removed = [
    'boat/tanks/fuel/0/currentLevel',
    `homeassistant/sensor/${boatId}/tanks_fuel_0_currentLevel/config`,
  ]
  await until(() => removed.every((topic) => reader.payloads.get(topic) === ''), Boolean, {
    what: 'they are removed',
  })
  assert.ok(reader.payloads.get(`homeassistant/sensor/${boatId}/navigation_speedOverGround/config`))
  assert.equal(plugin.status?.level, 'ok')
})

test('over TLS, with a password and a certificate of the boat; the broker says when the boat is gone', async () => {
  using authority = new Authority()
  const user = { name: 'boat', password: 'a secret' }
  await using broker = await Mosquitto.start({ authority, user, asksCertificate: true })
  const own = authority.issue('boat', 'DNS:boat')
  const tls = { certificate: authority.certificate, clientCertificate: own.cert, clientKey: own.key }
  await using plugin = await start(broker, { ...tls, username: user.name, password: user.password })
  using reader = new Reader(broker)
  send(plugin, { [speed]: 3 })
  await isOnline(reader)
  assert.equal(reader.value(speedTopic), 3)
  await plugin.kill()
  await until(() => reader.payloads.get('boat/status') === 'offline', Boolean, {
    what: 'the last will is published',
  })
})

test('a broker that cannot be used is an error in plain words', async (t) => {
  using authority = new Authority()
  using stranger = new Authority()
  const user = { name: 'boat', password: 'a secret' }
  await using broker = await Mosquitto.start({ authority, user })
  const cases: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    ['unknown authority', {}, /unknown authority; set "certificate"/],
    ['other authority', { certificate: stranger.certificate }, /unknown authority/],
    [
      'other name',
      { certificate: authority.certificate, host: 'home.example.org' },
      /another name; set "host"/,
    ],
    [
      'wrong password',
      { certificate: authority.certificate, username: 'boat', password: 'wrong' },
      /user name or the password|does not let this user in/,
    ],
    ['no TLS', { broker: `mqtt://127.0.0.1:${broker.port}` }, /closed the connection|not MQTT/],
    ['nothing there', { broker: 'mqtt://127.0.0.1:1' }, /nothing listens at this address/],
  ]
  for (const [name, settings, message] of cases)
    await t.test(name, async () => {
      await using plugin = await start(broker, settings)
      await until(() => plugin.status?.level === 'error', Boolean, { what: name })
      assert.match(plugin.status?.message ?? '', message)
      assert.match(
        plugin.status?.message ?? '',
        /^Not connected to the broker 127\.0\.0\.1 since \d\d:\d\d UTC: /,
      )
    })
})
