/** Long trials of the inputs, with the real server and real plugins. The short form takes seconds instead of minutes. */
import { runCases, type CaseRuns, type Report } from '../runner/run-cases.ts'
import type { CaseLimits, Trial, TrialContext } from '../runner/trial.ts'
import { runRandomClaims, tryClaimCases } from './address-claim.ts'
import { cutGateway, readFullBus } from './full-bus.ts'
import { gatewayTrials, type GatewayTrial } from './gateways.ts'
import { followName } from './name-moved.ts'
import { serveClients } from './nmea0183-clients.ts'
import { killPlugin, sendUndeclared } from './plugin-killed.ts'
import { measureMemory } from './plugin-memory.ts'

interface Sizes {
  readonly seconds: number
  readonly cuts: number
  readonly claims: number
  readonly sends: number
  readonly gone: number
  readonly kills: number
  readonly undeclared: number
  readonly settleSeconds: number
}

const shortSizes: Sizes = {
  seconds: 3,
  cuts: 5,
  claims: 200,
  sends: 200,
  gone: 10,
  kills: 3,
  undeclared: 5,
  settleSeconds: 5,
}
const fullSizes: Sizes = {
  seconds: 600,
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

interface Form {
  readonly sizes: Sizes
  /** Times, costs and memory are judged in the full form only: a machine with other work must pass the short one. */
  readonly isWithin: (...pairs: readonly (readonly [number, number])[]) => boolean
}

const formOf = ({ isQuick, options: { seconds } }: TrialContext): Form => {
  const sizes = isQuick ? shortSizes : fullSizes
  return {
    sizes: seconds === undefined ? sizes : { ...sizes, seconds: Number(seconds) },
    isWithin: (...pairs) => isQuick || pairs.every(([figure, limit]) => figure <= limit),
  }
}

const nameOf = ({ kind, transport }: GatewayTrial): string => `full-bus/${kind}-${transport}`

const readGatewayFully = async (
  gateway: GatewayTrial,
  { sizes, isWithin }: Form,
  report: Report,
): Promise<void> => {
  const figures = await readFullBus(gateway, sizes.seconds)
  const { lost, plugin, core } = figures
  // Datagrams may be lost on the way: they are counted.
  const isWhole = gateway.transport === 'udp' || lost === 0
  const isCheap = isWithin([plugin, limits.plugin], [core, limits.core])
  report(isWhole && isCheap, { ...gateway, ...figures })
}

const deviceRuns = ({ sizes, isWithin }: Form): CaseRuns => ({
  'address-claim': (report) => {
    for (const { pass, ...figures } of tryClaimCases()) report(pass, figures)
    const figures = runRandomClaims(sizes.claims)
    const { failed, early, sharedMs } = figures
    const isRight = failed.length === 0 && early === 0 && sharedMs <= limits.sharedMs
    report(isRight, { name: 'random', ...figures })
  },
  'undeclared-topic': async (report) => {
    const figures = await sendUndeclared(sizes.undeclared)
    const { sends, refused, reported, metric, onBus } = figures
    report([refused, reported, metric].every((count) => count === sends) && onBus === 0, figures)
  },
  'name-moved': async (report) => {
    const figures = await followName(sizes.sends, sizes.gone)
    const { wrong, twice, lost, gone, notFound, goneSent, notFoundWorstMs } = figures
    const isRight = [wrong, twice, lost, goneSent].every((count) => count === 0) && notFound === gone
    const isQuickEnough = isWithin([notFoundWorstMs, limits.notFoundMs])
    report(isRight && isQuickEnough, { through: 'all by one user of the real server', ...figures })
  },
})

const pluginRuns = ({ sizes, isWithin }: Form): CaseRuns => ({
  'plugin-killed': async (report) => {
    const figures = await killPlugin(sizes.kills)
    const { old, refusedSent, lostWorstMs, dataWorstMs } = figures
    const isRight = old === 0 && refusedSent === 0
    const isQuickEnough = isWithin([lostWorstMs, limits.lostMs], [dataWorstMs, limits.dataMs])
    const restartDelay = 'reset after each kill by POST plugins/nmea2000/enable'
    report(isRight && isQuickEnough, { restartDelay, ...figures })
  },
  'nmea0183-clients': async (report) => {
    const figures = await serveClients(sizes.seconds)
    report(figures.lost === 0 && figures.misplaced === 0, figures)
  },
  'plugin-memory': async (report) => {
    const figures = await measureMemory(sizes.settleSeconds)
    const pass = isWithin([figures.idleMore, limits.memoryMb], [figures.fullBusMore, limits.memoryMb])
    report(pass, { goal: limits.memoryMb, ...figures })
  },
  cuts: async (report) => {
    const backMs = (await cutGateway(sizes.cuts)).toSorted((a, b) => a - b)
    const worstMs = Math.round(backMs.at(-1) ?? 0)
    const medianMs = Math.round(backMs[Math.floor(backMs.length / 2)] ?? 0)
    report(isWithin([worstMs, limits.backMs]), { cuts: backMs.length, medianMs, worstMs })
  },
})

const gatewayRuns = (form: Form): CaseRuns =>
  Object.fromEntries(
    gatewayTrials.map((gateway) => [nameOf(gateway), (report) => readGatewayFully(gateway, form, report)]),
  )

const gatewayLimits: CaseLimits = { short: 90, full: 1_200 }

export const trial: Trial = {
  name: 'wires',
  sentence:
    'Reads gateways and buses with the real server: claims, full buses, cuts, killed plugins and memory.',
  covers: [
    'plugins/nmea2000',
    'plugins/nmea0183',
    'packages/inputs',
    'packages/nmea2000',
    'packages/server/src/plugin-host',
  ],
  needs: ['console', 'programs'],
  cases: {
    'address-claim': { short: 60, full: 900 },
    'undeclared-topic': { short: 90, full: 900 },
    'name-moved': { short: 90, full: 1_800 },
    'plugin-killed': { short: 90, full: 3_600 },
    'nmea0183-clients': { short: 400, full: 1_200 },
    'plugin-memory': { short: 120, full: 1_800 },
    cuts: { short: 90, full: 1_800 },
    ...Object.fromEntries(gatewayTrials.map((gateway) => [nameOf(gateway), gatewayLimits])),
  },
  options: ['seconds'],
  run: (context) => {
    const form = formOf(context)
    const runs = { ...deviceRuns(form), ...pluginRuns(form), ...gatewayRuns(form) }
    // The short form judges counts only, and waits for most of its time.
    return runCases(context, runs, context.isQuick ? 3 : 1)
  },
}
