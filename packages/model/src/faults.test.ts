import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { checkOf } from './faults.ts'

const Rig = Type.Object(
  { masts: Type.Integer(), sails: Type.Optional(Type.Array(Type.String())) },
  { additionalProperties: false },
)

test('a valid value has no faults', () => {
  const check = checkOf(Rig)
  assert.ok(check.accepts({ masts: 2, sails: ['jib'] }))
  assert.deepEqual(check.faults({ masts: 2 }), [])
})

test('lists every fault once, with its path', () => {
  assert.deepEqual(checkOf(Rig).faults({ masts: 'two', sails: ['jib', 3], keel: 1 }), [
    { path: '/keel', message: 'is not a known member' },
    { path: '/masts', message: 'must be integer' },
    { path: '/sails/1', message: 'must be string' },
  ])
})

test('the path of a fault is a JSON pointer with escaped slash and tilde', () => {
  const faults = checkOf(Rig).faults({ masts: 1, 'a/b~c': 1 })
  assert.deepEqual(
    faults.map(({ path }) => path),
    ['/a~1b~0c'],
  )
})

test('a value outside a list is answered with the list', () => {
  assert.deepEqual(checkOf(Type.Object({ units: Type.Enum(['rad', 'deg']) })).faults({ units: 'degrees' }), [
    { path: '/units', message: 'must be one of "rad", "deg"' },
  ])
})
