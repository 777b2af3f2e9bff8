import { interfaceVersion, type Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener, tell, valueDelta } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'

const speed = 'navigation.speedOverGround'
const depth = 'environment.depth.belowKeel'
const other = 'vessels.urn:mrn:imo:mmsi:366123456'
const limit = { timeout: 300_000 }

test('the first message is a hello that names the boat', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 1)])
  await using listener = await StreamListener.open(boat.url)
  const { name, version, self, timestamp, roles, sequence } = listener.messages[0]!
  assert.equal(name, 'marinedata')
  assert.equal(version, interfaceVersion)
  assert.equal(self, boat.self)
  assert.ok(Math.abs(Date.parse(timestamp!) - Date.now()) < 5_000)
  assert.deepEqual(roles, ['owner'])
  assert.ok(sequence! >= 1)
})

test('by default the stream sends the cached values of the own vessel, and then changes', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 1), valueDelta(speed, 9, other)])
  await using listener = await StreamListener.open(boat.url)
  assert.equal((await listener.firstAt(speed)).value, 1)
  await tell(boat.url, [valueDelta(speed, 8, other), valueDelta(speed, 2)])
  await listener.firstValue(({ value }) => value === 2)
  assert.deepEqual(listener.valuesAt(speed), [1, 2])
  assert.ok(listener.values.every(({ context }) => context === 'vessels.self'))
})

test('a stream of all contexts includes other vessels', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 1), valueDelta(speed, 9, other)])
  await using listener = await StreamListener.open(boat.url, '?subscribe=all')
  await listener.firstValue(({ context, value }) => context === other && value === 9)
  await listener.firstValue(({ context, value }) => context === 'vessels.self' && value === 1)
  await tell(boat.url, [valueDelta(speed, 10, other)])
  await listener.firstValue(({ value }) => value === 10)
})

test('a stream without cached values sends only new ones', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 1), valueDelta(depth, 4)])
  await using listener = await StreamListener.open(boat.url, '?sendCachedValues=false')
  await tell(boat.url, [valueDelta(speed, 2)])
  await listener.firstAt(speed)
  assert.deepEqual(
    listener.values.map(({ path, value }) => [path, value]),
    [[speed, 2]],
  )
})

test('a stream with metadata sends the metadata of each path once', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 1)])
  await using listener = await StreamListener.open(boat.url, '?sendMeta=all')
  await listener.firstAt(speed)
  await tell(boat.url, [valueDelta(speed, 2), valueDelta(depth, 4)])
  await listener.firstAt(depth)
  const described = listener.messages
    .flatMap(({ updates = [] }) => updates)
    .flatMap(({ meta = [] }) => meta.map(({ path, value }) => [path, value.units]))
  assert.deepEqual(described, [
    [speed, 'm/s'],
    [depth, 'm'],
  ])
})

test('metadata sent by a client reaches the clients that want metadata, and no others', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [valueDelta(speed, 1)])
  await using curious = await StreamListener.open(boat.url, '?sendMeta=all')
  await using plain = await StreamListener.open(boat.url)
  await tell(boat.url, [
    { updates: [{ meta: [{ path: speed, value: { displayName: 'Fahrt' } }] }] },
    valueDelta(speed, 2),
  ])
  await curious.first(({ updates = [] }) =>
    updates.some(({ meta = [] }) => meta.some(({ value }) => value.displayName === 'Fahrt')),
  )
  await plain.firstValue(({ value }) => value === 2)
  assert.ok(plain.messages.every(({ updates = [] }) => updates.every(({ meta }) => meta === undefined)))
})

test('a value sent by one client reaches another, with its source and time', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url)
  const timestamp = new Date(Date.now() - 60_000).toISOString()
  const update = { $source: 'gps@deck', timestamp, values: [{ path: speed, value: 3.4 }] }
  await tell(boat.url, [{ context: 'vessels.self', updates: [update] }])
  const received = await listener.firstAt(speed)
  assert.deepEqual(received, {
    context: 'vessels.self',
    source: 'gps@deck',
    timestamp,
    path: speed,
    value: 3.4,
    isStale: false,
    isConflated: false,
  })
})

test(
  'two sources of a path do not alternate; a subscription to all sources receives both',
  limit,
  async () => {
    await using boat = await startBoat()
    await using listener = await StreamListener.open(boat.url)
    await using thorough = await StreamListener.open(boat.url, '?subscribe=none')
    await thorough.ask({ subscribe: [{ path: speed, sources: 'all' }] })
    await using teller = await StreamListener.open(boat.url, '?subscribe=none')
    teller.put(speed, 0, 'first')
    teller.put(speed, -0.5, 'second')
    await thorough.firstAt(speed)
    await listener.firstAt(speed)
    for (let round = 1; round <= 5; round++) {
      teller.put(speed, round, 'first')
      teller.put(speed, -round, 'second')
    }
    await thorough.firstValue(({ value }) => value === -5)
    await listener.firstValue(({ value }) => value === 5)
    assert.deepEqual(listener.valuesAt(speed), [0, 1, 2, 3, 4, 5])
    assert.deepEqual(thorough.valuesAt(speed).slice(2), [1, -1, 2, -2, 3, -3, 4, -4, 5, -5])
  },
)

test('another source takes over when the preferred one sends null', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url)
  listener.put(speed, 1, 'first')
  listener.put(speed, 2, 'second')
  listener.put(speed, null, 'first')
  const received = await listener.firstValue(({ source }) => source === 'second')
  assert.equal(received.value, 2)
})

test('an alarm reaches every client at once', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  await listener.ask({ subscribe: [{ path: 'notifications.*', period: 60_000 }] })
  const value = { state: 'alarm', method: ['sound', 'visual'], message: 'Fire' }
  const before = performance.now()
  await tell(boat.url, [valueDelta('notifications.fire', value)])
  const received = await listener.firstAt('notifications.fire')
  const { id, raisedAt, ...reported } = received.value as Notification
  assert.deepEqual(reported, { ...value, status: 'active' })
  assert.ok(id !== undefined && raisedAt !== undefined)
  assert.ok(performance.now() - before < timeLimit(1_000))
})

test('a thousand changes of a path arrive in order and completely', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url)
  await using teller = await StreamListener.open(boat.url, '?subscribe=none')
  for (let value = 0; value < 1_000; value++) teller.put(speed, value)
  await listener.firstValue(({ value }) => value === 999)
  assert.deepEqual(
    listener.valuesAt(speed),
    Array.from({ length: 1_000 }, (_, value) => value),
  )
})

test('a thousand values in one delta all arrive', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url)
  const values = (from: number): object[] =>
    Array.from({ length: 500 }, (_, index) => ({ path: `test.value${from + index}`, value: from + index }))
  listener.send({ updates: [{ values: values(0) }, { values: values(500) }] })
  await listener.firstAt('test.value999')
  assert.equal(listener.values.length, 1_000)
  assert.equal(new Set(listener.values.map(({ path }) => path)).size, 1_000)
})

suite('behaviour that takes a while', { concurrency: true }, () => {
  test('a stream without subscriptions receives only heartbeats', limit, async () => {
    await using boat = await startBoat()
    await tell(boat.url, [valueDelta(speed, 1)])
    await using listener = await StreamListener.open(boat.url, '?subscribe=none')
    await tell(boat.url, [valueDelta(speed, 2)])
    await listener.first(({ heartbeat }) => heartbeat !== undefined)
    assert.deepEqual(listener.values, [])
  })

  test('a value that is not repeated becomes stale, and live again once repeated', limit, async () => {
    await using boat = await startBoat({ settings: { metadata: { [speed]: { timeout: 0.5 } } } })
    await using listener = await StreamListener.open(boat.url)
    listener.put(speed, 1)
    const stale = await listener.firstValue(({ path, isStale }) => path === speed && isStale)
    assert.equal(stale.value, 1)
    listener.put(speed, 2)
    const live = await listener.firstValue(({ value }) => value === 2)
    assert.equal(live.isStale, false)
  })

  test('a heartbeat is sent every second with the time and the newest sequence', limit, async () => {
    await using boat = await startBoat()
    await using listener = await StreamListener.open(boat.url, '?subscribe=none')
    await sleep(300)
    const before = performance.now()
    listener.forget()
    for (let count = 1; count <= 3; count++) {
      await listener.first(() => listener.messages.filter(({ heartbeat }) => heartbeat).length >= count)
      listener.put(speed, count)
      listener.put(depth, count)
    }
    const elapsed = performance.now() - before
    assert.ok(elapsed > 1_500 && elapsed < timeLimit(4_000), `three heartbeats in ${Math.round(elapsed)} ms`)
    const beats = listener.messages.flatMap(({ heartbeat }) => (heartbeat ? [heartbeat] : []))
    assert.equal(beats[1]!.sequence - beats[0]!.sequence, 2)
    assert.equal(beats[2]!.sequence - beats[1]!.sequence, 2)
    for (const { timestamp } of beats) assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 5_000)
  })
})
