import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runTrials } from '../trials/runner/run-trials.ts'
import { loadTrial, trialNames } from '../trials/runner/trial-files.ts'

type Line = Readonly<Record<string, unknown>>

const root = join(import.meta.dirname, '..')

/** Runs the trials of this test with the words of a command line. */
const run = async (
  ...words: readonly string[]
): Promise<{ code: number; lines: string[]; results: Line[]; last: string }> => {
  const lines: string[] = []
  const notes: string[] = []
  const code = await runTrials(words, {
    folder: join(import.meta.dirname, 'trials'),
    print: (line) => lines.push(line),
    note: (line) => notes.push(line),
  })
  const results = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line)
  return { code, lines, results, last: notes.at(-1) ?? '' }
}

test('prints a line for each result, and counts cases', async () => {
  const { code, results, last } = await run('passing', '--seed', '7')
  assert.deepEqual(results, [
    { trial: 'passing', case: 'counts/two', pass: true, result: 1 },
    { trial: 'passing', case: 'counts/two', pass: true, result: 2, seed: '7' },
    { trial: 'passing', case: 'counts/times', pass: true },
    { trial: 'passing', case: 'long', pass: true },
  ])
  assert.equal(last, '3 cases passed, 0 failed')
  assert.equal(code, 0)
})

test('runs only the cases with a short limit in the short form', async () => {
  const { results } = await run('passing', '--quick')
  assert.deepEqual([...new Set(results.map((line) => line['case']))], ['counts/two', 'counts/times'])
})

test('rejects --quick for a trial without a short form', async () => {
  await assert.rejects(run('crashing', '--quick'), /No case of crashing belongs to the short form/)
})

test('runs the cases that are named, or whose names begin so', async () => {
  const one = await run('passing', '--only', 'counts/times', '--times=3')
  assert.deepEqual(one.results, [{ trial: 'passing', case: 'counts/times', pass: true, times: 3 }])
  const both = await run('passing', '--only', 'counts')
  assert.equal(both.last, '2 cases passed, 0 failed')
})

test('fails for a result that failed, an error, and a case without a result', async () => {
  const { code, results, last } = await run('failing')
  const failed = results.filter(({ pass }) => pass === false)
  assert.deepEqual(
    failed.map((line) => line['case']),
    ['fails', 'throws', 'nothing'],
  )
  assert.match(String(failed[1]?.['error']), /The boat is gone/)
  assert.match(String(failed[2]?.['error']), /gave no result/)
  assert.equal(last, '1 cases passed, 3 failed')
  assert.equal(code, 1)
})

test('ends a trial and the processes that it has started at the limit of its cases', async () => {
  const { code, results, last } = await run('hanging')
  assert.equal(results.length, 2)
  assert.match(String(results[1]?.['error']), /at its limit of 2 s/)
  assert.equal(last, '1 cases passed, 1 failed')
  assert.equal(code, 1)
  assert.equal(existsSync(`/proc/${String(results[0]?.['pid'])}/exe`), false)
})

test('reports a trial whose process ends before its cases, and runs the next one', async () => {
  const { code, results, last } = await run('crashing', 'passing', '--only', 'before,long').catch(() => ({
    code: 2,
    results: [],
    last: '',
  }))
  assert.equal(code, 2, 'A case must exist in each of the trials')
  assert.deepEqual([results, last], [[], ''])
  const crashed = await run('crashing')
  assert.match(String(crashed.results[1]?.['error']), /ended by SIGKILL/)
  assert.equal(crashed.last, '1 cases passed, 1 failed')
})

test('lists names, sentences and folders', async () => {
  const { code, lines } = await run('--list')
  assert.equal(code, 0)
  assert.equal(lines.length, 4)
  assert.equal(lines[0], 'crashing: Ends its process in the middle. Covers test/trials.')
})

test('rejects trials, cases and options that do not exist', async () => {
  await assert.rejects(
    run('sinking'),
    /There is no trial "sinking"\. Use crashing, failing, hanging, passing/,
  )
  await assert.rejects(run('passing', '--only', 'long', '--quick'), /no case "long" in its short form/)
  await assert.rejects(run('failing', '--times', '3'), /failing has no option --times/)
  await assert.rejects(run('passing', '--times', 'often'), /positive whole number/)
  await assert.rejects(run('passing', '--seed'), /--seed needs a value/)
  await assert.rejects(run(), /Usage: npm run trial/)
})

test('every trial of the repository covers folders that exist', async () => {
  const folder = join(root, 'trials')
  for (const name of trialNames(folder)) {
    const { trial } = await loadTrial(folder, name)
    assert.notEqual(Object.keys(trial.cases).length, 0, `${name} has no case`)
    assert.match(trial.sentence, /^[A-Z][^\n]+\.$/)
    const missing = trial.covers.filter((path) => !existsSync(join(root, path)))
    assert.deepEqual(missing, [], `${name} covers folders that do not exist`)
  }
})
