import { globSync } from 'node:fs'
import { join } from 'node:path'

/** Test files that one command runs. Every test file of the repository is in exactly one suite. */
export interface Suite {
  readonly name: string
  /** The step of the gate or the trial that runs it. */
  readonly runBy: `step ${string}` | `trial ${string}`
  /** Files as patterns. */
  readonly files: readonly string[]
  /** Patterns of files that another suite runs. */
  readonly except?: readonly string[]
}

/** Journeys that take long: conformance suites in real time, suites that must find planted faults, kills, many cases. */
const longJourneys = [
  'packages/plugin-api/test/*suite*.test.ts',
  'packages/server/test/damaged-files.test.ts',
  'packages/server/test/bodies.property.test.ts',
  'packages/server/test/plugin-stderr.test.ts',
  'packages/server/test/kills/*.test.ts',
  'plugins/{anchor-watch,pilot-navico,pilot-nmea0183,pilot-pypilot,pilot-raymarine,simulator}/test/conformance.test.ts',
]

/** One flow for each screen of the console, and what warns or steers. */
const screenFlows = [
  'alarm-answers',
  'anchor',
  'boat',
  'chart',
  'controls',
  'data',
  'devices',
  'distress-band',
  'helm',
  'history',
  'instruments',
  'lock',
  'logbook',
  'route',
  'standby-in-view',
].map((name) => `packages/server/test/console/${name}.test.ts`)

const journeys = [
  'packages/*/test/*.test.ts',
  'packages/server/test/kills/*.test.ts',
  'plugins/*/test/*.test.ts',
  'examples/test/*.test.ts',
]
/** Who joins, what a boat may send, and that no value reaches another owner. */
const shortFleet = ['hostile-boat', 'joining', 'owners', 'stored-forgeries', 'two-boats'].map(
  (name) => `scripts/fleet/${name}.test.ts`,
)

export const suites: readonly Suite[] = [
  { name: 'laws', runBy: 'step check', files: ['test/*.test.ts'] },
  { name: 'unit', runBy: 'step unit', files: ['packages/*/src/**/*.test.ts', 'plugins/*/src/**/*.test.ts'] },
  { name: 'contract', runBy: 'step contract', files: journeys, except: longJourneys },
  { name: 'journeys', runBy: 'trial journeys', files: longJourneys },
  { name: 'screens', runBy: 'step screens', files: screenFlows },
  {
    name: 'console',
    runBy: 'trial console',
    files: ['packages/server/test/console/*.test.ts'],
    except: screenFlows,
  },
  {
    name: 'hostile',
    runBy: 'step hostile',
    files: [
      'packages/server/test/hostile/*.test.ts',
      'plugins/*/test/hostile/*.test.ts',
      'trials/hostile-files/*.test.ts',
    ],
  },
  { name: 'fleet', runBy: 'step fleet', files: shortFleet },
  { name: 'fleet-long', runBy: 'trial fleet', files: ['scripts/fleet/*.test.ts'], except: shortFleet },
  { name: 'measured', runBy: 'trial measured', files: ['packages/*/test/measured/*.test.ts'] },
  { name: 'node-red', runBy: 'trial node-red', files: ['packages/server/test/node-red/*.test.ts'] },
  { name: 'templates', runBy: 'trial first-use', files: ['packages/create-*/template/test/*.test.ts'] },
]

const root = join(import.meta.dirname, '..', '..')

export const filesOf = ({ files, except = [] }: Suite): string[] => {
  const elsewhere = new Set(globSync([...except], { cwd: root }))
  return globSync([...files], { cwd: root })
    .filter((file) => !elsewhere.has(file))
    .toSorted()
}
