import { once } from 'node:events'
import { join } from 'node:path'
import { run } from 'node:test'
import { root } from './family-trial.ts'

/** Tests that show what no app in a browser does, by the name that the command prints. */
export const suites = {
  // SensESP and OpenCPN, with the requests of their sources; a sensor also finds the boat by multicast DNS.
  devices: [
    'packages/server/test/family-devices.test.ts',
    'packages/server/test/family-access.test.ts',
    'packages/server/test/network-services.test.ts',
  ],
  mqtt: ['plugins/mqtt/test/mqtt.test.ts', 'plugins/mqtt/test/outages.test.ts'],
  hostile: ['packages/server/test/hostile/family.test.ts'],
  cost: ['packages/server/test/measured/family-cost.test.ts'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type SuiteName = keyof typeof suites

const timeoutMs = 900_000
/** Costs are judged by their goals, not by the wider limits of a busy machine. */
const measured: ReadonlySet<SuiteName> = new Set(['cost'])

/** The counts of a run are diagnostics too. */
const countPattern = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /

interface Ended {
  readonly name: string
  readonly skip?: string | boolean
  readonly details: { readonly type?: string | undefined }
}

/** Runs a suite, and prints one JSON line with its figures. A test that is skipped shows nothing, so it fails the suite. */
export const runFamilySuite = async (name: SuiteName): Promise<boolean> => {
  const began = performance.now()
  const counts = { passed: 0, files: suites[name].length }
  const failed: string[] = []
  const skipped: string[] = []
  const figures: string[] = []
  // As the other runners do: an option on the command line would be passed on to plugins.
  process.env['NODE_OPTIONS'] = '--conditions=@marinedata/source'
  process.env['MEASURED'] = measured.has(name) ? 'full' : ''
  const files = suites[name].map((file) => join(root, file))
  const tests = run({ files, concurrency: false, timeout: timeoutMs })
  tests.on('test:pass', ({ name: test, skip, details }: Ended) => {
    if (skip !== undefined && skip !== false) skipped.push(test)
    else if (details.type !== 'suite') counts.passed++
  })
  tests.on('test:fail', ({ name: test }: Ended) => void failed.push(test))
  tests.on('test:diagnostic', ({ message }) => {
    if (!countPattern.test(message)) figures.push(message)
  })
  await once(tests.resume(), 'end')
  const pass = counts.passed > 0 && failed.length === 0 && skipped.length === 0
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(JSON.stringify({ app: name, pass, seconds, ...counts, failed, skipped, figures }))
  return pass
}
