import type { Alert, TokenMade } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertsApi } from './alert-asking.ts'
import { Crew } from '@marinedata/testing/boats/crew'
import { assertProblem, exchange } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }
const tokens = '/marinedata/v2/api/access/tokens'
const self = '/marinedata/v1/api/vessels/self'

const streamOf = (url: string, token: string | undefined) =>
  StreamListener.open(url, '?subscribe=none', { headers: { authorization: `Bearer ${token}` } })

const calm = { state: 'normal', method: [], message: '' }

test('a device cannot have the name of a part of the server, nor end its alarms', limit, async () => {
  await using crew = await Crew.start()
  for (const name of [
    'crew',
    'anchor-watch',
    'server',
    'zones',
    'plugins',
    'nmea0183',
    'nmea2000',
    'simulator',
    'course',
  ]) {
    const body = { name, role: 'device', paths: ['notifications.*'] }
    assertProblem(await crew.ask('owner', `POST ${tokens}`, { body }), 'invalid-value')
  }
  const body = { name: 'sensor', role: 'device', paths: ['*'] }
  const { token } = await crew.must<TokenMade>(`POST ${tokens}`, body)
  await crew.must(`POST ${alertsApi}/mob`)
  await using device = await streamOf(crew.url, token)
  for (const $source of [undefined, 'crew', 'device.sensor'])
    for (const path of [
      'notifications.mob',
      'notifications.navigation.anchor',
      'steering.autopilot.engaged',
    ]) {
      const value = path.startsWith('steering') ? true : calm
      const { code, detail } = await device.ask({
        updates: [{ ...($source && { $source }), values: [{ path, value }] }],
      })
      assert.equal(code, 'invalid-message', path)
      assert.match(detail ?? '', /reserved-path|foreign-source/)
    }
  const [alert] = await crew.must<Alert[]>(`GET ${alertsApi}`)
  assert.deepEqual([alert?.path, alert?.state, alert?.status], ['notifications.mob', 'emergency', 'active'])
})

test(
  'an owner on the stream cannot publish as an autopilot, a plugin, a device or the server',
  limit,
  async () => {
    await using boat = await startBoat()
    await using owner = await StreamListener.open(boat.url, '?subscribe=none')
    const refused = async (path: string, value: unknown, $source: string): Promise<string | undefined> =>
      (await owner.ask({ updates: [{ $source, values: [{ path, value }] }] })).detail
    assert.match(
      (await refused('steering.autopilot.engaged', true, 'main')) ?? '',
      /reserved-path.*reports of autopilots/,
    )
    for (const source of [
      'crew',
      'server',
      'zones',
      'anchor-watch',
      'nmea0183.gps',
      'device.gps',
      'stream.other',
    ])
      assert.match((await refused('navigation.speedOverGround', 3, source)) ?? '', /foreign-source/, source)
    assert.equal(await refused('tanks.fuel.0.currentLevel', 0.5, 'saloon.tanks'), undefined)
    const { text } = await exchange(boat.url, self)
    assert.match(text, /"saloon\.tanks"/)
    assert.doesNotMatch(text, /steering|speedOverGround/)
  },
)

test('rejects a value of the wrong type or unit with its path and unit, and counts it', limit, async () => {
  await using boat = await startBoat()
  await using client = await StreamListener.open(boat.url, '?subscribe=none')
  const cases: [path: string, value: unknown, reported: RegExp][] = [
    [
      'navigation.courseOverGroundTrue',
      270,
      /out-of-range\. "navigation\.courseOverGroundTrue": 270 rad .* degrees\?/,
    ],
    ['environment.wind.angleTrueWater', 90, /out-of-range.*degrees\?/],
    ['navigation.speedOverGround', 'fast', /not-a-number.*"fast" is not a number\. Send a number in m\/s/],
    ['environment.depth.belowTransducer', '12', /not-a-number.* in m,/],
    ['electrical.batteries.a.voltage', '12,5', /not-a-number.*"12,5".* in V,/],
    ['environment.water.temperature', -4, /out-of-range.*Celsius/],
    ['navigation.datetime', '2026-02-30T00:00:00Z', /invalid-date/],
  ]
  for (const [path, value, reported] of cases) {
    const { code, detail } = await client.ask({ updates: [{ values: [{ path, value }] }] })
    assert.equal(code, 'invalid-message')
    assert.match(detail ?? '', reported)
  }
  const timestamp = '2026-02-30T00:00:00Z'
  const { detail } = await client.ask({ updates: [{ timestamp, values: [{ path: 'a.b', value: 1 }] }] })
  assert.match(detail ?? '', /invalid-date\. The timestamp "2026-02-30T00:00:00Z" is not a date/)
  const { text: metrics } = await exchange(boat.url, '/metrics')
  for (const line of ['"out-of-range"} 3', '"not-a-number"} 3', '"invalid-date"} 2'])
    assert.ok(metrics.includes(`marinedata_refused_total{reason=${line}`), line)
  assert.doesNotMatch((await exchange(boat.url, self)).text, /navigation|environment|electrical/)
})

test('answers a delta with a requestId, and names an unknown member', limit, async () => {
  await using boat = await startBoat()
  await using client = await StreamListener.open(boat.url, '?subscribe=none')
  const values = [{ path: 'a.b', value: 1 }]
  const good = await client.ask({ updates: [{ values }] })
  assert.ok(good.requestId !== undefined)
  assert.equal(good.code, undefined)
  const bad = await client.ask({ updates: [{ values }], request: 1 })
  assert.match(bad.detail ?? '', /invalid-delta\. "\/request" is not a known member/)
  assert.deepEqual(bad.errors, [{ path: '/request', message: 'is not a known member' }])
})

test('a source whose clock is years off is live, with the time of receipt and a marker', limit, async () => {
  await using boat = await startBoat()
  await using client = await StreamListener.open(boat.url, '?subscribe=none')
  const path = 'navigation.speedOverGround'
  for (const timestamp of ['1970-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
    await client.ask({ updates: [{ timestamp, values: [{ path, value: 3 }] }] })
    const { text } = await exchange(boat.url, `${self}/navigation/speedOverGround`)
    const leaf = JSON.parse(text) as { timestamp: string; timestampReplaced?: boolean }
    assert.equal(leaf.timestampReplaced, true)
    assert.ok(Math.abs(Date.parse(leaf.timestamp) - Date.now()) < 60_000)
  }
})
