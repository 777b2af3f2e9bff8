import type { Notification, SentDelta } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchAlert } from '#watch-report.ts'
import { answerIn, answerPath, isAcknowledgementOf } from './acknowledgement.ts'

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

test('accepts an acknowledgement of this alert in any wording', () => {
  assert.ok(isAcknowledgementOf(call, answer))
  assert.ok(
    isAcknowledgementOf(call, { ...answer, state: 'emergency' }),
    'raised because nobody acknowledged it',
  )
})

test('ignores earlier acknowledgements, lower levels and unacknowledged notifications', () => {
  assert.ok(!isAcknowledgementOf(call, { ...answer, episode: 1 }))
  assert.ok(!isAcknowledgementOf({ ...call, level: 'emergency' }, answer))
  for (const status of ['active', 'silenced', 'rectified'] as const)
    assert.ok(!isAcknowledgementOf(call, { ...answer, status }))
})

test('ignores notifications of other devices and paths', () => {
  assert.deepEqual(answerIn(delta('anchor-watch', answerPath, answer), 'anchor-watch'), answer)
  for (const other of [
    delta('kedge', answerPath, answer),
    delta('anchor-watch', 'notifications.mob', answer),
    delta('anchor-watch', answerPath, null),
    delta('anchor-watch', answerPath, { status: 'acknowledged' }),
  ])
    assert.equal(answerIn(other, 'anchor-watch'), undefined)
})
