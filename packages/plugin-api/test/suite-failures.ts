import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

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
    // Without this variable of the outer runner, the child runs its tests itself.
    env: { PATH: process.env['PATH'] },
  })
  const [report, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>])
  const titles = [...report.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, title = '']) => title)
  const failures = titles.filter((title) => !/^the (?:plugin|autopilots?|anchor)\b/.test(title))
  assert.equal(code, failures.length === 0 ? 0 : 1, report)
  return failures
}
