import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PeriodicTasks } from './system-clock.ts'

test('runs tasks with multiple periods in the same tick', async () => {
  const tasks = new PeriodicTasks()
  const turns: string[][] = []
  const note = (name: string): void => {
    const turn = turns.at(-1)
    if (turn !== undefined && turn.length > 0) {
      turn.push(name)
      return
    }
    turns.push([name])
    setImmediate(() => turns.push([]))
  }
  using _short = tasks.add(50, () => note('short'))
  await sleep(20)
  using _long = tasks.add(100, () => note('long'))
  await sleep(20)
  using _other = tasks.add(100, () => note('other'))
  turns.length = 0
  // A late tick may not include the task with the shorter period, but most ticks do.
  const isTogether = (): boolean => turns.some((turn) => turn.join(' ') === 'short long other')
  const deadline = performance.now() + 5_000
  while (!isTogether() && performance.now() < deadline) await sleep(5)
  assert.ok(isTogether(), JSON.stringify(turns))
  for (const turn of turns) assert.equal(turn.includes('long'), turn.includes('other'))
})

test('runs a task once per period until it is disposed of', async () => {
  const tasks = new PeriodicTasks()
  const times: number[] = []
  const task = tasks.add(40, () => times.push(performance.now()))
  while (times.length < 5) await sleep(5)
  task[Symbol.dispose]()
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  // After a late run the next may be on time, but never immediate.
  assert.ok(
    gaps.every((gap) => gap >= 19),
    `gaps of ${gaps.join(', ')} ms`,
  )
  await sleep(100)
  assert.equal(times.length, 5)
})

test('runs a delayed task once, not once per missed period', async () => {
  const tasks = new PeriodicTasks()
  let runs = 0
  using _task = tasks.add(10, () => runs++)
  const end = performance.now() + 200
  while (performance.now() < end);
  await sleep(1)
  assert.ok(runs <= 2, `${runs} runs`)
})

test('does not run a task that another task of the same tick disposed of', async () => {
  const tasks = new PeriodicTasks()
  let runs = 0
  using second = new DisposableStack()
  using _first = tasks.add(20, () => second.dispose())
  second.use(tasks.add(20, () => runs++))
  await sleep(80)
  assert.equal(runs, 0)
})

test('calls a period function before each run', async () => {
  const tasks = new PeriodicTasks()
  const asked: number[] = []
  const period = (): number => {
    asked.push(performance.now())
    return asked.length < 3 ? 10 : 60_000
  }
  const runs: number[] = []
  using _task = tasks.add(period, () => runs.push(performance.now()))
  while (runs.length < 2) await sleep(5)
  await sleep(50)
  assert.deepEqual([asked.length, runs.length], [3, 2])
})
