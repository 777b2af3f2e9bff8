import type { AuditEvent } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { BusBoat, type BusEvent } from './bus-boat.ts'
import { getJson } from '@marinedata/testing/exchange'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const pilot = 'c0788c00e7e04312'

suite('a bus between plugins', () => {
  let bus: BusBoat
  before(async () => {
    bus = await BusBoat.start('bus-user', 'bus-owner')
    await bus.event('bus-user', 'offered')
  })
  after(() => bus[Symbol.asyncDispose]())

  test('a user gets every message of its topics, and the owner learns the topics', limit, async () => {
    assert.deepEqual(await bus.act('bus-owner', 'wanted'), ['127250', '65379'])
    await bus.act('bus-owner', 'hear', { perSecond: 500, count: 200 })
    const received = await until(
      () => bus.received('bus-user'),
      ({ count }) => count >= 200,
    )
    assert.equal(received.count, 200)
    assert.equal(received.gaps, 0)
  })

  test('a message is answered when it is written, or with the reason why it is not', limit, async () => {
    const send = (topic: string, to: string | null) => bus.act('bus-user', 'send', { topic, to })
    assert.equal(await send('126208', pilot), 'written')
    assert.equal(await send('126208', null), 'written')
    assert.deepEqual(
      (await bus.written()).map(({ to, user }) => `${user} ${to}`),
      [`bus-user ${pilot}`, 'bus-user null'],
    )
    assert.equal(await send('126208', '0000000000000001'), 'device-not-found')
    await bus.act('bus-owner', 'allowSending', { canSend: false })
    assert.equal(await send('126208', pilot), 'not-claimed')
    await bus.act('bus-owner', 'allowSending', { canSend: true })
    assert.equal(await send('126208', pilot), 'written')
  })

  test('a topic that the manifest does not declare is refused, counted and audited', limit, async () => {
    const refused = (await bus.report('bus-user')).refused['not-declared'] ?? 0
    for (let tries = 0; tries < 3; tries++)
      assert.equal(await bus.act('bus-user', 'send', { topic: '59392', to: null }), 'not-declared')
    assert.equal((await bus.report('bus-user')).refused['not-declared'], refused + 3)
    assert.equal(await bus.metric('bus_refused_messages_total{reason="not-declared"}'), 3)
    const events = await until(
      () => getJson<AuditEvent[]>(bus.boat.url, '/marinedata/v2/api/access/audit?kind=plugin'),
      (entries) => entries.some(({ operation }) => operation === 'bus-topic-refused'),
    )
    const audited = events
      .filter(({ operation }) => operation.startsWith('bus-'))
      .map(({ operation, subject, details }) => [operation, subject, details])
    assert.deepEqual(audited, [
      ['bus-topic-refused', 'bus-user', { kind: 'nmea2000', topic: '59392' }],
      ['bus-opened', 'bus-user', { kind: 'nmea2000', sends: ['126208'] }],
    ])
  })

  test('devices are in the report of the owner, in the sources, and known to the user', limit, async () => {
    const { buses } = await until(
      () => bus.report('bus-owner'),
      (report) => report.buses[0]?.devices.length === 1,
    )
    const { devices, ...state } = buses[0]!
    const { lastHeard, ...device } = devices[0]!
    const source = `bus-owner.can0.${pilot}`
    const identity = {
      name: pilot,
      address: 204,
      manufacturer: 'Raymarine',
      model: 'EV-1 Course Computer',
      serialNumber: '0180123',
      function: 'Autopilot',
    }
    assert.deepEqual(state, {
      id: 'can0',
      kind: 'nmea2000',
      canSend: true,
      name: 'c0509a0022a00dc3',
      address: 35,
      users: ['bus-user'],
    })
    assert.ok(lastHeard !== undefined)
    assert.deepEqual(device, { ...identity, source })
    const sources = await getJson<Record<string, object>>(bus.boat.url, '/marinedata/v1/api/sources')
    assert.deepEqual(sources[source], {
      label: source,
      protocol: 'nmea2000',
      interface: 'can0',
      ...identity,
    })
    assert.deepEqual(
      (await bus.act<{ name: string }[]>('bus-user', 'devices')).map(({ name }) => name),
      [pilot],
    )
  })

  test('a disabled owner loses the bus at once, and an enabled one brings it back', limit, async () => {
    const disabledAt = Date.now()
    await bus.post('bus-owner/disable')
    const lost = await bus.event('bus-user', 'lost', disabledAt)
    assert.equal(await bus.act('bus-user', 'send', { topic: '126208', to: pilot }), 'bus-unavailable')
    assert.deepEqual((await bus.report('bus-owner')).buses, [])
    await bus.post('bus-owner/enable')
    await bus.event('bus-user', 'offered', lost.at)
    assert.equal(await bus.act('bus-user', 'send', { topic: '126208', to: pilot }), 'written')
  })

  test('a user that stops is not waited for, and gets the bus again when it runs', limit, async () => {
    await bus.post('bus-user/disable')
    assert.deepEqual(await bus.act('bus-owner', 'wanted'), [])
    await bus.post('bus-user/enable')
    assert.deepEqual(
      (await bus.act<BusEvent[]>('bus-user', 'events')).map(({ what }) => what),
      ['offered'],
    )
    assert.deepEqual(await bus.act('bus-owner', 'wanted'), ['127250', '65379'])
  })
})
