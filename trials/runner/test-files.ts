import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import type { Report } from './run-cases.ts'

const root = join(import.meta.dirname, '../..')

export interface TestFiles {
  /** Patterns of files, relative to the repository. */
  readonly files: readonly string[]
  readonly timeoutMs: number
  /** Files that run at a time. */
  readonly atOnce?: number
  /** Environment variables of the tests. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs files of node:test, each in a separate process, and reports how many tests passed and failed. */
export async function runTestFiles(
  { files, timeoutMs, atOnce = 1, env = {} }: TestFiles,
  report: Report,
): Promise<void> {
  const found = files.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()
  const counts = { tests: 0, passed: 0, cancelled: 0, skipped: 0, todo: 0 }
  const tests = run({
    cwd: root,
    files: found.map((file) => join(root, file)),
    concurrency: atOnce,
    timeout: timeoutMs,
    // Processes that the tests start read the sources of our packages, too.
    env: { ...process.env, NODE_OPTIONS: '--conditions=@marinedata/source', ...env },
  })
  tests.on('test:summary', ({ file, counts: ended }) => {
    if (file !== undefined) return
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] = ended[key]
  })
  const output = tests.compose<NodeJS.ReadableStream>(spec)
  output.pipe(process.stderr, { end: false })
  await once(output, 'end')
  const { tests: all, passed, skipped, todo, cancelled } = counts
  const failed = all - passed - skipped - todo - cancelled
  const figures = { files: found.length, tests: all, passed, failed: failed + cancelled, skipped }
  report(passed > 0 && figures.failed === 0, figures)
}
