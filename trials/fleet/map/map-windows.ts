import { tokenOf, type TenantRegistry } from '@marinedata/fleet'
import type { BoundingBox } from '@marinedata/model'
import { keyText } from '@marinedata/uplink-protocol'
import { fork, type ChildProcess } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '@marinedata/testing/measured/latency-readers'
import { privateKeyOf } from '../../../scripts/fleet/boat-keys.ts'
import { sailingArea, wholeEarth } from './map-area.ts'
import { MapOracle, type Differences } from './map-oracle.ts'
import { MapViewer } from './map-viewers.ts'
import { freePorts } from '../../../scripts/fleet/nats-cluster.ts'
import {
  ownProcessorSeconds,
  processorSecondsOf,
  ProcessorShares,
} from '../../../scripts/fleet/processor-time.ts'
import { startTrialStore } from '../../../scripts/fleet/trial-store.ts'

const periodMs = 10_000
/** One viewer in ten looks at the whole earth, the others at a part of the sea. */
const wideEvery = 10
const windowDegrees = 4
const limits = { pictureMs: 2_000, afterKillMs: 5_000, readerMb: 500 } as const
const patienceMs = 300_000
/** Then the trial goes on, and fails. */
const pictureMs = 60_000
const comparedEvery = 29

export interface MapFound {
  readonly pass: boolean
  readonly boats: number
  readonly viewers: number
  /** Boats in a window that were not as the boat had sent them within the last two seconds, over all checks. */
  readonly late: number
  /** Boats in a window where they never were, over all checks. */
  readonly wrong: number
  /** What differs in any window after the boats have stopped sending. */
  readonly wrongAtRest: number
  /** Seconds of processor time while viewers look, per second, by process. */
  readonly cores: Readonly<Record<string, number>>
  readonly checked: number
  /** From the gateway to a viewer. */
  readonly seenP50Ms: number
  readonly seenP99Ms: number
  /** From the kill of a reader until its viewers are connected to the other one, have a picture, and a right one. */
  readonly reconnectedMs: number
  readonly picturedMs: number
  readonly afterKillMs: number
  /** In that time. */
  readonly coresAfterKill: Readonly<Record<string, number>>
  /** Boats that a viewer received at most, of all. */
  readonly mostInWindow: number
  readonly readerMb: number
}

type Running = AsyncDisposableStack

const started = async (
  running: Running,
  program: string,
  words: readonly string[],
): Promise<ChildProcess> => {
  const path = new URL(`./${program}`, import.meta.url).pathname
  const child = fork(path, words, { execArgv: ['--conditions=@marinedata/source'] })
  running.defer(async () => await killed(child))
  await once(child, 'message', { signal: AbortSignal.timeout(patienceMs) })
  return child
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

const killed = async (child: ChildProcess): Promise<void> => {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const residentMb = async (child: ChildProcess): Promise<number> => {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(30_000) })
  child.send('figures')
  const [{ rss }] = (await answer) as [{ readonly rss: number }]
  return Math.round(rss / 1e6)
}

const joinAll = async (registry: TenantRegistry, count: number): Promise<void> => {
  const together = 200
  for (let first = 0; first < count; first += together)
    await Promise.all(
      Array.from({ length: Math.min(together, count - first) }, async (_, index) => {
        const vessel = `urn:mrn:imo:mmsi:${230_000_000 + first + index}`
        const key = keyText(createPublicKey(privateKeyOf(vessel)))
        const joinedAt = new Date().toISOString()
        await registry.boats.put(
          tokenOf(vessel) ?? '',
          { vessel, key, tenant: 'club', name: '', joinedAt },
          0,
        )
      }),
    )
}

const windowOf = (index: number): BoundingBox => {
  if (index % wideEvery === 0) return wholeEarth
  const south = sailingArea.south + Math.random() * (sailingArea.north - sailingArea.south - windowDegrees)
  const west = sailingArea.west + Math.random() * (sailingArea.east - sailingArea.west - windowDegrees)
  return { south, west, north: south + windowDegrees, east: west + windowDegrees }
}

const differencesOf = (viewer: MapViewer, oracle: MapOracle): Differences => {
  if (!viewer.hasPicture) return { late: 1, wrong: 0 }
  if (viewer.box === wholeEarth) return { late: viewer.counted === oracle.boats ? 0 : 1, wrong: 0 }
  if (viewer.counted !== undefined) return { late: 0, wrong: 1 }
  return oracle.differencesIn(viewer.box, viewer.marks, limits.pictureMs)
}

/** Every viewer must have a picture. Some of the pictures are compared each time: others follow. */
const differencesOfAll = (
  viewers: readonly MapViewer[],
  oracle: MapOracle,
  every: number = comparedEvery,
): Differences => {
  const first = Math.floor(Math.random() * every)
  let [late, wrong] = [0, 0]
  for (const [index, viewer] of viewers.entries()) {
    if (viewer.hasPicture && index % every !== first) continue
    const found = differencesOf(viewer, oracle)
    late += found.late
    wrong += found.wrong
  }
  return { late, wrong }
}

/** Waits until the pictures are right. Returns what differs at the end. */
const untilRight = async (
  viewers: readonly MapViewer[],
  oracle: MapOracle,
  every: number = comparedEvery,
): Promise<number> => {
  const began = performance.now()
  for (;;) {
    const { late, wrong } = differencesOfAll(viewers, oracle, every)
    if (late + wrong === 0 || performance.now() - began > pictureMs) return late + wrong
    await sleep(100)
  }
}

interface MapShore {
  readonly oracle: MapOracle
  readonly token: string
  readonly readers: readonly ChildProcess[]
  readonly boats: ChildProcess
  /** The processor seconds of each part. Viewers and comparison are this process. */
  readonly parts: Readonly<Record<string, () => number>>
  readonly readerPorts: readonly number[]
}

const startShore = async (running: Running, boats: number): Promise<MapShore> => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-map-'))
  running.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { cluster, connection, registry } = await startTrialStore(running, folder)
  await registry.addTenant({ id: 'club', name: 'Club' }, 'trial')
  const token = await registry.createMember({ tenant: 'club', name: 'Anna' }, 'trial')
  await joinAll(registry, boats)
  const [servers = ''] = cluster.servers
  const [gatewayPort = 0, ...readerPorts] = await freePorts(3)
  const shore = 'map-shore-process.ts'
  const gatewayProcess = await started(running, shore, ['gateway', servers, String(gatewayPort), folder])
  const readers: ChildProcess[] = []
  for (const port of readerPorts)
    readers.push(await started(running, shore, ['reader', servers, String(port), folder]))
  const oracle = new MapOracle(connection)
  const gateway = `ws://127.0.0.1:${gatewayPort}/uplink`
  const boatsProcess = await started(running, 'map-boats-process.ts', [
    gateway,
    String(boats),
    String(periodMs),
  ])
  const parts = {
    nats: () => cluster.processorSeconds(),
    gateway: () => processorSecondsOf(gatewayProcess.pid ?? 0),
    readers: () => readers.filter(isRunning).reduce((sum, { pid = 0 }) => sum + processorSecondsOf(pid), 0),
    boats: () => processorSecondsOf(boatsProcess.pid ?? 0),
    viewers: ownProcessorSeconds,
  }
  return { oracle, token, readers, readerPorts, boats: boatsProcess, parts }
}

const inTime = async (what: string, isSo: () => boolean): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${patienceMs / 1_000} s`)
    await sleep(100)
  }
}

const watch = async (
  viewers: readonly MapViewer[],
  oracle: MapOracle,
  seconds: number,
): Promise<Pick<MapFound, 'late' | 'wrong' | 'checked' | 'seenP50Ms' | 'seenP99Ms'>> => {
  let [late, wrong, checked] = [0, 0, 0]
  for (const viewer of viewers) viewer.delays.length = 0
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(1_000)) {
    const found = differencesOfAll(viewers, oracle)
    late += found.late
    wrong += found.wrong
    checked += Math.round(viewers.length / comparedEvery)
  }
  const delays = viewers.flatMap((viewer) => viewer.delays)
  return { late, wrong, checked, seenP50Ms: quantile(delays, 0.5), seenP99Ms: quantile(delays, 0.99) }
}

type AfterKill = Pick<MapFound, 'reconnectedMs' | 'picturedMs' | 'afterKillMs' | 'coresAfterKill'>

/** Kills the first reader. Returns when its viewers have a right picture from the other one, and what it is made of. */
const killReader = async (
  viewers: readonly MapViewer[],
  { readers, oracle, parts }: MapShore,
): Promise<AfterKill> => {
  const [doomed] = readers
  if (doomed === undefined) throw new Error('There is no reader')
  const lost = viewers.filter((_, index) => index % readers.length === 0)
  await killed(doomed)
  const killedAt = performance.now()
  const shares = new ProcessorShares(parts)
  const sinceKill = (): number => Math.round(performance.now() - killedAt)
  await inTime('Viewers go to the other reader', () => lost.every(({ connections }) => connections > 1))
  const reconnectedMs = sinceKill()
  await inTime('Viewers have a picture', () => lost.every(({ hasPicture }) => hasPicture))
  const picturedMs = sinceKill()
  await untilRight(viewers, oracle)
  return { reconnectedMs, picturedMs, afterKillMs: sinceKill(), coresAfterKill: shares.cores }
}

/** F5: many people look at parts of the map, and a reader is killed. There are as many viewers as a fifth of the boats. */
export const trialOfMapWindows = async ({
  boats,
  seconds,
}: {
  readonly boats: number
  readonly seconds: number
}): Promise<MapFound> => {
  await using running = new AsyncDisposableStack()
  const shore = await startShore(running, boats)
  const { oracle, token, readerPorts } = shore
  await inTime('All boats have sent a position', () => oracle.boats === boats)
  const viewers = Array.from({ length: Math.round(boats / 5) }, (_, first) =>
    running.use(new MapViewer(windowOf(first), { token, readers: readerPorts, first })),
  )
  await untilRight(viewers, oracle)
  const shares = new ProcessorShares(shore.parts)
  const watched = await watch(viewers, oracle, seconds)
  const { cores } = shares
  const afterKill = await killReader(viewers, shore)
  const readerMb = Math.max(...(await Promise.all(shore.readers.slice(1).map(residentMb))))
  const mostInWindow = Math.max(...viewers.map(({ marks }) => marks.size))
  shore.boats.send('rest')
  // Then only the last position of a boat is right.
  await sleep(limits.pictureMs)
  const wrongAtRest = await untilRight(viewers, oracle, 1)
  const pass =
    watched.late + watched.wrong + wrongAtRest === 0 &&
    watched.checked > 0 &&
    mostInWindow > 0 &&
    afterKill.afterKillMs <= limits.afterKillMs &&
    readerMb <= limits.readerMb
  const found = { ...watched, wrongAtRest, ...afterKill, mostInWindow, readerMb, cores }
  return { pass, boats, viewers: viewers.length, ...found }
}
