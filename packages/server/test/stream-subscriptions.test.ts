import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener, tell, valueDelta } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'

const speed = 'navigation.speedOverGround'
const depth = 'environment.depth.belowKeel'
const first = 'vessels.urn:mrn:imo:mmsi:366000001'
const second = 'vessels.urn:mrn:imo:mmsi:366000002'
const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }
const limit = { timeout: 300_000 }

const everything = [
  valueDelta(speed, 1),
  valueDelta('navigation.speedThroughWater', 2),
  valueDelta('navigation.gnss.satellites', 3),
  valueDelta(depth, 4),
  valueDelta('propulsion.port.revolutions', 5),
  valueDelta('propulsion.starboard.revolutions', 6),
  valueDelta(speed, 7, first),
  valueDelta(speed, 8, second),
  valueDelta('navigation.speedOverGround', 9, 'aton.urn:mrn:imo:mmsi:993000001'),
]

type Expected = readonly (readonly [pattern: string, values: readonly number[]])[]

/** Checks the first values that subscriptions receive from a boat with all of the above. */
const assertReported = async (expected: Expected, messageOf: (pattern: string) => object): Promise<void> => {
  await using boat = await startBoat()
  await tell(boat.url, everything)
  for (const [pattern, values] of expected) {
    await using listener = await StreamListener.open(boat.url, '?subscribe=none')
    const { requestId, ...answer } = await listener.ask(messageOf(pattern))
    assert.ok(requestId)
    assert.deepEqual(answer, completed)
    await sleep(50)
    const reported = listener.values.map(({ value }) => value as number)
    assert.deepEqual(
      reported.toSorted((a, b) => a - b),
      values,
      pattern,
    )
  }
}

test('path patterns select exactly the matching paths', limit, async () => {
  await assertReported(
    [
      [speed, [1]],
      ['navigation.*', [1, 2, 3]],
      ['navigation.**', [1, 2, 3]],
      ['navigation.speed*', [1, 2]],
      ['navigation.*.satellites', [3]],
      ['*.*.revolutions', [5, 6]],
      ['propulsion.*board.revolutions', [6]],
      ['*', [1, 2, 3, 4, 5, 6]],
      ['nothing.here', []],
    ],
    (path) => ({ subscribe: [{ path }] }),
  )
})

test('context patterns select exactly the matching contexts', limit, async () => {
  await assertReported(
    [
      ['vessels.self', [1]],
      ['vessels.*', [1, 7, 8]],
      ['*', [1, 7, 8, 9]],
      [first, [7]],
      ['vessels.urn:mrn:imo:mmsi:366*', [7, 8]],
      ['aton.*', [9]],
      ['sar.*', []],
    ],
    (context) => ({ context, subscribe: [{ path: speed }] }),
  )
})

test('the own vessel can be subscribed by its identifier', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, everything)
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  await listener.ask({ context: boat.self, subscribe: [{ path: speed }] })
  const received = await listener.firstAt(speed)
  assert.equal(received.value, 1)
})

test('overlapping subscriptions send each change once', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url)
  await listener.ask({ subscribe: [{ path: 'navigation.*' }, { path: speed }] })
  listener.put(speed, 1)
  await listener.firstAt(speed)
  for (const value of [2, 3]) listener.put(speed, value)
  await listener.firstValue(({ value }) => value === 3)
  assert.deepEqual(listener.valuesAt(speed), [1, 2, 3])
})

test('a removed subscription sends nothing more', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  await listener.ask({ subscribe: [{ path: speed }, { path: depth }] })
  listener.put(speed, 1)
  await listener.firstAt(speed)
  await listener.ask({ unsubscribe: [{ path: speed }] })
  listener.put(speed, 2)
  listener.put(depth, 3)
  await listener.firstAt(depth)
  assert.deepEqual(listener.valuesAt(speed), [1])
})

test('a star removes all subscriptions', limit, async () => {
  await using boat = await startBoat()
  await using listener = await StreamListener.open(boat.url, '?subscribe=all')
  await listener.ask({ context: '*', unsubscribe: [{ path: '*' }] })
  await tell(boat.url, everything)
  await listener.first(({ heartbeat }) => heartbeat !== undefined)
  assert.deepEqual(listener.values, [])
})

test('a subscription without cached values sends only new ones', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, everything)
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  await listener.ask({ sendCachedValues: false, subscribe: [{ path: 'navigation.*' }] })
  await tell(boat.url, [valueDelta(speed, 100)])
  await listener.firstAt(speed)
  assert.deepEqual(
    listener.values.map(({ value }) => value),
    [100],
  )
})

/** Sends a change every 10 ms for that long; returns the last value. */
const change = async (teller: StreamListener, forMs: number): Promise<number> => {
  const end = performance.now() + forMs
  let value = 0
  while (performance.now() < end) {
    teller.put(speed, ++value)
    await sleep(10)
  }
  return value
}

suite('periods and policies', () => {
  test('a period sends the latest value once per period, also with the policy fixed', limit, async () => {
    await using boat = await startBoat()
    await using teller = await StreamListener.open(boat.url, '?subscribe=none')
    for (const wish of [
      { path: speed, period: 200 },
      { path: speed, period: 200, policy: 'fixed' },
    ]) {
      await using listener = await StreamListener.open(boat.url, '?subscribe=none')
      await listener.ask({ sendCachedValues: false, subscribe: [wish] })
      const last = await change(teller, 1_000)
      await listener.firstValue(({ value }) => value === last)
      const received = listener.valuesAt(speed) as number[]
      assert.ok(received.length >= 4 && received.length <= 7, `${received.length} values`)
      assert.deepEqual(
        received,
        received.toSorted((a, b) => a - b),
      )
    }
  })

  test('a minimum period sends the first change at once and limits the rate of the rest', limit, async () => {
    await using boat = await startBoat()
    await using teller = await StreamListener.open(boat.url, '?subscribe=none')
    await using listener = await StreamListener.open(boat.url, '?subscribe=none')
    await using unbound = await StreamListener.open(boat.url, '?subscribe=none')
    await unbound.ask({ subscribe: [{ path: speed, policy: 'instant' }] })
    await listener.ask({ subscribe: [{ path: speed, policy: 'instant', minPeriod: 200 }] })
    teller.put(speed, -1)
    // Measured against a subscription without a period, so that a busy machine does not matter.
    await unbound.firstValue(({ value }) => value === -1)
    const before = performance.now()
    await listener.firstValue(({ value }) => value === -1)
    assert.ok(performance.now() - before < timeLimit(150))
    const last = await change(teller, 1_000)
    await listener.firstValue(({ value }) => value === last)
    const { length } = listener.valuesAt(speed)
    assert.ok(length >= 4 && length <= 8, `${length} values`)
  })

  test('the policy instant sends every change', limit, async () => {
    await using boat = await startBoat()
    await using teller = await StreamListener.open(boat.url, '?subscribe=none')
    await using listener = await StreamListener.open(boat.url, '?subscribe=none')
    await listener.ask({ subscribe: [{ path: speed, policy: 'instant' }] })
    teller.put(speed, 0)
    await listener.firstAt(speed)
    const last = await change(teller, 300)
    await listener.firstValue(({ value }) => value === last)
    assert.equal(listener.valuesAt(speed).length, last + 1)
  })

  test('the policy ideal sends every change and repeats the value while there is none', limit, async () => {
    await using boat = await startBoat()
    await using listener = await StreamListener.open(boat.url, '?subscribe=none')
    await listener.ask({ subscribe: [{ path: speed, policy: 'ideal', period: 200 }] })
    listener.put(speed, 1)
    await listener.firstAt(speed)
    for (const value of [2, 3]) listener.put(speed, value)
    await sleep(1_100)
    const received = listener.valuesAt(speed)
    assert.deepEqual(received.slice(0, 3), [1, 2, 3])
    assert.ok(received.length >= 6 && received.length <= 10, `${received.length} values`)
    assert.ok(received.slice(3).every((value) => value === 3))
  })
})

const positionOf = (context: string, latitude: number, longitude: number): object =>
  valueDelta('navigation.position', { latitude, longitude }, context)

test(
  'a bounding box selects vessels inside it, including new ones, and drops those that leave',
  limit,
  async () => {
    await using boat = await startBoat()
    await tell(boat.url, [
      positionOf(first, 54, 8),
      valueDelta(speed, 1, first),
      positionOf(second, 10, 10),
      valueDelta(speed, 2, second),
    ])
    await using listener = await StreamListener.open(boat.url, '?subscribe=none')
    const bbox = { south: 53, west: 7, north: 55, east: 9 }
    await listener.ask({ context: 'vessels.*', bbox, subscribe: [{ path: '*' }] })
    await listener.firstValue(({ context, value }) => context === first && value === 1)
    await tell(boat.url, [valueDelta(speed, 20, second), positionOf(second, 54.5, 8.5)])
    const entered = await listener.firstValue(({ context, path }) => context === second && path === speed)
    assert.equal(entered.value, 20)
    listener.forget()
    await tell(boat.url, [
      positionOf(first, 60, 8),
      valueDelta(speed, 30, first),
      valueDelta(speed, 40, second),
    ])
    await listener.firstValue(({ value }) => value === 40)
    assert.ok(listener.values.every(({ value }) => value !== 30))
  },
)

test('a bounding box may cross the date line', limit, async () => {
  await using boat = await startBoat()
  await tell(boat.url, [positionOf(first, 0, 179.9), positionOf(second, 0, 0)])
  await using listener = await StreamListener.open(boat.url, '?subscribe=none')
  const bbox = { south: -1, west: 179, north: 1, east: -179 }
  await listener.ask({ context: 'vessels.*', bbox, subscribe: [{ path: 'navigation.position' }] })
  await tell(boat.url, [positionOf(second, 0, -179.9)])
  await listener.firstValue(({ context }) => context === second)
  assert.deepEqual([...new Set(listener.values.map(({ context }) => context))], [first, second])
})
