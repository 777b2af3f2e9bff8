import type { Notification, SentDelta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { startCli, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { Control } from '@marinedata/testing/measured/control'
import {
  reportFigures,
  slownessExcesses,
  slownessOf,
  type PairedTimes,
} from '@marinedata/testing/measured/judgement'
import { median, PairedReaders, probeMaker, quantile } from '@marinedata/testing/measured/latency-readers'
import { PacedLoad } from '@marinedata/testing/measured/paced-load'
import { until } from '@marinedata/testing/until'
import { goFirst, metric, residentMb, sampled } from './server-vitals.ts'

const readers = 20
const warmMs = 4_000
const baselineMs = 4_000
const periods = 7
/** Where the first measurement is doubtful, all measurements are judged together. */
const mostMeasurements = 4
const limits = { memoryMb: 16 }
const goals = { p99WorseMs: 5, closedWithinMs: 10_000 }
/** Stalled clients are closed by a timer, within this time. */
const patienceMs = 60_000

interface Measurement {
  readonly before: PairedTimes
  /** Per second, while clients are stalled. */
  readonly stalled: readonly PairedTimes[]
  readonly memoryUpMb: number
  readonly closedAfterMs: number
}

const openStalled = async (url: string): Promise<StreamListener[]> => {
  const stalled = await Promise.all(Array.from({ length: readers }, () => StreamListener.open(url)))
  for (const { socket } of stalled) socket.pause()
  return stalled
}

/** Polls until only so many streams are open; returns the elapsed time. */
const closedAfter = async (url: string, left: number, startedAt: number): Promise<number> => {
  for (;;) {
    const elapsed = performance.now() - startedAt
    if ((await metric(url, 'marinedata_stream_sessions')) <= left) return elapsed
    assert.ok(elapsed < patienceMs, 'stalled readers are not closed')
    await sleep(200)
  }
}

const measure = async ({ url, pid }: RunningCli, healthy: PairedReaders): Promise<Measurement> => {
  healthy.take()
  const memoryBefore = median(await sampled(() => residentMb(pid), baselineMs))
  const before = healthy.take()
  const stalledAt = performance.now()
  const sockets = await openStalled(url)
  const closing = closedAfter(url, readers + 1, stalledAt)
  const stalled: PairedTimes[] = []
  const memory: number[] = []
  for (let period = 0; period < periods; period++) {
    memory.push(...(await sampled(() => residentMb(pid), 1_000)))
    stalled.push(healthy.take())
  }
  const closedAfterMs = await closing
  for (const { socket } of sockets) socket.terminate()
  return { before, stalled, memoryUpMb: median(memory) - memoryBefore, closedAfterMs }
}

test(
  'clients that stop reading affect no other and are closed',
  { timeout: 300_000 },
  async (context: TestContext) => {
    await using server = await startCli({ settings: { logLevel: 'warn' } })
    await using control = await Control.start()
    goFirst(server.pid, control.pid)
    await using healthy = await PairedReaders.open(server.url, control, { count: readers })
    await using teller = await StreamListener.open(server.url, '?subscribe=none')
    await using controlTeller = await StreamListener.open(control.url)
    const sockets = [teller.socket, controlTeller.socket]
    using load = new PacedLoad({ sockets, perSecond: 1_000, make: probeMaker(10) })
    // Warm-up: connecting is not measured.
    for (const { socket } of await openStalled(server.url)) socket.terminate()
    await sleep(warmMs)
    const { before, stalled: first, memoryUpMb, closedAfterMs } = await measure(server, healthy)
    const stalled = [...first]
    let slowness = slownessOf(stalled)
    for (let count = 1; slownessExcesses(slowness).length > 0 && count < mostMeasurements; count++) {
      stalled.push(...(await measure(server, healthy)).stalled)
      slowness = slownessOf(stalled)
    }
    context.diagnostic(`${slowness.text} in ${stalled.length} s; ${memoryUpMb.toFixed(1)} MB more`)
    assert.deepEqual(slownessExcesses(slowness), [])
    assert.ok(memoryUpMb <= limits.memoryMb, `${memoryUpMb} MB more`)
    assert.equal(healthy.server.outOfOrder, 0)
    assert.equal(healthy.server.openCount, readers)
    assert.ok(load.sent > 1_000)
    const p99 = (times: readonly PairedTimes[]): number =>
      quantile(
        times.flatMap(({ server: own }) => own),
        0.99,
      )
    reportFigures(context, [
      {
        name: 'p99 more than before',
        value: p99(stalled) - p99([before]),
        goal: goals.p99WorseMs,
        unit: 'ms',
      },
      { name: 'stalled readers closed after', value: closedAfterMs, goal: goals.closedWithinMs, unit: 'ms' },
    ])
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
  'a client that pauses reading gets the latest values, marked as conflated, and every alarm',
  { timeout: 300_000 },
  async () => {
    await using server = await startCli({ settings: { logLevel: 'warn' } })
    await using reader = await StreamListener.open(server.url)
    await using teller = await StreamListener.open(server.url, '?subscribe=none')
    const make = heavyMaker()
    {
      using load = new PacedLoad({ sockets: [teller.socket], perSecond: 400, make })
      await reader.firstAt('heavy.path0')
      reader.socket.pause()
      reader.forget()
      // No longer than it takes to fall behind: a client that is silent for seven seconds is closed.
      await until(
        () => metric(server.url, 'marinedata_fallen_behind_total'),
        (count) => count >= 1,
      )
      teller.put('notifications.fire', alarm)
      await teller.settled()
      assert.ok(load.sent > 100)
    }
    {
      using _ = new PacedLoad({ sockets: [teller.socket], perSecond: 50, make })
      reader.socket.resume()
      await sleep(1_500)
    }
    teller.put('heavy.path0', 'the last')
    await reader.firstValue(({ value }) => value === 'the last')
    await teller.settled()
    const alarms = reader.values.filter(({ path }) => path === 'notifications.fire')
    assert.ok(alarms.length >= 1, 'the alarm came')
    for (const { value } of alarms) {
      const { id, raisedAt, ...reported } = value as Notification
      assert.deepEqual(reported, { ...alarm, status: 'active' })
      assert.ok(id !== undefined && raisedAt !== undefined)
    }
    const conflated = reader.messages.filter((message: Partial<SentDelta>) => message.conflated === true)
    assert.ok(conflated.length >= 1, 'frames were marked as conflated')
    const tree = (await (await fetch(`${server.url}/marinedata/v1/api/vessels/self/heavy`)).json()) as Record<
      string,
      { value: string }
    >
    for (let index = 0; index < heavyPaths; index++) {
      const received = reader.valuesAt(`heavy.path${index}`) as string[]
      assert.equal(received.at(-1), tree[`path${index}`]!.value, `path${index}`)
      const numbers = received.map((text) => text.slice(0, 8)).filter((text) => text !== 'the last')
      assert.deepEqual(numbers, numbers.toSorted(), 'no value came after a newer one')
    }
  },
)
