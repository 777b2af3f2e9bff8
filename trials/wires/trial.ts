/**
 * Long trials of the inputs, with the real server and real plugins. Prints one JSON line per trial, and fails when one
 * of them fails. `--quick` runs the same for seconds instead of minutes. `--only NAME` runs the trials whose line has
 * this name, `--gateway KIND` reads only gateways of this kind, `--seconds N` makes those with a duration this long
 * instead of ten minutes.
 */
import { parseArgs } from 'node:util'
import { runRandomClaims, tryClaimCases } from './address-claim.ts'
import { cutGateway, readFullBus } from './full-bus.ts'
import { gatewayTrials, type GatewayTrial } from './gateways.ts'
import { followName } from './name-moved.ts'
import { serveClients } from './nmea0183-clients.ts'
import { killPlugin, sendUndeclared } from './plugin-killed.ts'
import { measureMemory } from './plugin-memory.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    gateway: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const isQuick = values.quick === true
const sizes = isQuick
  ? { seconds: 3, cuts: 5, claims: 200, sends: 200, gone: 10, kills: 3, undeclared: 5, settleSeconds: 5 }
  : {
      seconds: Number(values.seconds ?? 600),
      cuts: 100,
      claims: 10_000,
      sends: 10_000,
      gone: 200,
      kills: 200,
      undeclared: 100,
      settleSeconds: 120,
    }
const limits = {
  plugin: 0.05,
  core: 0.1,
  backMs: 1_000,
  sharedMs: 250,
  notFoundMs: 50,
  lostMs: 2_000,
  dataMs: 3_000,
  memoryMb: 15,
}
let failures = 0

const report = (soak: string, pass: boolean, figures: object): void => {
  if (!pass) failures++
  console.log(JSON.stringify({ soak, pass, ...figures }))
}

/** Times, costs and memory are judged in the full form only: a machine with other work must pass the short one. */
const isWithin = (...pairs: readonly (readonly [number, number])[]): boolean =>
  isQuick || pairs.every(([figure, limit]) => figure <= limit)

const readGatewayFully = async (trial: GatewayTrial): Promise<void> => {
  const figures = await readFullBus(trial, sizes.seconds)
  const { lost, plugin, core } = figures
  // Datagrams may be lost on the way: they are counted.
  const isWhole = trial.transport === 'udp' || lost === 0
  const isCheap = isWithin([plugin, limits.plugin], [core, limits.core])
  report('full-bus', isWhole && isCheap, { ...trial, ...figures })
}

interface Trial {
  readonly name: string
  readonly run: () => Promise<void> | void
}

const single: Readonly<Record<string, Trial['run']>> = {
  'address-claim': () => {
    for (const { pass, ...figures } of tryClaimCases()) report('address-claim', pass, figures)
    const figures = runRandomClaims(sizes.claims)
    const { failed, early, sharedMs } = figures
    const isRight = failed.length === 0 && early === 0 && sharedMs <= limits.sharedMs
    report('address-claim', isRight, { name: 'random', ...figures })
  },
  'undeclared-topic': async () => {
    const figures = await sendUndeclared(sizes.undeclared)
    const { sends, refused, reported, metric, onBus } = figures
    const isRight = [refused, reported, metric].every((count) => count === sends) && onBus === 0
    report('undeclared-topic', isRight, figures)
  },
  'name-moved': async () => {
    const figures = await followName(sizes.sends, sizes.gone)
    const { wrong, twice, lost, gone, notFound, goneSent, notFoundWorstMs } = figures
    const isRight = [wrong, twice, lost, goneSent].every((count) => count === 0) && notFound === gone
    report('name-moved', isRight && isWithin([notFoundWorstMs, limits.notFoundMs]), {
      through: 'all by one user of the real server',
      ...figures,
    })
  },
  'plugin-killed': async () => {
    const figures = await killPlugin(sizes.kills)
    const { old, refusedSent, lostWorstMs, dataWorstMs } = figures
    const isRight = old === 0 && refusedSent === 0
    const isQuickEnough = isWithin([lostWorstMs, limits.lostMs], [dataWorstMs, limits.dataMs])
    const restartDelay = 'reset after each kill by POST plugins/nmea2000/enable'
    report('plugin-killed', isRight && isQuickEnough, { restartDelay, ...figures })
  },
  'nmea0183-clients': async () => {
    const figures = await serveClients(sizes.seconds)
    report('nmea0183-clients', figures.lost === 0 && figures.misplaced === 0, figures)
  },
  'plugin-memory': async () => {
    const figures = await measureMemory(sizes.settleSeconds)
    const pass = isWithin([figures.idleMore, limits.memoryMb], [figures.fullBusMore, limits.memoryMb])
    report('plugin-memory', pass, { goal: limits.memoryMb, ...figures })
  },
  cuts: async () => {
    const backMs = (await cutGateway(sizes.cuts)).toSorted((a, b) => a - b)
    const worstMs = Math.round(backMs.at(-1) ?? 0)
    const medianMs = Math.round(backMs[Math.floor(backMs.length / 2)] ?? 0)
    report('cuts', isWithin([worstMs, limits.backMs]), { cuts: backMs.length, medianMs, worstMs })
  },
}

const trials: readonly Trial[] = [
  ...Object.entries(single).map(([name, run]) => ({ name, run })),
  ...gatewayTrials
    .filter(({ kind }) => kind === (values.gateway ?? kind))
    .map((trial) => ({ name: 'full-bus', run: () => readGatewayFully(trial) })),
]

const waiting = trials.filter(({ name }) => name === (values.only ?? name)).values()
/** Runs trials one after another until none is left. */
const runTrials = async (): Promise<void> => {
  for (const { name, run } of waiting)
    try {
      await run()
    } catch (error) {
      report(name, false, { error: String(error) })
    }
}
// The short form judges counts only, and waits for most of its time.
await Promise.all(Array.from({ length: isQuick ? 3 : 1 }, runTrials))
process.exitCode = failures === 0 ? 0 : 1
