/**
 * Steers simulated pilots with the real server and its plugins, through each gateway that carries them, several boats
 * at a time. Prints one line of JSON for each pilot and gateway, and one for each part of a pilot, and fails when a case
 * fails. `--quick` repeats less and judges no times. `--only raymarine` or `--only raymarine/ydwg` tries one, `--part
 * kills` only one part of it, `--times 200` repeats so often, `--boats 1` tries one after the other.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { BoatPool } from './boat-pool.ts'
import type { TriedPilot } from './wires/pilot-wire.ts'
import { pilots } from './pilots.ts'
import { RowLines } from './row-lines.ts'
import { parts, type Job, type Part, type Sizes } from './tried-row.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    part: { type: 'string' },
    times: { type: 'string' },
    boats: { type: 'string' },
  },
})
const numberIn = (name: 'times' | 'boats'): number | undefined => {
  const text = values[name]
  const number = Number(text)
  if (text !== undefined && !(Number.isInteger(number) && number > 0))
    throw new Error(`--${name} ${text}: give a positive whole number`)
  return text === undefined ? undefined : number
}
const times = numberIn('times')
const isQuick = values.quick
/**
 * Suites have deadlines that a busy machine misses, so few run at a time. More than two boats for each processor delay each
 * other: then standby and the loss of a gateway are reported late, because of the trial.
 */
const boats = {
  suites: numberIn('boats') ?? 3,
  others: numberIn('boats') ?? (isQuick ? 2 : 2 * availableParallelism()),
}

const full: Sizes = { standbys: 1_000, kills: 100, moves: 10_000 }
const quick: Sizes = { standbys: 15, kills: 1, moves: 25 }
/** In the short form, of a gateway that is not the first one of a pilot. */
const short: Sizes = { standbys: 5, kills: 1, moves: 10 }

/** The gateways of a pilot share what is repeated; `--times` gives each of them its own number. */
const fullSizes = ({ gateways: { length } }: TriedPilot): Sizes => ({
  standbys: Math.ceil(full.standbys / length),
  kills: Math.ceil(full.kills / length),
  moves: Math.ceil(full.moves / length),
})

const sizesOf = (pilot: TriedPilot, isShort: boolean): Sizes => {
  if (times !== undefined) return { standbys: times, kills: times, moves: times }
  if (isQuick) return isShort ? short : quick
  return fullSizes(pilot)
}

/** The short form leaves the suite to the tests of the plugins: it has deadlines that a busy machine misses. */
const testFilesOf = ({ conformance, recordings, gateways }: TriedPilot, gateway: string): string[] => [
  ...(isQuick ? [] : [conformance]),
  ...(gateway === gateways[0] ? recordings : []),
]

const jobsOf = (name: string, pilot: TriedPilot, gateway: string): readonly Job[] => {
  // In the short form, only the first gateway of a pilot is tried with everything.
  const isShort = isQuick && gateway !== pilot.gateways[0]
  const job = {
    pilot: name,
    gateway,
    sizes: sizesOf(pilot, isShort),
    testFiles: testFilesOf(pilot, gateway),
    isShort,
    areTimesJudged: !isQuick,
  }
  const wanted = parts.filter((part) => {
    if (part === 'moves' && pilot.hasAddress !== true) return false
    return (values.part ?? part) === part
  })
  // A server costs more than what the short form does with it.
  return isQuick ? [{ ...job, parts: wanted }] : wanted.map((part) => ({ ...job, parts: [part] }))
}

/** In the short form, every pilot through its first gateway, and every other gateway with one pilot. */
const isLeftOut = (name: string, pilot: TriedPilot, gateway: string): boolean => {
  if (!isQuick || values.only !== undefined) return false
  const [first] = Object.entries(pilots).find(([, { gateways }]) => gateways.includes(gateway)) ?? []
  return pilot.isVariant === true || (gateway !== pilot.gateways[0] && first !== name)
}

/** A route in a browser, with the built-in simulator and an EV-1; the short form leaves it to the tests of the console. */
const routeFile = new URL('../../packages/server/test/console/route-followed.test.ts', import.meta.url)
  .pathname
const isRouteWanted =
  !isQuick && [undefined, 'route'].includes(values.only) && [undefined, 'suites'].includes(values.part)
const route: Job = {
  pilot: 'route',
  gateway: 'browser',
  parts: ['suites'],
  sizes: short,
  testFiles: [routeFile],
  isShort: false,
  areTimesJudged: false,
}

const jobs = [
  ...Object.entries(pilots).flatMap(([name, pilot]) =>
    pilot.gateways
      .filter((gateway) => [undefined, name, `${name}/${gateway}`].includes(values.only))
      .filter((gateway) => !isLeftOut(name, pilot, gateway))
      .flatMap((gateway) => jobsOf(name, pilot, gateway)),
  ),
  ...(isRouteWanted ? [route] : []),
]
const hasPart = (job: Job, ...names: readonly Part[]): boolean =>
  job.parts.every((part) => names.includes(part))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const lines = new RowLines(jobs)
const pool = new BoatPool()
const areSuites = (job: Job): boolean => hasPart(job, 'suites', 'answers')
const add = lines.add.bind(lines)
await pool.run(jobs.filter(areSuites), { boats: boats.suites }, add)
const others = jobs.filter((job) => !areSuites(job))
// The longest jobs first, so that none of them runs alone at the end.
const order: readonly Part[] = ['kills', 'moves', 'standby']
const rankOf = ({ parts: [part = 'standby'] }: Job): number => order.indexOf(part)
await pool.run(
  others.toSorted((one, other) => rankOf(one) - rankOf(other)),
  { boats: boats.others },
  add,
)
lines.printParts()
if (lines.failures > 0 || jobs.length === 0) process.exitCode = 1
