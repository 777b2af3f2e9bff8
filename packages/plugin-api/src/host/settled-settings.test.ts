import { MarineDataError, Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settledSettings } from './settled-settings.ts'

const schema = Type.Object(
  {
    rate: Type.Number({ default: 1, minimum: 0.1 }),
    file: Type.Optional(Type.String()),
    port: Type.String(),
  },
  { additionalProperties: false },
)

test('what is not said is as the schema has it', () => {
  assert.deepEqual(settledSettings(schema, { port: 'a' }), { rate: 1, port: 'a' })
  assert.deepEqual(settledSettings(schema, { port: 'a', rate: 2 }), { rate: 2, port: 'a' })
})

test('every fault is named with its place', () => {
  assert.throws(
    () => settledSettings(schema, { rate: 0, speed: 3 }),
    (error) => {
      assert.ok(error instanceof MarineDataError)
      assert.equal(error.code, 'invalid-settings')
      assert.deepEqual(error.details.errors?.map(({ path }) => path).toSorted(), ['/port', '/rate', '/speed'])
      assert.match(error.message, /\/port: is missing/)
      return true
    },
  )
})

test('a plugin without a schema takes no settings', () => {
  assert.deepEqual(settledSettings(undefined, {}), {})
  assert.throws(() => settledSettings(undefined, { rate: 1 }), MarineDataError)
})

test('a null that was said is not replaced by what holds when nothing is said', () => {
  assert.throws(() => settledSettings(schema, { port: 'a', rate: null }), MarineDataError)
})

test('a schema in which a member is true or false is a schema too', () => {
  assert.deepEqual(settledSettings({ type: 'object', properties: { any: true } }, { any: 1 }), {
    any: 1,
  })
})
