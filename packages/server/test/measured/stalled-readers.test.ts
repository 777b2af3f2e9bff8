import type { Notification, SentDelta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { startCli, type RunningCli } from '../start-cli.ts'
import { StreamListener } from '../stream-listener.ts'
import { LatencyReaders, median, probeMaker, quantile } from './latency-readers.ts'
import { PacedLoad } from './paced-load.ts'
import { goFirst, metric, residentMb, sampled } from './server-vitals.ts'

const readers = 20
const warmMs = 4_000
const baselineMs = 4_000
const attempts = 3
const limits = { p99WorseMs: 5, memoryMb: 16, closedWithinMs: 10_000 }

interface Measurement {
  readonly p99BeforeMs: number
  readonly p99Ms: number
  readonly memoryUpMb: number
  readonly closedAfterMs: number
}

const isWithin = ({ p99BeforeMs, p99Ms, memoryUpMb, closedAfterMs }: Measurement): boolean =>
  p99Ms - p99BeforeMs <= limits.p99WorseMs &&
  memoryUpMb <= limits.memoryMb &&
  closedAfterMs <= limits.closedWithinMs

const openStalled = async (url: string): Promise<StreamListener[]> => {
  const stalled = await Promise.all(Array.from({ length: readers }, () => StreamListener.open(url)))
  for (const { socket } of stalled) socket.pause()
  return stalled
}

/** Polls until only so many streams are open; gives the time since the beginning, or the limit and a bit. */
const closedAfter = async (url: string, left: number, startedAt: number): Promise<number> => {
  for (;;) {
    const elapsed = performance.now() - startedAt
    if ((await metric(url, 'marinedata_stream_sessions')) <= left) return elapsed
    if (elapsed > limits.closedWithinMs + 2_000) return elapsed
    await sleep(200)
  }
}

const measure = async ({ url, pid }: RunningCli, healthy: LatencyReaders): Promise<Measurement> => {
  healthy.take()
  const memoryBefore = median(await sampled(() => residentMb(pid), baselineMs))
  const p99BeforeMs = quantile(healthy.take(), 0.99)
  const stalledAt = performance.now()
  const stalled = await openStalled(url)
  const closing = closedAfter(url, readers + 1, stalledAt)
  const memory = median(await sampled(() => residentMb(pid), 7_000))
  const closedAfterMs = await closing
  const p99Ms = quantile(healthy.take(), 0.99)
  for (const { socket } of stalled) socket.terminate()
  return { p99BeforeMs, p99Ms, memoryUpMb: memory - memoryBefore, closedAfterMs }
}

const rounded = (measurement: Measurement): string =>
  Object.entries(measurement)
    .map(([name, value]) => `${name} ${(value as number).toFixed(1)}`)
    .join(', ')

test(
  'readers that stop reading harm nobody and are closed',
  { timeout: 100_000 },
  async (context: TestContext) => {
    await using server = await startCli({ settings: { logLevel: 'warn' } })
    goFirst(server.pid)
    await using healthy = await LatencyReaders.open(server.url, readers)
    await using teller = await StreamListener.open(server.url, '?subscribe=none')
    using load = new PacedLoad({ socket: teller.socket, perSecond: 1_000, make: probeMaker(10) })
    // Coming and going is not what is measured: the first who come find everything cold.
    for (const { socket } of await openStalled(server.url)) socket.terminate()
    await sleep(warmMs)
    let measurement = await measure(server, healthy)
    context.diagnostic(rounded(measurement))
    for (let attempt = 1; attempt < attempts && !isWithin(measurement); attempt++) {
      measurement = await measure(server, healthy)
      context.diagnostic(rounded(measurement))
    }
    const { p99BeforeMs, p99Ms, memoryUpMb, closedAfterMs } = measurement
    assert.ok(closedAfterMs <= limits.closedWithinMs, `closed after ${Math.round(closedAfterMs)} ms`)
    assert.ok(p99Ms - p99BeforeMs <= limits.p99WorseMs, `p99 ${p99BeforeMs} ms before, ${p99Ms} ms with them`)
    assert.ok(memoryUpMb <= limits.memoryMb, `${memoryUpMb} MB more`)
    assert.equal(healthy.outOfOrder, 0)
    assert.equal(healthy.openCount, readers)
    assert.ok(load.sent > 1_000)
  },
)

const heavyPaths = 20

/** Twenty long texts in a delta; each begins with the number of the delta. */
const heavyMaker = (): (() => string) => {
  let count = 0
  const filling = 'x'.repeat(1_000)
  return () => {
    const number = String(++count).padStart(8, '0')
    const values = Array.from({ length: heavyPaths }, (_, index) => ({
      path: `heavy.path${index}`,
      value: `${number}${filling}`,
    }))
    return JSON.stringify({ updates: [{ $source: 'load', values }] })
  }
}

const alarm = { state: 'emergency', method: ['visual', 'sound'], message: 'Man overboard' }

test(
  'a reader that pauses gets the latest values, marked, and every alarm',
  { timeout: 60_000 },
  async () => {
    await using server = await startCli({ settings: { logLevel: 'warn' } })
    await using reader = await StreamListener.open(server.url)
    await using teller = await StreamListener.open(server.url, '?subscribe=none')
    {
      using load = new PacedLoad({ socket: teller.socket, perSecond: 400, make: heavyMaker() })
      await reader.firstAt('heavy.path0')
      reader.socket.pause()
      reader.forget()
      await sleep(1_500)
      teller.put('notifications.mob', alarm)
      await sleep(1_500)
      reader.socket.resume()
      await sleep(1_500)
      assert.ok(load.sent > 1_000)
    }
    teller.put('heavy.path0', 'the last')
    await reader.firstValue(({ value }) => value === 'the last')
    await teller.settled()
    const alarms = reader.values.filter(({ path }) => path === 'notifications.mob')
    assert.ok(alarms.length >= 1, 'the alarm came')
    for (const { value } of alarms) {
      const { id, raisedAt, ...told } = value as Notification
      assert.deepEqual(told, { ...alarm, status: 'active' })
      assert.ok(id !== undefined && raisedAt !== undefined)
    }
    const conflated = reader.messages.filter((message: Partial<SentDelta>) => message.conflated === true)
    assert.ok(conflated.length >= 1, 'frames were marked as conflated')
    assert.ok((await metric(server.url, 'marinedata_fallen_behind_total')) >= 1)
    const tree = (await (await fetch(`${server.url}/marinedata/v1/api/vessels/self/heavy`)).json()) as Record<
      string,
      { value: string }
    >
    for (let index = 0; index < heavyPaths; index++) {
      const heard = reader.valuesAt(`heavy.path${index}`) as string[]
      assert.equal(heard.at(-1), tree[`path${index}`]!.value, `path${index}`)
      const numbers = heard.map((text) => text.slice(0, 8)).filter((text) => text !== 'the last')
      assert.deepEqual(numbers, numbers.toSorted(), 'no value came after a newer one')
    }
  },
)
