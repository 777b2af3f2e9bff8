import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf, marksOf } from './events.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 6, 1, 12, minute)).toISOString()
const past = (id: string, minute: number) => ({
  id,
  raisedAt: at(minute),
  message: `Alert ${id}`,
  state: 'warn' as const,
})

test('an alert that is active and in the list of ended ones is shown once', () => {
  const active = [{ id: 'a', raisedAt: at(1), message: 'Shallow', priority: 'alarm' as const }]
  const events = eventsOf(active, [past('b', 5), past('a', 1)])
  assert.deepEqual(
    events.map(({ id, priority }) => [id, priority]),
    [
      ['a', 'alarm'],
      ['b', 'warning'],
    ],
  )
})

test('events close to each other share one mark, and events of another time are left out', () => {
  const events = eventsOf([], [past('a', 10), past('b', 11), past('c', 40), past('d', 90)])
  const window = { from: Date.parse(at(0)), to: Date.parse(at(60)) }
  const marks = marksOf(events, window, 0.05)
  assert.deepEqual(
    marks.map(({ events: found }) => found.map(({ id }) => id).join('')),
    ['ab', 'c'],
  )
})
