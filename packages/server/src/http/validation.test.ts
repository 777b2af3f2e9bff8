import { AngleRequest, MarineDataError, Type, type TSchema } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validatorCompiler } from './validation.ts'

interface Verdict {
  readonly value?: unknown
  readonly error?: unknown
}

const validator = (schema: TSchema, httpPart: string): ((data: unknown) => Verdict) =>
  // Fastify's type says that a validator may also give a plain boolean; ours never does.
  validatorCompiler({ schema, httpPart, method: 'PUT', url: '/' }) as (data: unknown) => Verdict

test('a body that fits is handed on untouched', () => {
  const body = { value: 10, units: 'deg' }
  assert.equal(validator(AngleRequest, 'body')(body).value, body)
})

test('a body is never converted, a query is', () => {
  const schema = Type.Object({ value: Type.Number() })
  assert.ok(validator(schema, 'body')({ value: '10' }).error instanceof MarineDataError)
  assert.deepEqual(validator(schema, 'querystring')({ value: '10' }), { value: { value: 10 } })
})

test('a refusal names what was refused, each fault and its place', () => {
  const { error } = validator(AngleRequest, 'body')({ value: '10', unit: 'deg' })
  assert.ok(error instanceof MarineDataError)
  assert.equal(error.code, 'invalid-body')
  assert.match(error.message, /^The body is not acceptable: /)
  assert.deepEqual(error.details.errors?.map(({ path }) => path).toSorted(), ['/unit', '/value'])
  const { error: queryError } = validator(Type.Object({ a: Type.Number() }), 'querystring')({ a: 'x' })
  assert.ok(queryError instanceof MarineDataError)
  assert.equal(queryError.code, 'invalid-query')
})
