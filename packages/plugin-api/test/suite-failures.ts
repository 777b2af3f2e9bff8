import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

export interface SuiteRun {
  /** The name of a file in `suites/`. */
  readonly suite: string
  /** Part of the names of the groups to run. */
  readonly group: string
  /** Command-line arguments of the suite. */
  readonly words?: readonly string[]
}

/** Runs a suite and returns the titles of the cases that fail, without the names of groups. */
export const failuresOf = async ({ suite, group, words = [] }: SuiteRun): Promise<string[]> => {
  const file = fileURLToPath(new URL(`suites/${suite}.ts`, import.meta.url))
  const conditions = process.execArgv.filter((word) => word.startsWith('--conditions'))
  const flags = [...conditions, '--test-reporter=tap', `--test-name-pattern=${group}`]
  const child = spawn(process.execPath, [...flags, file, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Without the variable of the outer runner, the child runs its tests itself. What it compiles, the next need not.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  })
  const [report, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>])
  const titles = [...report.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, title = '']) => title)
  const failures = titles.filter(
    (title) =>
      !/^the (?:plugin|autopilots?|anchor|controls?|buses|resources|weather|course|history|alert)\b/.test(
        title,
      ),
  )
  assert.equal(code, failures.length === 0 ? 0 : 1, report)
  return failures
}

const mostRuns = 3

/**
 * Asserts that exactly these cases of a suite fail. The cases measure real time: on a busy machine others may fail
 * besides, so the suite is run again, and must fail as expected in one of three runs.
 * @param mayFailMore whether cases after the expected ones may fail in every run
 */
export const assertFailures = async (
  run: SuiteRun,
  expected: readonly string[],
  mayFailMore = false,
): Promise<void> => {
  const runs: string[][] = []
  while (runs.length < mostRuns) {
    const failures = await failuresOf(run)
    const compared = mayFailMore ? failures.slice(0, expected.length) : failures
    if (isDeepStrictEqual(compared, expected)) return
    runs.push(compared)
  }
  assert.deepEqual(
    runs,
    Array.from(runs, () => expected),
  )
}
