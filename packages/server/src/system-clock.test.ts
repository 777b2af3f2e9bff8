import { ManualClock } from '@marinedata/core'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PeriodicTasks, SystemClock } from './system-clock.ts'

interface Run {
  readonly name: string
  readonly at: number
}

/** Tasks that note when they ran. */
class Tasks {
  readonly clock = new ManualClock()
  readonly tasks = new PeriodicTasks(this.clock)
  readonly runs: Run[] = []

  add(name: string, periodMs: number): Disposable {
    return this.tasks.add(periodMs, () => this.runs.push({ name, at: this.clock.now() }))
  }

  /** The names of the tasks that ran at each time. */
  get byTime(): Record<number, string> {
    const groups = Object.groupBy(this.runs, ({ at }) => at)
    return Object.fromEntries(
      Object.entries(groups).map(([at, runs]) => [at, runs!.map(({ name }) => name).join(' ')]),
    )
  }
}

test('runs tasks with multiple periods in the same tick', () => {
  const noted = new Tasks()
  using _short = noted.add('short', 50)
  noted.clock.advance(20)
  using _long = noted.add('long', 100)
  noted.clock.advance(20)
  using _other = noted.add('other', 100)
  noted.clock.advance(200)
  assert.deepEqual(noted.byTime, {
    50: 'short',
    100: 'short long other',
    150: 'short',
    200: 'short long other',
  })
})

test('runs a task once per period until it is disposed of', () => {
  const noted = new Tasks()
  const task = noted.add('task', 40)
  noted.clock.advance(200)
  task[Symbol.dispose]()
  noted.clock.advance(200)
  assert.deepEqual(
    noted.runs.map(({ at }) => at),
    [40, 80, 120, 160, 200],
  )
})

test('runs a delayed task once, not once per missed period', async () => {
  const tasks = new PeriodicTasks(new SystemClock())
  let runs = 0
  using _task = tasks.add(10, () => runs++)
  const end = performance.now() + 200
  while (performance.now() < end);
  await sleep(1)
  assert.ok(runs <= 2, `${runs} runs`)
})

test('does not run a task that another task of the same tick disposed of', () => {
  const noted = new Tasks()
  using second = new DisposableStack()
  using _first = noted.tasks.add(20, () => second.dispose())
  second.use(noted.add('second', 20))
  noted.clock.advance(80)
  assert.deepEqual(noted.runs, [])
})

test('calls a period function before each run', () => {
  const clock = new ManualClock()
  const tasks = new PeriodicTasks(clock)
  let asked = 0
  let runs = 0
  const period = (): number => (++asked < 3 ? 10 : 60_000)
  using _task = tasks.add(period, () => runs++)
  clock.advance(50)
  assert.deepEqual([asked, runs], [3, 2])
})
