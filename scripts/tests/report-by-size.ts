import { once } from 'node:events'
import { basename } from 'node:path'
import type { run } from 'node:test'
import type { Writable } from 'node:stream'
import { sizeTable, type EndedTest } from './size-table.ts'

type TestEvents = ReturnType<typeof run>

/** A suite or a file that failed only because of its tests. */
const isOfTests = (error: Error | undefined): boolean =>
  error !== undefined && 'failureType' in error && error.failureType === 'subtestsFailed'

const reasonOf = (error: Error | undefined): string => {
  const cause = error?.cause ?? error
  return cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause)
}

/** Writes a line when a test has ended, with the reason of a failure, and at the end a table of checks and sizes. */
export const reportBySize = async (tests: TestEvents, output: Writable): Promise<void> => {
  const ended: EndedTest[] = []
  const startedAt = performance.now()
  const seconds = (): string => `${Math.round((performance.now() - startedAt) / 1_000)} s`
  tests.on('test:complete', ({ name, file = '', details }) => {
    const { passed: hasPassed, error, type } = details
    const isGroup = type === 'suite' || name.endsWith('.test.ts')
    if (isGroup && (hasPassed || isOfTests(error))) return
    const test = { file: basename(file, '.test.ts'), title: name, hasPassed }
    ended.push(test)
    const result = hasPassed ? 'ok' : `FAIL\n${reasonOf(error)}`
    output.write(`${seconds()}, ${ended.length} tests: ${test.file} ${name}: ${result}\n`)
  })
  // The stream ends when it has been read.
  tests.resume()
  await once(tests, 'end')
  const failed = ended.filter(({ hasPassed }) => !hasPassed).map(({ file, title }) => `FAIL ${file} ${title}`)
  const sum = `${ended.length} tests in ${seconds()}, ${failed.length} failed`
  output.write(`\n${[...sizeTable(ended), '', ...failed, sum].join('\n')}\n`)
}
