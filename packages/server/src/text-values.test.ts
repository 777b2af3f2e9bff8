import { Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textValues } from './text-values.ts'

const schema = Type.Object({
  count: Type.Integer(),
  size: Type.Number(),
  all: Type.Boolean(),
  side: Type.Enum(['port', 'starboard']),
})

test('converts text to the types of the schema', () => {
  assert.deepEqual(textValues(schema, { count: '7', size: '-2.5e1', all: 'true', side: 'port' }), {
    count: 7,
    size: -25,
    all: true,
    side: 'port',
  })
  assert.deepEqual(textValues(schema, { all: '0' }), { all: false })
})

test('does not convert ambiguous text', () => {
  for (const text of ['', ' ', ' 1', '0x10', '1_000', 'true', 'Infinity', 'NaN', '1,5', '+1'])
    assert.deepEqual(textValues(schema, { count: text, size: text }), { count: text, size: text })
  assert.deepEqual(textValues(schema, { count: '1.5' }), { count: 1.5 })
  for (const text of ['', 'yes', 'TRUE', 'null'])
    assert.deepEqual(textValues(schema, { all: text }), { all: text })
})

test('leaves members outside the schema unchanged, also those named like members of a prototype', () => {
  const given = Object.fromEntries<unknown>([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['other', '3'],
    ['count', ['1', '2']],
  ])
  const values = textValues(schema, given)
  assert.deepEqual(Object.entries(values), Object.entries(given))
  assert.equal(Object.getPrototypeOf(values), Object.prototype)
})
