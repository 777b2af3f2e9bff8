import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Gate } from '../tools/gate/gate.ts'
import { Schedule, withNeeds } from '../tools/gate/schedule.ts'
import type { Step } from '../tools/gate/step.ts'
import { steps } from '../tools/gate/steps.ts'
import { filesOf, suites } from '../tools/gate/suites.ts'
import { lastWords, testCounts, timedTests } from '../tools/gate/test-log.ts'
import { trialNames } from '../trials/runner/trial-files.ts'

const root = join(import.meta.dirname, '..')
const trials = trialNames(join(root, 'trials'))
const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  sentence: '',
  command: 'true',
  limit: 10,
  kind: 'plain',
  ...more,
})

/** The trials of the workflow, each with its options. */
const nightlyTrials = (workflow: string): string[] =>
  [...workflow.matchAll(/^ {10}- (?<name>[\w-]+)(?: --quick)?$/gm)].map(
    ({ groups }) => groups?.['name'] ?? '',
  )

const started = (schedule: Schedule): string[] => schedule.start().map(({ name }) => name)

test('every test file belongs to exactly one suite', () => {
  const owners = new Map<string, string[]>()
  for (const suite of suites)
    for (const file of filesOf(suite)) owners.set(file, [...(owners.get(file) ?? []), suite.name])
  const files = globSync('**/*.test.ts', {
    cwd: root,
    exclude: (name) => /^(node_modules|dist|run-\d.*)$/.test(name),
  })
  assert.ok(files.length > 500, `${files.length} test files`)
  assert.deepEqual(
    files
      .filter((file) => owners.get(file)?.length !== 1)
      .map((file) => `${file}: ${owners.get(file)?.join(', ') ?? 'no suite'}`),
    [],
  )
})

test('every pattern of a suite finds a file', () => {
  for (const { files, except = [] } of suites)
    for (const pattern of [...files, ...except])
      assert.ok(globSync(pattern, { cwd: root }).length > 0, pattern)
})

test('every suite is run by a step of the gate or by a trial', () => {
  const runners = new Set([
    ...steps.map(({ name }) => `step ${name}`),
    ...trials.map((name) => `trial ${name}`),
  ])
  for (const { name, runBy } of suites) assert.ok(runners.has(runBy), `${name}: ${runBy}`)
})

test('trials/README.md names every step, suite and trial, and every trial runs at night', () => {
  const page = readFileSync(join(root, 'trials/README.md'), 'utf8')
  const nightly = readFileSync(join(root, '.github/workflows/nightly.yml'), 'utf8')
  for (const { name } of steps)
    assert.ok(page.includes(`step \`${name}\``), `trials/README.md: step \`${name}\``)
  for (const { files } of suites)
    for (const pattern of files)
      assert.ok(page.includes(`\`${pattern}\``), `trials/README.md: \`${pattern}\``)
  for (const name of trials) {
    assert.ok(page.includes(`trial \`${name}\``), `trials/README.md: trial \`${name}\``)
    assert.ok(nightlyTrials(nightly).includes(name), `nightly.yml: ${name}`)
  }
})

test('every need of a step is a step, and steps that start programs wait for the build', () => {
  const names = new Set(steps.map(({ name }) => name))
  assert.equal(names.size, steps.length)
  for (const { needs = [], after = [] } of steps)
    for (const name of [...needs, ...after]) assert.ok(names.has(name), name)
  const builders = steps.filter(({ command }) => /build-programs|build-console|npm run build/.test(command))
  assert.deepEqual(
    builders.map(({ name }) => name),
    ['build'],
  )
})

test('chooses steps with what they need, in the order of the table', () => {
  const table = [step('a'), step('b', { needs: ['a'] }), step('c', { needs: ['b'] }), step('d')]
  assert.deepEqual(
    withNeeds(table, ['c']).map(({ name }) => name),
    ['a', 'b', 'c'],
  )
  assert.throws(() => withNeeds(table, ['e']), /no step "e"\. The steps are a, b, c, d/)
})

test('starts the longest chain first, and a step only when its needs have passed', () => {
  const table = [
    step('short', { limit: 1 }),
    step('long', { limit: 50 }),
    step('first', { limit: 5 }),
    step('last', { limit: 100, needs: ['first'] }),
  ]
  const schedule = new Schedule(table, 2)
  assert.deepEqual(started(schedule), ['first', 'long'])
  assert.deepEqual(started(schedule), [])
  schedule.end('first', true)
  assert.deepEqual(started(schedule), ['last'])
  schedule.end('long', true)
  assert.deepEqual(started(schedule), ['short'])
})

test('a step that uses two processors runs alone, and shorter ones do not delay it', () => {
  const table = [
    step('one', { limit: 9 }),
    step('two', { limit: 8, processors: 2 }),
    step('three', { limit: 7 }),
  ]
  const schedule = new Schedule(table, 2)
  assert.deepEqual(started(schedule), ['one'])
  schedule.end('one', true)
  assert.deepEqual(started(schedule), ['two'])
  schedule.end('two', true)
  assert.deepEqual(started(schedule), ['three'])
})

test('a failed step stops the steps that need it, and not those that come after it', () => {
  const table = [step('a'), step('b', { needs: ['a'] }), step('c', { after: ['a'] })]
  const schedule = new Schedule(table, 1)
  assert.deepEqual(started(schedule), ['a'])
  schedule.end('a', false)
  assert.deepEqual(started(schedule), ['c'])
  assert.deepEqual(schedule.notStarted, [{ name: 'b', missing: ['a'] }])
})

const log = [
  '▶ a suite',
  '  ✔ is quick (3.5ms)',
  '  ✖ is slow (2500ms)',
  '✔ a suite (2600ms)',
  'ℹ tests 2',
  'ℹ pass 1',
  'ℹ fail 1',
  'ℹ cancelled 0',
  '✖ failing tests:',
  '',
  'test at packages/core/test/slow.test.ts:9:1',
  '✖ is slow (2500ms)',
  '  AssertionError [ERR_ASSERTION]: 1 is not 2',
  '      at file.ts:1:1',
  '# tests 3',
  '# pass 3',
].join('\n')

test('counts the tests of all summaries in a log', () => {
  assert.deepEqual(testCounts(log), { tests: 5, passed: 4, failed: 1 })
})

test('lists tests with their durations, without suites and without the list of failures', () => {
  assert.deepEqual(timedTests(log), [
    { title: 'is quick', seconds: 0.0035 },
    { title: 'is slow', seconds: 2.5 },
  ])
})

test('the last words of a log are its failing tests with their errors, or its last lines', () => {
  assert.deepEqual(lastWords(log, 10).slice(0, 2), [
    'packages/core/test/slow.test.ts:9:1 ✖ is slow (2500ms)',
    '  AssertionError [ERR_ASSERTION]: 1 is not 2',
  ])
  assert.deepEqual(lastWords('one\ntwo\nthree\n', 2), ['two', 'three'])
})

const runSteps = async (
  table: readonly Step[],
  act: (gate: Gate, line: string) => void = () => undefined,
) => {
  const lines: string[] = []
  const gate: Gate = new Gate(table, {
    root,
    processors: 2,
    limit: 60,
    print: (line) => {
      lines.push(line)
      act(gate, line)
    },
  })
  const hasPassed = await gate.run()
  return { hasPassed, lines, last: lines.at(-1) }
}

test('sums up the tests and the steps in its last line', async () => {
  const { hasPassed, last } = await runSteps([
    step('tests', { kind: 'tests', command: 'echo "ℹ tests 3"; echo "ℹ pass 3"' }),
    step('plain'),
  ])
  assert.equal(last, '5 passed, 0 failed')
  assert.equal(hasPassed, true)
})

test('fails a step with an error, one that runs no tests and one that hangs, each with its last words', async () => {
  const { hasPassed, lines, last } = await runSteps([
    step('wrong', { command: 'echo the reason; exit 3' }),
    step('empty', { kind: 'tests' }),
    step('hanging', { command: 'sleep 300 & echo waiting; wait', limit: 0.2 }),
    step('not-run', { needs: ['wrong'] }),
  ])
  assert.equal(hasPassed, false)
  assert.equal(last, '0 passed, 3 failed')
  const end = lines.slice(-30).join('\n')
  assert.match(end, /wrong failed: code 3\nthe reason/)
  assert.match(end, /empty failed: ran no tests/)
  assert.match(end, /hanging failed: ended after \d+ s\nwaiting/)
  assert.match(end, /not started: not-run \(needs wrong\)/)
})

test('a signal ends every process of the running steps, and fails the gate', async () => {
  const { hasPassed, lines, last } = await runSteps(
    [step('waiting', { command: 'sleep 300 & echo $!; wait' }), step('later', { needs: ['waiting'] })],
    (gate, line) => {
      if (line.includes('start waiting')) gate.stop('SIGTERM')
    },
  )
  assert.equal(hasPassed, false)
  assert.equal(last, '0 passed, 2 failed')
  assert.ok(lines.includes('--- stopped: SIGTERM'))
})

test('a gate without a step that ran fails', async () => {
  assert.deepEqual((await runSteps([])).last, '0 passed, 0 failed')
  assert.equal((await runSteps([])).hasPassed, false)
})
