import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FloodGuard, type CountedKind } from './flood-guard.ts'

const floodAfter = (guard: FloodGuard, kind: CountedKind, nowMs: number): number => {
  let count = 0
  while (!guard.isFlood(kind, nowMs)) count++
  return count
}

test('a gateway that sends more than 500 messages in a second floods the boat', () => {
  const guard = new FloodGuard()
  assert.equal(floodAfter(guard, 'message', 1_000), 500)
  assert.equal(floodAfter(guard, 'message', 2_000), 500)
})

test('frames of tunnels do not count as messages, and have a separate limit', () => {
  const guard = new FloodGuard()
  assert.equal(floodAfter(guard, 'tunnel', 1_000), 20_000)
  assert.equal(floodAfter(guard, 'message', 1_999), 500)
  assert.equal(floodAfter(guard, 'tunnel', 2_000), 20_000)
})
