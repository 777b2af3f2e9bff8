import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyLog, heard, withoutLost, type AlertLog } from './alert-log.ts'

const path = 'notifications.bilge'
const raised = {
  state: 'alarm',
  method: ['visual', 'sound'],
  message: 'Water',
  id: 'a',
  status: 'active',
  raisedAt: '',
}
const over = { state: 'normal', method: [], message: '', id: 'a' }

const after = (log: AlertLog, value: unknown, { source = 'sensor', now = 0 } = {}): AlertLog =>
  heard(log, { path, source, value }, now)

test('two sources at one path have an alert each', () => {
  const log = after(after(emptyLog, raised), { ...raised, id: 'b' }, { source: 'other' })
  assert.deepEqual(
    [...log.standing.values()].map(({ id, source }) => [id, source]),
    [
      ['a', 'sensor'],
      ['b', 'other'],
    ],
  )
  assert.equal(after(log, over).standing.size, 1)
})

test('what ended is kept with how bad it was, for a day', () => {
  const log = after(after(emptyLog, raised), over, { now: 1_000 })
  assert.equal(log.standing.size, 0)
  assert.deepEqual(
    log.past.map(({ alert, endedAt }) => [alert.id, alert.priority, endedAt]),
    [['a', 'alarm', 1_000]],
  )
  const nextDay = 1_000 + 24 * 3_600_000
  const later = after(after(log, { ...raised, id: 'b' }), over, { now: nextDay })
  assert.deepEqual(
    later.past.map(({ alert }) => alert.id),
    ['b'],
  )
})

test('an alert that was raised anew while nobody listened is another one', () => {
  const log = after(after(emptyLog, raised), { ...raised, id: 'b' })
  assert.deepEqual([log.standing.size, log.past.length], [1, 1])
})

test('what is not new changes nothing', () => {
  assert.equal(after(emptyLog, over), emptyLog)
  assert.equal(
    withoutLost(emptyLog, () => true, 0),
    emptyLog,
  )
})

test('what the boat no longer knows of is past', () => {
  const log = withoutLost(after(emptyLog, raised), ({ id }) => id === 'a', 5)
  assert.deepEqual([log.standing.size, log.past[0]?.endedAt], [0, 5])
})
