import type { Notification, SentDelta } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchAlert } from '#watch-report.ts'
import { answerIn, answerPath, isAnswered } from './answer.ts'

const call: WatchAlert = {
  reason: 'distance',
  level: 'alarm',
  message: '65 m from the anchor',
  episode: 2,
  isAcknowledged: false,
}
const answer: Notification = {
  state: 'alarm',
  method: ['visual'],
  message: '64 m from the anchor',
  status: 'acknowledged',
  episode: 2,
}

const delta = (source: string, path: string, value: unknown): SentDelta => ({
  context: 'vessels.self',
  updates: [{ $source: source, timestamp: '2026-01-01T00:00:00.000Z', values: [{ path, value }] }],
})

test('what the crew has acknowledged is an answer to this call, in whatever words', () => {
  assert.ok(isAnswered(call, answer))
  assert.ok(isAnswered(call, { ...answer, state: 'emergency' }), 'because nobody heard it for long')
})

test('what was acknowledged before, or when it was less, or not at all, is none', () => {
  assert.ok(!isAnswered(call, { ...answer, episode: 1 }))
  assert.ok(!isAnswered({ ...call, level: 'emergency' }, answer))
  for (const status of ['active', 'silenced', 'rectified'] as const)
    assert.ok(!isAnswered(call, { ...answer, status }))
})

test('only what is said of this watch at the place of its calls counts', () => {
  assert.deepEqual(answerIn(delta('anchor-watch', answerPath, answer), 'anchor-watch'), answer)
  for (const other of [
    delta('kedge', answerPath, answer),
    delta('anchor-watch', 'notifications.mob', answer),
    delta('anchor-watch', answerPath, null),
    delta('anchor-watch', answerPath, { status: 'acknowledged' }),
  ])
    assert.equal(answerIn(other, 'anchor-watch'), undefined)
})
