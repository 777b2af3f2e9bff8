/**
 * Steers simulated pilots with the real server and its plugins, through each gateway that carries them, several boats at
 * a time. The short form repeats less and judges no times.
 */
import { availableParallelism } from 'node:os'
import { reportedBy } from '../runner/run-cases.ts'
import type { CaseLimits, Trial, TrialContext } from '../runner/trial.ts'
import { BoatPool } from './boat-pool.ts'
import { pilots } from './pilots.ts'
import { RowLines } from './row-lines.ts'
import { parts, type Job, type Part, type Sizes } from './tried-row.ts'
import type { TriedPilot } from './wires/pilot-wire.ts'

const full: Sizes = { standbys: 1_000, kills: 100, moves: 10_000 }
const quick: Sizes = { standbys: 15, kills: 1, moves: 25 }
/** In the short form, of a gateway that is not the first one of a pilot. */
const short: Sizes = { standbys: 5, kills: 1, moves: 10 }

/** A pilot through one of its gateways. */
interface Row {
  readonly name: string
  readonly pilot: TriedPilot
  readonly gateway: string
}

const rows: readonly Row[] = Object.entries(pilots).flatMap(([name, pilot]) =>
  pilot.gateways.map((gateway) => ({ name, pilot, gateway })),
)
const caseOf = ({ name, gateway }: Row): string => `${name}/${gateway}`

/** The short form tries every pilot through its first gateway, and every other gateway with one pilot. */
const isShortRow = ({ name, pilot, gateway }: Row): boolean => {
  const [first] = Object.entries(pilots).find(([, { gateways }]) => gateways.includes(gateway)) ?? []
  return pilot.isVariant !== true && (gateway === pilot.gateways[0] || first === name)
}

/** The gateways of a pilot share what is repeated; `--times` gives each of them its own number. */
const fullSizes = ({ gateways: { length } }: TriedPilot): Sizes => ({
  standbys: Math.ceil(full.standbys / length),
  kills: Math.ceil(full.kills / length),
  moves: Math.ceil(full.moves / length),
})

const sizesOf = ({ isQuick, times }: TrialContext, pilot: TriedPilot, isShort: boolean): Sizes => {
  if (times !== undefined) return { standbys: times, kills: times, moves: times }
  if (isQuick) return isShort ? short : quick
  return fullSizes(pilot)
}

/** The short form leaves the suite to the tests of the plugins: it has deadlines that a busy machine misses. */
const testFilesOf = (
  { pilot: { conformance, recordings, gateways }, gateway }: Row,
  isQuick: boolean,
): string[] => [...(isQuick ? [] : [conformance]), ...(gateway === gateways[0] ? recordings : [])]

const jobsOf = (context: TrialContext, row: Row): readonly Job[] => {
  const { isQuick, options } = context
  const { name, pilot, gateway } = row
  // In the short form, only the first gateway of a pilot is tried with everything.
  const isShort = isQuick && gateway !== pilot.gateways[0]
  const job = {
    pilot: name,
    gateway,
    sizes: sizesOf(context, pilot, isShort),
    testFiles: testFilesOf(row, isQuick),
    isShort,
    areTimesJudged: !isQuick,
  }
  const wanted = parts.filter((part) => {
    if (part === 'moves' && pilot.hasAddress !== true) return false
    return (options['part'] ?? part) === part
  })
  // A server costs more than what the short form does with it.
  return isQuick ? [{ ...job, parts: wanted }] : wanted.map((part) => ({ ...job, parts: [part] }))
}

/** A route in a browser, with the built-in simulator and an EV-1; the short form leaves it to the tests of the console. */
const routeCase = 'route/browser'
const routeFile = new URL('../../packages/server/test/console/route-followed.test.ts', import.meta.url)
  .pathname
const route: Job = {
  pilot: 'route',
  gateway: 'browser',
  parts: ['suites'],
  sizes: short,
  testFiles: [routeFile],
  isShort: false,
  areTimesJudged: false,
}

/** The longest jobs first, so that a long one does not run alone at the end. */
const order: readonly Part[] = ['kills', 'moves', 'standby']
const rankOf = ({ parts: [part = 'standby'] }: Job): number => order.indexOf(part)

const areSuites = (job: Job): boolean => job.parts.every((part) => part === 'suites' || part === 'answers')

/**
 * Suites have deadlines that a busy machine misses, so few run at a time. More than two boats for each processor delay
 * each other: then standby and the loss of a gateway are reported late, because of the trial.
 */
const boatsOf = ({ isQuick, options }: TrialContext): { suites: number; others: number } => {
  const given = options['boats'] === undefined ? undefined : Number(options['boats'])
  if (given !== undefined && !(Number.isInteger(given) && given > 0))
    throw new Error(`--boats ${options['boats']}: use a positive whole number`)
  return { suites: given ?? 3, others: given ?? (isQuick ? 2 : 2 * availableParallelism()) }
}

const allJobsOf = (context: TrialContext): readonly Job[] => {
  const { cases, options } = context
  const isRouteWanted = cases.includes(routeCase) && (options['part'] ?? 'suites') === 'suites'
  return [
    ...rows.filter((row) => cases.includes(caseOf(row))).flatMap((row) => jobsOf(context, row)),
    ...(isRouteWanted ? [route] : []),
  ]
}

const rowLimits = (row: Row): CaseLimits => (isShortRow(row) ? { short: 400, full: 1_800 } : { full: 1_800 })

export const trial: Trial = {
  name: 'pilots',
  sentence:
    'Steers simulated autopilots through every gateway: answers, lost frames, kills and changed addresses.',
  covers: [
    'packages/pilot-simulators',
    'packages/plugin-api',
    'packages/core/src/autopilots',
    'plugins/pilot-raymarine',
    'plugins/pilot-navico',
    'plugins/pilot-nmea0183',
    'plugins/nmea2000',
    'plugins/nmea0183',
  ],
  needs: ['console', 'programs'],
  cases: {
    ...Object.fromEntries(rows.map((row) => [caseOf(row), rowLimits(row)])),
    [routeCase]: { full: 900 },
  },
  options: ['times', 'part', 'boats'],
  run: (context) =>
    reportedBy(async (report) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
      const jobs = allJobsOf(context)
      const boats = boatsOf(context)
      const lines = new RowLines(jobs, report)
      const pool = new BoatPool()
      const add = lines.add.bind(lines)
      await pool.run(jobs.filter(areSuites), { boats: boats.suites }, add)
      const others = jobs.filter((job) => !areSuites(job))
      const sorted = others.toSorted((one, other) => rankOf(one) - rankOf(other))
      await pool.run(sorted, { boats: boats.others }, add)
      lines.reportParts()
    }),
}
