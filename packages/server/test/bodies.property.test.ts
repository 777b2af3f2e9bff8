import {
  AnchorRadiusRequest,
  AnchorRepositionRequest,
  AngleRequest,
  MarineDataError,
  NameRequest,
} from '@marinedata/model'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validatorCompiler } from '../src/http/validation.ts'

const schemas = [NameRequest, AngleRequest, AnchorRadiusRequest, AnchorRepositionRequest]
const bodies = 100_000
const limitMs = 5

interface Verdict {
  readonly value?: unknown
  readonly error?: unknown
}

// Fastify's type allows a boolean result; this validator never returns one.
const validators = schemas.map(
  (schema) =>
    validatorCompiler({ schema, httpPart: 'body', method: 'PUT', url: '/' }) as (data: unknown) => Verdict,
)

const member = fc.constantFrom('value', 'units', 'rodeLength', 'anchorDepth', '__proto__', 'constructor', 'x')
const memberValue = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.double(), fc.constant(10))
const json = fc.oneof(
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  {
    weight: 3,
    arbitrary: fc.dictionary(member, memberValue, { maxKeys: 4 }).map((value) => JSON.stringify(value)),
  },
)

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const tookMs = (work: () => void): number => {
  const before = threadMs()
  work()
  return threadMs() - before
}

/**
 * Validates a body, within the time limit. Retries, because a pause of the machine or a garbage collection is not the
 * fault of the validator, while a slow body is slow every time.
 */
const verdictOn = (body: unknown, judge: (data: unknown) => Verdict): Verdict => {
  const startedAt = performance.now()
  const verdict = judge(body)
  if (performance.now() - startedAt <= limitMs) return verdict
  const leastMs = Math.min(...Array.from({ length: 5 }, () => tookMs(() => void judge(body))))
  assert.ok(leastMs <= limitMs, `${leastMs} ms for ${JSON.stringify(body)}`)
  return verdict
}

test('validates a hundred thousand bodies of any kind in time, without throwing or side effects', () => {
  const namesBefore = Reflect.ownKeys(Object.prototype).length
  for (const judge of validators) judge({})
  let accepted = 0
  let judged = 0
  fc.assert(
    fc.property(json, (text) => {
      const judge = validators[judged++ % validators.length]!
      const { error } = verdictOn(JSON.parse(text), judge)
      if (error === undefined) accepted++
      else assert.ok(error instanceof MarineDataError)
    }),
    { numRuns: bodies },
  )
  assert.ok(accepted > 100 && accepted < bodies, `${accepted} accepted`)
  assert.equal(Reflect.ownKeys(Object.prototype).length, namesBefore)
})
