import { AngleRequest, MarineDataError, Type, type TSchema } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validatorCompiler } from './validation.ts'

interface Validation {
  readonly value?: unknown
  readonly error?: unknown
}

const validator = (schema: TSchema, httpPart: string): ((data: unknown) => Validation) =>
  // Fastify's type allows a boolean result; this validator never returns one.
  validatorCompiler({ schema, httpPart, method: 'PUT', url: '/' }) as (data: unknown) => Validation

test('returns a valid body unchanged', () => {
  const body = { value: 10, units: 'deg' }
  assert.equal(validator(AngleRequest, 'body')(body).value, body)
})

test('converts text values in a query, but never in a body', () => {
  const schema = Type.Object({ value: Type.Number() })
  assert.ok(validator(schema, 'body')({ value: '10' }).error instanceof MarineDataError)
  assert.deepEqual(validator(schema, 'querystring')({ value: '10' }), { value: { value: 10 } })
})

test('an error names the part of the request and each fault with its path', () => {
  const { error } = validator(AngleRequest, 'body')({ value: '10', unit: 'deg' })
  assert.ok(error instanceof MarineDataError)
  assert.equal(error.code, 'invalid-body')
  assert.match(error.message, /^The body is not valid: /)
  assert.deepEqual(error.details.errors?.map(({ path }) => path).toSorted(), ['/unit', '/value'])
  const { error: queryError } = validator(Type.Object({ a: Type.Number() }), 'querystring')({ a: 'x' })
  assert.ok(queryError instanceof MarineDataError)
  assert.equal(queryError.code, 'invalid-query')
})
