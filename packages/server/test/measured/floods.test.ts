import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import type { WebSocket } from 'ws'
import { startCli, type RunningCli } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { collectable, collectedMb } from './collected-memory.ts'
import {
  inForm,
  reportFigures,
  slownessExcesses,
  slownessOf,
  type PairedTimes,
} from '@marinedata/testing/measured/judgement'
import { LatencyReaders, probeMaker, quantile } from '@marinedata/testing/measured/latency-readers'
import { PacedLoad } from '@marinedata/testing/measured/paced-load'
import { goFirst, metric } from './server-vitals.ts'

const bounds = { contexts: 20_000, pathsPerContext: 2_000, values: 400_000 }
const flood = { paths: inForm(1_000_000, 300_000), vessels: inForm(200_000, 60_000), perSecond: 12_500 }
const limits = { memoryMb: 64 }
const goals = { p99WorseMs: 5 }
const probePaths = 10

/** Sends texts as fast as the server accepts them. */
const sendAll = async (socket: WebSocket, texts: Iterable<string>): Promise<void> => {
  for (const text of texts) {
    socket.send(text)
    while (socket.bufferedAmount > 1_000_000) await sleep(1)
  }
}

const vesselName = (index: number): string => `vessels.urn:mrn:imo:mmsi:${200_000_000 + index}`

const deltaOf = (context: string, paths: readonly string[]): string => {
  const values = paths.map((path) => `{"path":"${path}","value":1}`).join(',')
  return `{"context":"${context}","updates":[{"$source":"flood","values":[${values}]}]}`
}

const numbered = (prefix: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${from + index}`)

/** Fills the tree with as many contexts, own paths and values as its bounds allow. */
function* fullBounds(): Generator<string> {
  const own = bounds.pathsPerContext - probePaths
  for (let from = 0; from < own; from += 500)
    yield deltaOf('vessels.self', numbered('fill.own', from, Math.min(500, own - from)))
  const others = bounds.contexts - 1
  const each = Math.floor((bounds.values - bounds.pathsPerContext) / others)
  const withOneMore = bounds.values - bounds.pathsPerContext - each * others
  for (let index = 0; index < others; index++)
    yield deltaOf(vesselName(index), numbered('fill.path', 0, each + (index < withOneMore ? 1 : 0)))
}

/** New paths, half of them of the own vessel. */
const pathFlood = (perDelta: number): (() => string) => {
  let count = 0
  return () => {
    const from = (count++ * perDelta) % flood.paths
    const context = count % 2 === 0 ? 'vessels.self' : vesselName(500_000 + (count % 1_000))
    return deltaOf(context, numbered('flood.path', from, perDelta))
  }
}

/** New vessels. */
const vesselFlood = (): (() => string) => {
  let count = 0
  return () => deltaOf(vesselName(1_000_000 + (count++ % flood.vessels)), ['navigation.speedOverGround'])
}

const ordinaryVessels = 500

/** Known vessels. */
const ordinary = (): (() => string) => {
  let count = 0
  return () => deltaOf(vesselName(count++ % ordinaryVessels), ['navigation.speedOverGround'])
}

interface Scene {
  readonly server: RunningCli
  readonly flooder: StreamListener
  readonly probes: LatencyReaders
  readonly fullMb: number
}

interface Sending {
  readonly perSecond: number
  readonly make: () => string
}

/** The latency of the own vessel's values while these deltas are sent. */
const timesWhile = async (
  { flooder, probes }: Scene,
  { perSecond, make, count }: Sending & { readonly count: number },
): Promise<readonly number[]> => {
  probes.take()
  {
    using load = new PacedLoad({ sockets: [flooder.socket], perSecond, make })
    while (load.sent < count) await sleep(5)
  }
  await flooder.settled()
  return probes.take()
}

const rounds = inForm(8, 6)

/**
 * Floods in several rounds. Before each, as many ordinary deltas are sent at the same rate as the control, by the same
 * server on the same machine at nearly the same time.
 */
const floodWith = async (
  scene: Scene,
  { count, ...sending }: Sending & { readonly count: number },
): Promise<PairedTimes[]> => {
  const periods: PairedTimes[] = []
  const usual = { ...sending, make: ordinary(), count: count / rounds }
  while (periods.length < rounds) {
    const control = await timesWhile(scene, usual)
    periods.push({ control, server: await timesWhile(scene, { ...sending, count: count / rounds }) })
  }
  return periods
}

interface Measurement {
  readonly vessels: readonly PairedTimes[]
  readonly memoryUpMb: number
  readonly perSecond: number
}

/** Deltas a second that keep the server busy at most half of the time, so that a slow machine is flooded, not overloaded. */
const bearable = async ({ flooder }: Scene, make: () => string): Promise<number> => {
  const count = 20_000
  const startedAt = performance.now()
  await sendAll(flooder.socket, Array.from({ length: count }, make))
  await flooder.settled()
  return Math.min(flood.perSecond, count / 2 / ((performance.now() - startedAt) / 1_000))
}

// Paths come last, with a full tree: their memory is still in use when it is measured.
const measure = async (scene: Scene): Promise<Measurement> => {
  const make = vesselFlood()
  const perSecond = await bearable(scene, make)
  const vessels = await floodWith(scene, { perSecond, make, count: flood.vessels })
  await sendAll(scene.flooder.socket, fullBounds())
  await scene.flooder.settled()
  const perDelta = 100
  await timesWhile(scene, { perSecond: 1_500, make: pathFlood(perDelta), count: flood.paths / perDelta })
  const memoryUpMb = (await collectedMb(scene.server)) - scene.fullMb
  return { vessels, memoryUpMb, perSecond }
}

test(
  'a flood of paths and vessels neither grows the memory nor delays others',
  { timeout: 300_000 },
  async (context: TestContext) => {
    await using server = await startCli({
      settings: { logLevel: 'warn' },
      nodeOptions: collectable,
    })
    goFirst(server.pid)
    await using probes = await LatencyReaders.open(server.url, 1)
    await using teller = await StreamListener.open(server.url, '?subscribe=none')
    await using flooder = await StreamListener.open(server.url, '?subscribe=none')
    using load = new PacedLoad({ sockets: [teller.socket], perSecond: 200, make: probeMaker(probePaths) })
    await sleep(200)
    await sendAll(flooder.socket, fullBounds())
    await flooder.settled()
    assert.equal(await metric(server.url, 'marinedata_contexts'), bounds.contexts)
    assert.equal(await metric(server.url, 'marinedata_values'), bounds.values)
    const fullMb = await collectedMb(server)
    context.diagnostic(`${fullMb.toFixed(1)} MB with full bounds`)
    // A full collection also discards compiled code.
    await sleep(2_000)
    const scene = { server, flooder, probes, fullMb }
    const { vessels, memoryUpMb, perSecond } = await measure(scene)
    const slowness = slownessOf(vessels)
    context.diagnostic(
      `${Math.round(perSecond)} vessels a second: ${slowness.text}; ${memoryUpMb.toFixed(1)} MB more`,
    )
    const refused = await metric(server.url, 'marinedata_refused_total{reason="too-many-paths"}')
    const evicted = await metric(server.url, 'marinedata_evicted_contexts_total')
    context.diagnostic(`${refused} paths refused, ${evicted} contexts evicted`)
    assert.ok(refused >= flood.paths / 2, `${refused} refused`)
    assert.ok(evicted >= flood.vessels, `${evicted} evicted`)
    assert.ok((await metric(server.url, 'marinedata_contexts')) <= bounds.contexts)
    assert.ok((await metric(server.url, 'marinedata_values')) <= bounds.values)
    assert.ok(memoryUpMb <= limits.memoryMb, `${memoryUpMb} MB more`)
    assert.deepEqual(slownessExcesses(slowness), [])
    assert.equal(probes.outOfOrder, 0)
    assert.ok(load.sent > 1_000)
    const p99 = (side: keyof PairedTimes): number =>
      quantile(
        vessels.flatMap((period) => period[side]),
        0.99,
      )
    reportFigures(context, [
      {
        name: 'p99 more than ordinary',
        value: p99('server') - p99('control'),
        goal: goals.p99WorseMs,
        unit: 'ms',
      },
    ])
  },
)
