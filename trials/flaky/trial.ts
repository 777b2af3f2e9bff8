import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { runCases } from '../runner/run-cases.ts'
import type { Trial } from '../runner/trial.ts'
import { flakyTests, type FlakyTest } from './flaky-tests.ts'

const root = join(import.meta.dirname, '../..')
const busyLoops = 2
const secondsPerRun = 400

const argumentsOf = ({ file, title }: FlakyTest): readonly string[] =>
  typeof title === 'string'
    ? ['--test', '--test-reporter=tap', '--test-name-pattern', title, file]
    : ['--conditions=@marinedata/source', file, ...title]

/** Returns the output of a failed run; a run without a single test has failed, too. */
const failureOf = async (flaky: FlakyTest): Promise<string | undefined> => {
  const child = spawn(process.execPath, argumentsOf(flaky), {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '--conditions=@marinedata/source' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: secondsPerRun * 1_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  const hasRun = typeof flaky.title !== 'string' || /^# pass [1-9]/m.test(output)
  return code === 0 && hasRun ? undefined : output
}

const startLoop = (): ChildProcess => spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })

export const trial: Trial = {
  name: 'flaky',
  sentence: 'Repeats the tests that once failed without a known fault beside two busy loops.',
  covers: ['packages', 'plugins', 'trials', 'examples'],
  needs: ['programs', 'console'],
  cases: Object.fromEntries(flakyTests.map((flaky) => [flaky.case, { full: secondsPerRun }])),
  options: ['times'],
  async *run(context) {
    const { times = 1 } = context
    using loops = new DisposableStack()
    for (let count = 0; count < busyLoops; count++) {
      const loop = startLoop()
      loops.defer(() => void loop.kill('SIGKILL'))
    }
    const runs = flakyTests.map((flaky) => [
      flaky.case,
      async (report: (pass: boolean, figures?: object) => void) => {
        let failed = 0
        for (let run = 1; run <= times; run++) {
          const failure = await failureOf(flaky)
          if (failure === undefined) continue
          failed++
          context.note(`${flaky.case}, run ${run}:\n${failure}`)
        }
        report(failed === 0, { times, failed, isCured: flaky.cured !== undefined })
      },
    ])
    // The keys are the names of the cases.
    yield* runCases(context, Object.fromEntries(runs) as Parameters<typeof runCases>[1])
  },
}
