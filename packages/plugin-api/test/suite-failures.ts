import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export interface SuiteRun {
  /** The name of a file in `suites/`. */
  readonly suite: string
  /** Of the groups that are run: part of their names. */
  readonly group: string
  /** What the suite is told on its command line. */
  readonly words?: readonly string[]
}

/** The titles of the cases that fail when a suite is run by itself; groups of cases are not named. */
export const failuresOf = async ({ suite, group, words = [] }: SuiteRun): Promise<string[]> => {
  const file = fileURLToPath(new URL(`suites/${suite}.ts`, import.meta.url))
  const conditions = process.execArgv.filter((word) => word.startsWith('--conditions'))
  const flags = [...conditions, '--test-reporter=tap', `--test-name-pattern=${group}`]
  const child = spawn(process.execPath, [...flags, file, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Without the mark of the runner around us, it runs its tests itself.
    env: { PATH: process.env['PATH'] },
  })
  const [report, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>])
  const titles = [...report.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, title = '']) => title)
  const failures = titles.filter((title) => !/^the (?:plugin|autopilots?|anchor)\b/.test(title))
  assert.equal(code, failures.length === 0 ? 0 : 1, report)
  return failures
}
