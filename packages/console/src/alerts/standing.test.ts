import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heard, nothingStands, withoutLost, type Standing } from './standing.ts'

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

const after = (standing: Standing, value: unknown, source = 'sensor'): Standing =>
  heard(standing, { path, source, value })

const idsOf = (standing: Standing): string[] => [...standing.values()].map(({ id }) => id)

test('two sources at one path have an alert each', () => {
  const standing = after(after(nothingStands, raised), { ...raised, id: 'b' }, 'other')
  assert.deepEqual(
    [...standing.values()].map(({ id, source }) => [id, source]),
    [
      ['a', 'sensor'],
      ['b', 'other'],
    ],
  )
  assert.deepEqual(idsOf(after(standing, over)), ['b'])
})

test('an alert that was raised anew while nobody listened is another one', () => {
  assert.deepEqual(idsOf(after(after(nothingStands, raised), { ...raised, id: 'b' })), ['b'])
})

test('what is not new changes nothing', () => {
  assert.equal(after(nothingStands, over), nothingStands)
  const standing = after(nothingStands, raised)
  assert.equal(
    withoutLost(standing, () => false),
    standing,
  )
})

test('what the boat no longer knows of stands no more', () => {
  const standing = after(after(nothingStands, raised), { ...raised, id: 'b' }, 'other')
  assert.deepEqual(idsOf(withoutLost(standing, ({ id }) => id === 'a')), ['b'])
})
