import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkStateOf } from './link.ts'

const open = { stream: 'open', hasSpoken: true } as const

for (const [silenceMs, state] of [
  [0, 'live'],
  [1_999, 'live'],
  [2_001, 'slow'],
  [5_000, 'slow'],
  [5_001, 'lost'],
] as const)
  test(`a connection that was silent for ${silenceMs} ms is ${state}`, () => {
    assert.equal(linkStateOf({ ...open, silenceMs }), state)
  })

test('a closed connection is lost immediately, however recent the last message', () => {
  for (const stream of ['waiting', 'connecting', 'closed'] as const)
    assert.equal(linkStateOf({ stream, hasSpoken: true, silenceMs: 10 }), 'lost')
})

test('the state is connecting until the first message, but not for ever', () => {
  const never = { stream: 'connecting', hasSpoken: false } as const
  assert.equal(linkStateOf({ ...never, silenceMs: 4_999 }), 'connecting')
  assert.equal(linkStateOf({ ...never, silenceMs: 5_000 }), 'lost')
})
