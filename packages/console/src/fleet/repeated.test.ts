import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Repeated } from './repeated.ts'

/** Lets promises go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('work is repeated after its end, until it wants no more', async ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let runs = 0
  const repeated = new Repeated(1_000, () => Promise.resolve(++runs < 3))
  repeated.start(300)
  for (const [ms, expected] of [
    [299, 0],
    [1, 1],
    [999, 1],
    [1, 2],
    [1_000, 3],
    [10_000, 3],
  ] as const) {
    mock.timers.tick(ms)
    await settle()
    assert.equal(runs, expected, `after ${ms} ms more`)
  }
})

test('a new start makes what is under way unwanted, and a stop ends it', async ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const current: (() => boolean)[] = []
  const answers: ((isWanted: boolean) => void)[] = []
  const repeated = new Repeated(1_000, (isCurrent) => {
    current.push(isCurrent)
    return new Promise((resolve) => answers.push(resolve))
  })
  repeated.start()
  mock.timers.tick(0)
  repeated.start()
  mock.timers.tick(0)
  assert.deepEqual(
    current.map((isCurrent) => isCurrent()),
    [false, true],
  )
  for (const answer of answers) answer(true)
  await settle()
  mock.timers.tick(1_000)
  assert.equal(current.length, 3, 'only the current one goes on')
  repeated.stop()
  answers[2]?.(true)
  await settle()
  mock.timers.tick(10_000)
  assert.deepEqual([current.length, current[2]?.()], [3, false])
})
