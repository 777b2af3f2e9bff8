import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as TypeBox from 'typebox'
import { checkOf } from './faults.ts'
import { Type } from './schema-language.ts'

const members = { name: Type.String({ maxLength: 8 }), age: Type.Optional(Type.Integer()) }
const person = Type.Object(members, { additionalProperties: false })

test('records and parts of objects are the same JSON Schema as those of TypeBox', () => {
  const options = { description: 'by name', maxProperties: 3 }
  const pairs = [
    [Type.Record(Type.String(), person, options), TypeBox.Record(TypeBox.String(), person, options)],
    [
      Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Unknown()),
      TypeBox.Record(TypeBox.String({ pattern: '^[a-z]+$' }), TypeBox.Unknown()),
    ],
    [
      Type.Partial(person, { additionalProperties: false }),
      TypeBox.Partial(person, { additionalProperties: false }),
    ],
    [Type.Pick(person, ['age']), TypeBox.Pick(person, ['age'])],
    [Type.Omit(person, ['age']), TypeBox.Omit(person, ['age'])],
  ] as const
  for (const [ours, theirs] of pairs)
    assert.deepEqual(JSON.parse(JSON.stringify(ours)), JSON.parse(JSON.stringify(theirs)))
})

test('they are checked', () => {
  const ages = checkOf(
    Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Integer(), { maxProperties: 2 }),
  )
  assert.ok(ages.accepts({ anna: 41 }))
  assert.ok(!ages.accepts({ anna: '41' }))
  assert.ok(!ages.accepts({ a: 1, b: 2, c: 3 }))
  const part = checkOf(Type.Partial(person))
  assert.ok(part.accepts({}))
  assert.ok(!part.accepts({ name: 3 }))
})
