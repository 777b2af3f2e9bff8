import type { StreamPosition, LogStart, SentDelta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Boat, vessel, type Listener } from './boat.ts'
import { RecordingOutlet } from './recording-outlet.ts'

const depth = 'environment.depth.belowKeel'
const alert = 'notifications.navigation.gnss'

const open = (boat: Boat): Listener => {
  const outlet = new RecordingOutlet()
  return { outlet, session: boat.hub.open(outlet) }
}

const read = (boat: Boat, from?: StreamPosition, paths: readonly string[] = ['*']): Listener & LogStart => {
  const listener = open(boat)
  const requests = paths.map((path) => ({ path, sources: 'all' as const }))
  return {
    ...listener,
    ...boat.subscribe(listener, requests, { context: '*', log: true, ...(from && { from }) }),
  }
}

/** Members that only the stream adds. */
const deltasOf = ({ outlet }: Listener): SentDelta[] => outlet.deltas() as SentDelta[]

const positionOf = (reader: Listener): StreamPosition => {
  const { epoch = 0, sequence = 0 } = deltasOf(reader).at(-1) ?? {}
  return { epoch, sequence }
}

test('every delta has the epoch, and the number of its newest change', async () => {
  const boat = new Boat()
  const { outlet } = boat.listen(['*'])
  boat.write({ [depth]: 1 })
  boat.write({ [depth]: 2 })
  await boat.settle(20)
  boat.write({ [alert]: { state: 'alert', method: [], message: 'No fix' } })
  await boat.settle(20)
  const deltas = outlet.deltas() as SentDelta[]
  assert.ok(deltas.every(({ epoch }) => epoch === 7))
  assert.equal(deltas.at(-1)?.sequence, boat.tree.sequence)
  assert.deepEqual(
    deltas.map(({ sequence = 0 }) => sequence),
    deltas.map(({ sequence = 0 }) => sequence).toSorted((a, b) => a - b),
  )
})

test('a reader of the log that was interrupted gets every change after its position, in order', async () => {
  const boat = new Boat()
  const first = read(boat)
  boat.write({ [depth]: 1 })
  boat.write({ [depth]: 2 }, { source: 'sounder' })
  await boat.settle(20)
  boat.hub.close(first.session)
  const from = positionOf(first)
  for (let value = 3; value < 1_200; value++) {
    boat.write({ [depth]: value, 'navigation.log': value })
    boat.write({ 'navigation.speedOverGround': value }, { context: vessel(230_000_100 + (value % 3)) })
  }
  boat.write({ [alert]: { state: 'alert', method: [], message: 'No fix' } })
  const second = read(boat, from)
  assert.deepEqual([second.gap, second.position], [undefined, from])
  boat.write({ [depth]: 1_200 })
  await boat.settle(60)
  boat.write({ [depth]: 1_201 })
  await boat.settle(20)
  const expected = Array.from({ length: 1_199 }, (_, index) => index + 3)
  assert.deepEqual(second.outlet.values(depth), expected)
  assert.equal(second.outlet.values(alert).length, 1)
  const sequences = deltasOf(second).map(({ sequence = 0 }) => sequence)
  assert.deepEqual(
    sequences,
    sequences.toSorted((a, b) => a - b),
  )
  assert.equal(deltasOf(second)[0]?.late, true)
  assert.equal(deltasOf(second).at(-1)?.late, undefined)
})

test('a reader of some paths gets only those from the log', async () => {
  const boat = new Boat()
  const first = read(boat)
  boat.hub.close(first.session)
  boat.write({ [depth]: 1, 'navigation.log': 5 })
  boat.write({ 'navigation.log': 6 })
  const second = read(boat, first.position, [depth])
  await boat.settle(20)
  assert.deepEqual(
    second.outlet.received().map(({ path, value }) => [path, value]),
    [[depth, 1]],
  )
})

test('a reader that is slow for a while misses nothing', async () => {
  const boat = new Boat()
  const reader = read(boat)
  await boat.settle(20)
  reader.outlet.unread = 300_000
  for (let value = 1; value <= 50; value++) {
    boat.write({ [depth]: value })
    await boat.settle(5)
  }
  reader.outlet.unread = 0
  await boat.settle(120)
  assert.deepEqual(
    reader.outlet.values(depth),
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
})

test('a position that is too old, or of another start, gets a gap and the latest values', async () => {
  const boat = new Boat()
  const first = read(boat)
  boat.write({ [depth]: 1 })
  await boat.settle(20)
  const from = positionOf(first)
  boat.write({ [depth]: 2, 'navigation.log': 2 })
  boat.clock.advance(200_000)
  boat.write({ [depth]: 3 })
  boat.write({ [depth]: 4 })
  const old = read(boat, from)
  await boat.settle(20)
  assert.match(old.gap?.message ?? '', /too old/)
  assert.deepEqual(old.gap?.from, from)
  assert.deepEqual(old.outlet.values('navigation.log'), [2])
  assert.deepEqual(old.outlet.values(depth), [3, 4])
  const foreign = read(boat, { epoch: 6, sequence: 1 })
  await boat.settle(20)
  assert.match(foreign.gap?.message ?? '', /not one of this start/)
  assert.deepEqual(foreign.outlet.values(depth), [3, 4])
})

test('the log is off without readers, and bounded', () => {
  const boat = new Boat()
  boat.listen(['*'])
  boat.write({ [depth]: 1 })
  assert.equal(boat.hub.logged.changes, 0)
  const reader = read(boat)
  const text = 'x'.repeat(1_000)
  for (let count = 0; count < 15_000; count++)
    assert.equal(boat.write({ 'environment.text': `${text}${count}` }), undefined)
  const { bytes, changes } = boat.hub.logged
  assert.ok(bytes <= 16_000_000 && changes > 5_000, `${changes} changes, ${bytes} bytes`)
  boat.hub.close(reader.session)
  boat.clock.advance(200_000)
  boat.write({ [depth]: 2 })
  assert.deepEqual(boat.hub.logged, { changes: 0, bytes: 0 })
})

test('the log counts the rows of vessels that have gone, which it keeps', () => {
  const boat = new Boat()
  read(boat)
  const before = boat.hub.logged.bytes
  boat.write({ [depth]: 1, 'navigation.log': 1 }, { context: vessel(230_000_100) })
  const created = boat.hub.logged.bytes - before
  boat.write({ [depth]: 2, 'navigation.log': 2 }, { context: vessel(230_000_100) })
  assert.ok(created - (boat.hub.logged.bytes - before - created) >= 800, `${created} bytes`)
})

test('a subscription to the log is the only one of its session, and has no period', () => {
  const boat = new Boat()
  const listener = boat.listen([depth])
  assert.throws(() => boat.subscribe(listener, ['*'], { log: true }), /one subscribe message/)
  assert.throws(() => boat.subscribe(open(boat), [{ path: '*', period: 500 }], { log: true }), /period/)
})
