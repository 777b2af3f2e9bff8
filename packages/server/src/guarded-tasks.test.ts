import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { runGuarded } from './guarded-tasks.ts'

test('logs a failing task at most once a minute and runs it and all others again', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const enough = Promise.withResolvers<void>()
  let failures = 0
  let runs = 0
  const failing = {
    name: 'tree.sweep',
    period: 5,
    run: () => {
      if (++failures === 3) setImmediate(enough.resolve)
      throw new Error('planted')
    },
  }
  using _running = runGuarded([failing, { name: 'stream.beat', period: 5, run: () => void runs++ }], log)
  await enough.promise
  assert.ok(runs >= 2)
  assert.equal(lines.length, 1)
  const { event, task, err } = JSON.parse(lines[0] ?? '') as {
    event: string
    task: string
    err: { message: string }
  }
  assert.deepEqual([event, task, err.message], ['timer.failed', 'tree.sweep', 'planted'])
})
