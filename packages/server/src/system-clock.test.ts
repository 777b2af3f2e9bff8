import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PeriodicTasks } from './system-clock.ts'

test('tasks whose periods are multiples of each other run in the same turn of the loop', async () => {
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
  // A turn that comes late may do without the task of the shorter period, but not every turn does.
  const isTogether = (): boolean => turns.some((turn) => turn.join(' ') === 'short long other')
  const deadline = performance.now() + 5_000
  while (!isTogether() && performance.now() < deadline) await sleep(5)
  assert.ok(isTogether(), JSON.stringify(turns))
  for (const turn of turns) assert.equal(turn.includes('long'), turn.includes('other'))
})

test('a task runs once a period, and no more once it is disposed of', async () => {
  const tasks = new PeriodicTasks()
  const times: number[] = []
  const task = tasks.add(40, () => times.push(performance.now()))
  while (times.length < 5) await sleep(5)
  task[Symbol.dispose]()
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  // A late run may be followed by one that is on time, but never by one at once.
  assert.ok(
    gaps.every((gap) => gap >= 19),
    `gaps of ${gaps.join(', ')} ms`,
  )
  await sleep(100)
  assert.equal(times.length, 5)
})

test('a task that was held up runs once, not once for every period that it missed', async () => {
  const tasks = new PeriodicTasks()
  let runs = 0
  using _task = tasks.add(10, () => runs++)
  const end = performance.now() + 200
  while (performance.now() < end);
  await sleep(1)
  assert.ok(runs <= 2, `${runs} runs`)
})

test('a task that is disposed of by another in the same turn does not run', async () => {
  const tasks = new PeriodicTasks()
  let runs = 0
  using second = new DisposableStack()
  using _first = tasks.add(20, () => second.dispose())
  second.use(tasks.add(20, () => runs++))
  await sleep(80)
  assert.equal(runs, 0)
})

test('a period that is a function is read anew before each run', async () => {
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
