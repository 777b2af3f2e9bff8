import {
  AnchorRadiusRequest,
  AnchorRepositionRequest,
  AngleRequest,
  MarineDataError,
  NameRequest,
  Type,
  type TSchema,
} from '@marinedata/model'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validatorCompiler } from './validation.ts'

const schemas = [NameRequest, AngleRequest, AnchorRadiusRequest, AnchorRepositionRequest]
const bodies = 100_000
const limitMs = 5

interface Verdict {
  readonly value?: unknown
  readonly error?: unknown
}

const validator = (schema: TSchema, httpPart: string): ((data: unknown) => Verdict) =>
  // Fastify's type says that a validator may also give a plain boolean; ours never does.
  validatorCompiler({ schema, httpPart, method: 'PUT', url: '/' }) as (data: unknown) => Verdict

const timed = (work: () => void): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

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

test('a hundred thousand bodies of any kind are judged at once, without a throw or a trace', () => {
  const prototypeBefore = Reflect.ownKeys(Object.prototype).length
  const validators = schemas.map((schema) => validator(schema, 'body'))
  for (const judge of validators) judge({})
  const member = fc.constantFrom(
    'value',
    'units',
    'rodeLength',
    'anchorDepth',
    '__proto__',
    'constructor',
    'x',
  )
  const json = fc.oneof(
    { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
    {
      weight: 3,
      arbitrary: fc
        .dictionary(member, fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.double(), fc.constant(10)), {
          maxKeys: 4,
        })
        .map((value) => JSON.stringify(value)),
    },
  )
  let accepted = 0
  fc.assert(
    fc.property(json, (text) => {
      const body: unknown = JSON.parse(text)
      for (const judge of validators) {
        let verdict: Verdict = {}
        const work = (): void => {
          verdict = judge(body)
        }
        // A pause of the machine is not the validator's: once more decides.
        if (timed(work) > limitMs) assert.ok(timed(work) <= limitMs, `too slow for ${text}`)
        if (verdict.error === undefined) accepted++
        else assert.ok(verdict.error instanceof MarineDataError)
      }
    }),
    { numRuns: bodies / schemas.length },
  )
  assert.ok(accepted > 0 && accepted < bodies, `${accepted} accepted`)
  assert.equal(Reflect.ownKeys(Object.prototype).length, prototypeBefore)
})
