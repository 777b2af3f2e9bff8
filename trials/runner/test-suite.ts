import { runCases, type CaseRuns } from './run-cases.ts'
import { runTestFiles } from './test-files.ts'
import type { CaseLimits, Trial } from './trial.ts'

/** The files of a case, and its limits. */
export interface SuiteCase extends CaseLimits {
  /** Patterns, relative to the repository. */
  readonly files: readonly string[]
  /** Files that run at a time. Default 1. */
  readonly atOnce?: number
}

export interface TestSuite extends Pick<Trial, 'name' | 'sentence' | 'covers' | 'needs'> {
  readonly cases: Readonly<Record<string, SuiteCase>>
  /** Milliseconds for one test file. */
  readonly timeoutMs: number
  /** Environment variables of the full form. */
  readonly fullEnv?: Readonly<Record<string, string>>
}

/** A trial that runs files of node:test. Its figures are their counts. */
export function testSuite({ cases, timeoutMs, fullEnv = { MEASURED: 'full' }, ...rest }: TestSuite): Trial {
  const runsOf = (isQuick: boolean): CaseRuns =>
    Object.fromEntries(
      Object.entries(cases).map(([name, { files, atOnce = 1 }]) => [
        name,
        (report) => runTestFiles({ files, atOnce, timeoutMs, env: isQuick ? {} : fullEnv }, report),
      ]),
    )
  return { ...rest, cases, run: (context) => runCases(context, runsOf(context.isQuick)) }
}
