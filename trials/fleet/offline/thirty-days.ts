import { batchSubject, tokenOf, UplinkStore } from '@marinedata/fleet'
import { layers, type Layer } from '@marinedata/uplink-protocol'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLog } from '../../../packages/history/testing/trial-log.ts'
import { systemClock } from '../../../plugins/uplink/src/clock.ts'
import { copyOf } from '../../../scripts/fleet/copy-ashore.ts'
import { CountingProxy } from '../counting-proxy.ts'
import { LongLog } from './long-log.ts'
import { OfflineBoats } from './offline-boats.ts'
import { OneNodeShore } from '../../../scripts/fleet/one-node-shore.ts'
import { accountOf, storedBatches, type Account } from '../stored-batches.ts'
import { ownProcessorSeconds, ProcessorShares } from '../../../scripts/fleet/processor-time.ts'
import { join, TrialBoat } from '../trial-boat.ts'
import { recordedLog } from '../../../scripts/fleet/trial-voyage.ts'

const dayMs = 86_400_000
const beforeMs = 2 * 3_600_000
/** So small that the samples of the first days are removed. */
const smallBudget = 4_000_000
const smallDays = 5
/** A tenth of the boats each. One of them is killed. */
const processes = 10
const firstMmsi = 230_000_001
const liveLimitMs = 5_000
const liveWaitMs = 30_000
const rateLimit = 500
const patienceMs = 900_000

export interface ThirtyDaysFound {
  readonly pass: boolean
  readonly boats: number
  readonly killed: number
  readonly days: number
  readonly recorded: number
  readonly lost: number
  readonly doubled: number
  readonly unordered: number
  /** From the return of the link to the first live values, of the slowest boat and of the middle one. */
  readonly liveMs: number
  readonly liveP50Ms: number
  /** Processors used by each part until all boats had sent live values. The link is this process. */
  readonly cores: Readonly<Record<string, number>>
  /** How much faster than they were recorded minutes go ashore, for the slowest boat. */
  readonly timesRealTime: number
  /** Of a boat whose log was over its budget: segments whose samples were removed aboard, and what of it arrived wrong. */
  readonly holes: number
  readonly holesWrong: number
  /** What the time of the trial is made of. */
  readonly partSeconds: Readonly<Record<string, number>>
}

/** Seconds of the parts of a trial, one after the other. */
class Stopwatch {
  readonly seconds: Record<string, number> = {}
  #since = performance.now()

  /** Since the end of the part before. */
  ended(part: string): void {
    const now = performance.now()
    this.seconds[part] = Math.round((now - this.#since) / 1_000)
    this.#since = now
  }
}

type Cursors = (vessel: string, layer: Layer) => Promise<number>

const cursorsOf = async (shore: OneNodeShore): Promise<Cursors> => {
  const store = await UplinkStore.open(shore.connection, 1)
  return async (vessel, layer) => (await store.last(tokenOf(vessel) ?? '', layer, 'leader'))?.to ?? 0
}

/** The boat whose log is over its budget sends by Wi-Fi: full samples, too, and what is missing of them. */
const trialOfHoles = async (
  shore: OneNodeShore,
): Promise<{ readonly holes: number; readonly holesWrong: number }> => {
  using small = new LongLog(smallBudget)
  small.grow(smallDays * dayMs)
  const log = openLog(small.folder, { wall: () => Date.now(), mono: () => performance.now() })
  const vessel = 'urn:mrn:imo:mmsi:230009999'
  join(shore.boats, [vessel])
  const { port } = shore
  const authority = shore.certificate.cert
  const options = {
    vessel,
    tariff: 'wifi',
    log: recordedLog(log),
    clock: systemClock,
    port,
    authority,
  } as const
  using boat = new TrialBoat(options)
  boat.uplink.start()
  const cursors = await cursorsOf(shore)
  const deadline = performance.now() + patienceMs
  while ((await cursors(vessel, 'full')) < log.head().number) {
    if (performance.now() > deadline) throw new Error('The log with holes is not ashore')
    await sleep(200)
  }
  const stored = await shore.stored(vessel)
  const copies = layers.map((layer) => copyOf(log, layer, { vessel, stored }))
  const holes = Array.from({ length: Math.ceil(log.head().number / 1_000) }, (_, page) =>
    log.read('own', page * 1_000, 1_000).filter(({ blob }) => blob === undefined),
  ).flat().length
  boat[Symbol.dispose]()
  log.close()
  return { holes, holesWrong: copies.reduce((sum, { lost, doubled }) => sum + lost + doubled, 0) }
}

interface Offline {
  readonly shore: OneNodeShore
  readonly proxy: CountingProxy
  readonly long: LongLog
  readonly vessels: readonly string[]
  readonly groups: readonly OfflineBoats[]
}

/** Waits until everything is ashore; calls `onHalf` when the first boat has half of its minutes there. */
const untilAshore = async (
  { shore, long, vessels }: Pick<Offline, 'shore' | 'long' | 'vessels'>,
  onHalf: () => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  const cursors = await cursorsOf(shore)
  const { number, event } = long.head
  const deadline = performance.now() + patienceMs
  let half: Promise<void> | undefined
  for (const vessel of vessels)
    for (;;) {
      const minutes = await cursors(vessel, 'minutes')
      if (minutes > number / 2) half ??= onHalf()
      if (minutes >= number && (await cursors(vessel, 'events')) >= event) break
      if (performance.now() > deadline) throw new Error(`The log of ${vessel} is not ashore`)
      await sleep(200)
    }
  await half
}

interface Returned {
  readonly liveMs: ReadonlyMap<string, number>
  /** Until every boat had sent live values, at most 30 s. */
  readonly cores: Promise<Readonly<Record<string, number>>>
}

/** The boats record without a link, and have it back. Returns the milliseconds until live values come, by subject. */
const loseLink = async ({ shore, proxy, long, groups, vessels }: Offline, ms: number): Promise<Returned> => {
  proxy.setDown(true)
  const orderAll = async (order: 'down' | 'log' | 'up'): Promise<void> =>
    void (await Promise.all(groups.map((group) => group.order(order))))
  await orderAll('down')
  long.grow(ms)
  await orderAll('log')
  const liveMs = new Map<string, number>()
  const backAt = performance.now()
  void shore.connection.subscribe('md.live.>', {
    callback: (_error, { subject }) => {
      if (!liveMs.has(subject)) liveMs.set(subject, performance.now() - backAt)
    },
  })
  const boats = (): number => groups.reduce((sum, group) => sum + group.processorSeconds, 0)
  const shares = new ProcessorShares({ ...shore.parts, boats, link: ownProcessorSeconds })
  proxy.setDown(false)
  await orderAll('up')
  const untilLive = async (): Promise<Readonly<Record<string, number>>> => {
    while (liveMs.size < vessels.length && performance.now() - backAt < liveWaitMs) await sleep(50)
    return shares.cores
  }
  return { liveMs, cores: untilLive() }
}

const sentLayers = ['events', 'minutes'] as const

/** Counts the numbers of all boats, and compares the content of two. */
const accountAshore = async ({ shore, long, vessels }: Offline): Promise<Account> => {
  const { number, event } = long.head
  const headBySubject = new Map(
    vessels.flatMap((vessel) =>
      sentLayers.map(
        (layer) => [batchSubject(tokenOf(vessel) ?? '', layer), layer === 'events' ? event : number] as const,
      ),
    ),
  )
  const account = accountOf(headBySubject, await storedBatches(shore.connection, 1))
  let { lost } = account
  for (const vessel of [vessels.at(0) ?? '', vessels.at(-1) ?? '']) {
    const stored = await shore.stored(vessel)
    for (const layer of sentLayers) {
      const copy = long.read((log) => copyOf(log, layer, { vessel, stored }))
      lost += copy.lost + copy.unnamed
    }
  }
  return { ...account, lost }
}

const startBoats = async (
  stack: AsyncDisposableStack,
  { shore, proxy, long }: Omit<Offline, 'groups' | 'vessels'>,
  count: number,
): Promise<OfflineBoats[]> => {
  const groups: OfflineBoats[] = []
  for (let index = 0; index < processes; index++) {
    const options = {
      port: proxy.port,
      certificate: shore.certificate.file,
      folder: long.folder,
      firstMmsi: firstMmsi + index * count,
      count,
    }
    groups.push(stack.use(await OfflineBoats.start(options)))
  }
  return groups
}

/** The boats end first: they have the log open. */
const accountAfter = async (offline: Offline): Promise<Account> => {
  for (const group of offline.groups) await group[Symbol.asyncDispose]()
  return await accountAshore(offline)
}

/** Boats whose first hours are recorded, at a shore. */
const startOffline = async (stack: AsyncDisposableStack, boats: number): Promise<Offline> => {
  const shore = stack.use(await OneNodeShore.start())
  await shore.beginGateway()
  const proxy = stack.use(await CountingProxy.start(shore.port))
  const long = stack.use(new LongLog(2_000_000_000))
  long.grow(beforeMs)
  const count = Math.max(1, Math.round(boats / processes))
  const vessels = Array.from(
    { length: processes * count },
    (_, index) => `urn:mrn:imo:mmsi:${firstMmsi + index}`,
  )
  join(shore.boats, vessels)
  return { shore, proxy, long, vessels, groups: await startBoats(stack, { shore, proxy, long }, count) }
}

/**
 * Boats are without a link for a time in which they record, and some are killed while they catch up.
 * @param measured called when all boats have sent live values: how fast they catch up has a wide limit
 */
export const trialOfThirtyDays = async (
  { boats, seconds }: { readonly boats: number; readonly seconds: number },
  measured: () => void,
): Promise<ThirtyDaysFound> => {
  await using stack = new AsyncDisposableStack()
  const watch = new Stopwatch()
  const offline = await startOffline(stack, boats)
  const { vessels, groups } = offline
  await untilAshore(offline)
  watch.ended('start')
  const { liveMs: began, cores } = await loseLink(offline, seconds * 1_000)
  watch.ended('recording')
  const backAt = performance.now()
  void cores.then(measured)
  await untilAshore(offline, async () => await groups[0]?.killAndBegin())
  const timesRealTime = Math.round((seconds * 1_000) / (performance.now() - backAt))
  watch.ended('catching up')
  const account = await accountAfter(offline)
  watch.ended('comparing')
  const holes = await trialOfHoles(offline.shore)
  watch.ended('holes')
  const times = [...began.values()].toSorted((one, other) => one - other)
  const timeOf = (index: number): number => Math.round(times[index] ?? Number.MAX_SAFE_INTEGER)
  const [liveMs, liveP50Ms] = [timeOf(vessels.length - 1), timeOf(Math.floor(vessels.length / 2))]
  const pass =
    account.lost + account.doubled + account.unordered + holes.holesWrong === 0 &&
    Math.min(account.recorded, holes.holes) > 0 &&
    liveMs <= liveLimitMs &&
    timesRealTime >= rateLimit
  const returned = {
    liveMs,
    liveP50Ms,
    timesRealTime,
    cores: await cores,
    ...holes,
    partSeconds: watch.seconds,
  }
  const killed = vessels.length / processes
  return { pass, boats: vessels.length, killed, days: seconds / 86_400, ...account, ...returned }
}
