import { MarineDataError, Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveSettings, schemaOfEntered } from './resolve-settings.ts'

const schema = Type.Object(
  {
    rate: Type.Number({ default: 1, minimum: 0.1 }),
    file: Type.Optional(Type.String()),
    port: Type.String(),
  },
  { additionalProperties: false },
)

test('adds the defaults of the schema', () => {
  assert.deepEqual(resolveSettings(schema, { port: 'a' }), { rate: 1, port: 'a' })
  assert.deepEqual(resolveSettings(schema, { port: 'a', rate: 2 }), { rate: 2, port: 'a' })
})

test('lists every fault with its path', () => {
  assert.throws(
    () => resolveSettings(schema, { rate: 0, speed: 3 }),
    (error) => {
      assert.ok(error instanceof MarineDataError)
      assert.equal(error.code, 'invalid-settings')
      assert.deepEqual(error.details.errors?.map(({ path }) => path).toSorted(), ['/port', '/rate', '/speed'])
      assert.match(error.message, /\/port: is missing/)
      return true
    },
  )
})

test('rejects settings of a plugin without a schema', () => {
  assert.deepEqual(resolveSettings(undefined, {}), {})
  assert.throws(() => resolveSettings(undefined, { rate: 1 }), MarineDataError)
})

test('does not replace an explicit null with the default', () => {
  assert.throws(() => resolveSettings(schema, { port: 'a', rate: null }), MarineDataError)
})

test('accepts a schema with a boolean member', () => {
  assert.deepEqual(resolveSettings({ type: 'object', properties: { any: true } }, { any: 1 }), {
    any: 1,
  })
})

test('rejects a misspelt setting that a person enters, and accepts one that is stored', () => {
  const open = Type.Object({ port: Type.Optional(Type.Number()) })
  const misspelt = { prot: 7100 }
  assert.throws(() => resolveSettings(schemaOfEntered(open), misspelt), /\/prot: is not a known member/)
  assert.deepEqual(resolveSettings(open, misspelt), misspelt)
})

test('accepts other settings for a schema that describes them', () => {
  const schemas = [
    Type.Object({}, { additionalProperties: true }),
    Type.Object({}, { additionalProperties: Type.Number() }),
    { type: 'object', patternProperties: { '^p': { type: 'number' } } },
  ]
  for (const described of schemas)
    assert.deepEqual(resolveSettings(schemaOfEntered(described), { prot: 7100 }), { prot: 7100 })
})
