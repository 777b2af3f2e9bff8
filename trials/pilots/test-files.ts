import { once } from 'node:events'
import { run } from 'node:test'
import type { Cases } from './cases.ts'

/** The environment variables that the test files of a pilot on a bus read. */
export const testedPilot = { name: 'TRIAL_PILOT', gateway: 'TRIAL_GATEWAY' } as const

const limitMs = 600_000

/** What Node says about a test that has ended, as far as it is used. */
interface EndedTest {
  readonly name: string
  readonly skip?: string | boolean
  readonly details: {
    readonly type?: string
    readonly error?: Error & { readonly failureType?: string }
  }
}

/** Suites, skipped tests, and tests that failed only because a subtest failed are no cases. */
const isCase = ({ skip = false, details: { type, error } }: EndedTest): boolean =>
  type !== 'suite' && skip === false && error?.failureType !== 'subtestsFailed'

/** Runs test files in processes of their own. Every test that is not skipped is a case. */
export const runTestFiles = async (
  files: readonly string[],
  { name, gateway }: { readonly name: string; readonly gateway: string },
  cases: Cases,
): Promise<void> => {
  if (files.length === 0) return
  let tests = 0
  const take = (test: EndedTest): void => {
    if (!isCase(test)) return
    tests++
    const { error } = test.details
    const why = error?.cause instanceof Error ? error.cause.message : error?.message
    cases.judge(test.name, error === undefined, why)
  }
  const events = run({
    files: [...files],
    timeout: limitMs,
    execArgv: ['--conditions=@marinedata/source'],
    env: { ...process.env, [testedPilot.name]: name, [testedPilot.gateway]: gateway },
  })
  events.on('test:pass', ({ name: title, skip, details: { type } }) =>
    take({
      name: title,
      ...(skip !== undefined && { skip }),
      details: type === undefined ? {} : { type },
    }),
  )
  events.on('test:fail', ({ name: title, details: { type, error } }) =>
    take({ name: title, details: { error, ...(type !== undefined && { type }) } }),
  )
  const ended = once(events, 'end')
  events.resume()
  await ended
  cases.judge('tests ran', tests >= files.length, { tests })
}
