import { existsSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { filesOf, suites } from '../tools/gate/suites.ts'
import { reportBySize } from './tests/report-by-size.ts'

// Runs the tests that start servers, the longest first: a long one that starts last would run alone for minutes.
// `node --test` sorts by name.

interface TestRun {
  /** Suites of the table in tools/gate. */
  readonly suites: readonly string[]
  /** The files that take longest. */
  readonly longest: readonly string[]
  /** How many files run at the same time. */
  readonly concurrency: number
}

// They wait in real time, and some have deadlines: more at a time would not be faster, and miss them.
const journeys: Omit<TestRun, 'suites'> = {
  longest: [
    'plugins/anchor-watch/test/conformance.test.ts',
    'packages/server/test/kills/anchor-killed.test.ts',
    'plugins/pilot-navico/test/conformance.test.ts',
    'packages/plugin-api/test/autopilot-suite.test.ts',
    'plugins/simulator/test/conformance.test.ts',
    'plugins/pilot-raymarine/test/conformance.test.ts',
    'packages/server/test/damaged-files.test.ts',
    'plugins/pilot-nmea0183/test/conformance.test.ts',
    'packages/plugin-api/test/anchor-suite.test.ts',
    'packages/plugin-api/test/control-suite.test.ts',
    'packages/plugin-api/test/resource-suite.test.ts',
    'packages/server/test/course-provider.test.ts',
    'packages/server/test/add-a-resource.test.ts',
    'plugins/mqtt/test/mqtt.test.ts',
  ],
  concurrency: 4,
}

// A browser uses more processor time.
const inBrowser: Omit<TestRun, 'suites'> = {
  longest: [
    'global',
    'route-followed',
    'bands',
    'chart-places',
    'chart',
    'helm',
    'anchor',
    'devices',
    'access',
    'docs',
    'instruments',
    'guide',
    'alarm-answers',
  ].map((name) => `packages/server/test/console/${name}.test.ts`),
  concurrency: 3,
}

// Most of their time is spent waiting for alarms, restarts and limits.
const attacks: Omit<TestRun, 'suites'> = {
  longest: [
    'packages/server/test/hostile/forged-position.test.ts',
    'trials/hostile-files/hostile-files.test.ts',
    'packages/server/test/hostile/start-on-disk.test.ts',
    'packages/server/test/hostile/signed-in.test.ts',
    'packages/server/test/hostile/family.test.ts',
    'packages/server/test/hostile/hidden-alarms.test.ts',
    'packages/server/test/hostile/manifest-patterns.test.ts',
    'packages/server/test/hostile/whole-sandbox.test.ts',
    'packages/server/test/hostile/moored-ship.test.ts',
  ],
  concurrency: 2,
}

const testRuns: Readonly<Record<string, TestRun>> = {
  contract: { ...journeys, suites: ['contract'] },
  journeys: { ...journeys, suites: ['contract', 'journeys'] },
  screens: { ...inBrowser, suites: ['screens'], concurrency: 2 },
  console: { ...inBrowser, suites: ['screens', 'console'] },
  fleet: { suites: ['fleet'], longest: [], concurrency: 1 },
  hostile: { ...attacks, suites: ['hostile'] },
}

const root = join(import.meta.dirname, '..')
const timeoutMs = 300_000
/** Of a file whose tests run on ten sizes instead of three. */
const allSizesTimeoutMs = 3 * 900_000
/** Timeout of a file in the full form. */
const fullTimeoutMs = 3_600_000

// Every file starts processes that load the same hundreds of modules. A cache of their compiled code takes a third off
// the processor time of a short file.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compiled-tests')

// The tests run from the sources, with the plugins as built: this option is not passed on to plugins, as one on the
// command line is. A plugin starts in a tenth of the processor time that way.
process.env['NODE_OPTIONS'] = '--conditions=@marinedata/source'

// `npm run test:console -- --sizes all` checks the console on ten sizes of screens instead of three, `--sizes 320x568`
// on one of them, and `--views short` each flow on one of the three. Names after the suite choose files:
// `npm run test:console -- helm chart --sizes all`.
const { values: options, positionals } = parseArgs({
  options: { sizes: { type: 'string' }, views: { type: 'string' } },
  allowPositionals: true,
})
if (options.sizes !== undefined) process.env['CONSOLE_SIZES'] = options.sizes
if (options.views !== undefined) process.env['CONSOLE_VIEWS'] = options.views

const [name = '', ...chosen] = positionals
const testRun = testRuns[name]
if (testRun === undefined)
  throw new Error(`The suites are ${Object.keys(testRuns).join(', ')}, not "${name}"`)
const found = suites.filter((suite) => testRun.suites.includes(suite.name)).flatMap(filesOf)
const missing = testRun.longest.filter((file) => !existsSync(join(root, file)))
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}`)
const isLong = (file: string): boolean => testRun.longest.includes(file)
const sorted = [
  ...testRun.longest.filter((file) => found.includes(file)),
  ...found.filter((file) => !isLong(file)).toSorted(),
]
const isNamed = (file: string, word: string): boolean => basename(file, '.test.ts') === word
const unknown = chosen.filter((word) => !sorted.some((file) => isNamed(file, word)))
if (unknown.length > 0) throw new Error(`There is no file ${unknown.join(', ')} in the suite ${name}`)
const files = sorted.filter((file) => chosen.length === 0 || chosen.some((word) => isNamed(file, word)))

const ownTimeoutMs = process.env['MEASURED'] === 'full' ? fullTimeoutMs : timeoutMs
const fileTimeoutMs = options.sizes === undefined ? ownTimeoutMs : allSizesTimeoutMs
const tests = run({
  files: files.map((file) => join(root, file)),
  concurrency: testRun.concurrency,
  timeout: fileTimeoutMs,
})
tests.on('test:fail', () => {
  process.exitCode = 1
})

// For the lists above: files that take long and start late make the whole longer.
const seconds = new Map<string, number>()
tests.on('test:summary', ({ file, duration_ms }) => {
  if (file !== undefined) seconds.set(relative(root, file), duration_ms / 1_000)
})

// The usual report of a file waits for the files before it: on all sizes that would be an hour without a line.
if (options.sizes === undefined) await pipeline(tests, new spec(), process.stdout, { end: false })
else await reportBySize(tests, process.stdout)

const longest = [...seconds].toSorted(([, one], [, other]) => other - one).slice(0, 40)
for (const [file, taken] of longest) console.log(`${taken.toFixed(0).padStart(5)} s  ${file}`)
