import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test, type TestContext } from 'node:test'
import { Boat, vessel, type Listener } from './boat.ts'
import { heapMb } from './heap.ts'

/** Closes a client and drops its recording, which would count as memory of the test. */
const leave = (boat: Boat, { session, outlet }: Listener): void => {
  boat.hub.close(session)
  outlet.clear()
}

const report = (context: TestContext, figures: Record<string, number>): void => {
  const words = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(1)}`)
  context.diagnostic(`MB after collection: ${words.join(', ')}`)
}

const mmsi = (index: number): string => vessel(231_000_000 + index)

const place = (index: number): object => ({
  latitude: 50 + (index % 800) / 100,
  longitude: (index % 499) / 100,
})

/** A fleet of vessels with a position and a number of other values each. */
const fleetOf = (boat: Boat, vessels: number, others: number): void => {
  const values = Object.fromEntries(Array.from({ length: others }, (_, at) => [`navigation.value${at}`, at]))
  for (let index = 0; index < vessels; index++)
    boat.write({ 'navigation.position': place(index), ...values }, { context: mmsi(index) })
}

test('a thousand changes of a bounding box over 15,000 vessels use no memory, also after closing', async (context) => {
  const boat = new Boat()
  fleetOf(boat, 15_000, 0)
  const chart = boat.listen([])
  const start = heapMb()
  for (let pan = 0; pan < 1_000; pan++) {
    boat.hub.unsubscribe(chart.session, '*', ['*'])
    const bbox = { south: 50, west: 0, north: 58, east: 5 + pan / 1e4 }
    boat.subscribe(chart, ['navigation.position'], { context: 'vessels.*', bbox, sendCachedValues: false })
    boat.write({ 'navigation.position': place(pan + 1) }, { context: mmsi(pan % 3_000) })
    if (pan % 10 === 0) await boat.settle(1)
    chart.outlet.clear()
  }
  await boat.settle(10)
  chart.outlet.clear()
  const panned = heapMb()
  leave(boat, chart)
  await boat.settle(10)
  const closed = heapMb()
  report(context, { start, panned: panned - start, closed: closed - start })
  assert.ok(panned - start <= 8, `${panned - start} MB more while it is panned`)
  assert.ok(closed - start <= 2, `${closed - start} MB more after it was closed`)
})

test('a hundred bounding boxes over 40,000 rows use less than 40 MB', async (context) => {
  const boat = new Boat()
  const vessels = 8_000
  fleetOf(boat, vessels, 4)
  assert.equal(boat.tree.size.values, 40_000)
  const start = heapMb()
  const windows = Array.from({ length: 100 }, (_, index) =>
    boat.listen(['*'], {
      context: 'vessels.*',
      bbox: { south: 49, west: -1, north: 59, east: 6 + index / 100 },
      sendCachedValues: false,
    }),
  )
  await boat.settle(10)
  for (let index = 0; index < vessels; index++) {
    boat.write(
      { 'navigation.position': place(index + 1), 'navigation.value0': index },
      { context: mmsi(index) },
    )
    if (index % 100 === 0) {
      await boat.settle(1)
      for (const { outlet } of windows) outlet.clear()
    }
  }
  await boat.settle(100)
  for (const { outlet } of windows) outlet.clear()
  const watched = heapMb()
  const { indexEntries } = boat.hub.held
  for (const window of windows) leave(boat, window)
  const closed = heapMb()
  report(context, { start, watched: watched - start, closed: closed - start })
  context.diagnostic(`references in the index: ${indexEntries}`)
  assert.ok(watched - start <= 40, `${watched - start} MB more with the windows open`)
  assert.ok(closed - start <= 4, `${closed - start} MB more after they were closed`)
  // Not one per row and box, which would be four million.
  assert.ok(indexEntries <= 10_000, `${indexEntries} references in the index`)
  assert.deepEqual(boat.hub.held, { indexEntries: 0, cells: 0 })
})

/** Updates part of the fleet while clients read; returns the CPU time per update in microseconds. */
const reportCost = async (boat: Boat, readers: readonly Listener[]): Promise<number> => {
  const reports = 2_000
  const startedAt = performance.now()
  for (let index = 0; index < reports; index++) {
    boat.write({ 'navigation.value0': index }, { context: mmsi(index * 20) })
    if (index % 20 !== 0) continue
    await boat.settle(1)
    for (const { outlet } of readers) outlet.clear()
  }
  return ((performance.now() - startedAt) / reports) * 1_000
}

test('500 bounding boxes over 50,000 vessels cost little more than five clients that subscribe to all', async (context) => {
  const boat = new Boat({ bounds: { contexts: 60_000 } })
  fleetOf(boat, 50_000, 1)
  const all = Array.from({ length: 5 }, (_, index) =>
    boat.listen(['*', `only.${index}`], { context: 'vessels.*', sendCachedValues: false }),
  )
  await boat.settle(10)
  await reportCost(boat, all)
  const control = await reportCost(boat, all)
  for (const reader of all) leave(boat, reader)
  const start = heapMb()
  const windows = Array.from({ length: 500 }, (_, index) => {
    const [south, west] = [50 + (index % 80) / 10, (index % 49) / 10]
    const bbox = { south, west, north: south + 0.1, east: west + 0.1 + index / 1e5 }
    return boat.listen(['*'], { context: 'vessels.*', bbox, sendCachedValues: false })
  })
  await boat.settle(10)
  await reportCost(boat, windows)
  const cost = await reportCost(boat, windows)
  const more = heapMb() - start
  report(context, { start, windows: more })
  context.diagnostic(
    `a report: ${control.toFixed(0)} µs with 5 clients, ${cost.toFixed(0)} µs with 500 windows`,
  )
  assert.ok(more <= 40, `${more} MB more`)
  assert.ok(cost <= 10 * control, `${cost} µs a report, ${control} µs with five clients`)
})

test('clients and vessels that come and go leave no memory behind', async (context) => {
  const boat = new Boat({ bounds: { contextTimeoutMs: 10_000 } })
  const kinds = [{}, { period: 500 }, { minPeriod: 1_000 }, { period: 3_600_000 }]
  let next = 0
  const readers: Listener[] = []
  const run = async (rounds: number): Promise<number> => {
    for (let round = 0; round < rounds; round++) {
      for (let count = 0; count < 20; count++, next++)
        boat.write({ 'navigation.position': place(next), name: `Vessel ${next}` }, { context: mmsi(next) })
      const bbox = { south: 50, west: 0, north: 58, east: 5 + next / 1e6 }
      const spec = { path: '*', ...kinds[round % kinds.length] }
      readers.push(boat.listen([spec], { context: 'vessels.*', ...(round % 3 === 0 && { bbox }) }))
      if (readers.length > 15) leave(boat, readers.shift()!)
      boat.pass(1_000)
      await boat.settle(2)
      for (const { outlet } of readers) outlet.clear()
    }
    return heapMb()
  }
  const warm = await run(60)
  const end = await run(400)
  report(context, { warm, more: end - warm })
  assert.ok(end - warm <= 1, `${end - warm} MB more after 400 readers and 8,000 vessels`)
})

test('a subscription with a long period holds a bounded number of values and still sends the latest of each', async () => {
  const boat = new Boat()
  const vessels = 6_000
  fleetOf(boat, vessels, 0)
  const reader = boat.listen([{ path: '*', period: 60_000 }], {
    context: 'vessels.*',
    sendCachedValues: false,
  })
  await boat.settle(10)
  for (let index = 0; index < vessels; index++)
    boat.write({ 'navigation.position': place(index + 1) }, { context: mmsi(index) })
  assert.ok(boat.hub.held.cells <= 4_096, `${boat.hub.held.cells} values are held`)
  reader.outlet.clear()
  boat.clock.advance(59_900)
  await boat.settle(400)
  const received = new Set(reader.outlet.received().map((value) => value.context))
  assert.equal(received.size, vessels)
})

test('values of a removed vessel are not held for a subscription with a long period', () => {
  const boat = new Boat({ bounds: { contextTimeoutMs: 10_000 } })
  boat.listen([{ path: '*', period: 3_600_000 }], { context: 'vessels.*', sendCachedValues: false })
  fleetOf(boat, 100, 0)
  assert.equal(boat.hub.held.cells, 100)
  boat.pass(11_000)
  assert.equal(boat.hub.held.cells, 0)
})
