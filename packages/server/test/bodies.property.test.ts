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

// Fastify's type says that a validator may also give a plain boolean; ours never does.
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
 * The verdict on a body, which must come at once. A pause of the machine, or a collection of what earlier bodies left, is
 * not the validator's: it may try again, and what is slow by itself is so every time.
 */
const verdictOn = (body: unknown, judge: (data: unknown) => Verdict): Verdict => {
  const startedAt = performance.now()
  const verdict = judge(body)
  if (performance.now() - startedAt <= limitMs) return verdict
  const leastMs = Math.min(...Array.from({ length: 5 }, () => tookMs(() => void judge(body))))
  assert.ok(leastMs <= limitMs, `${leastMs} ms for ${JSON.stringify(body)}`)
  return verdict
}

test('a hundred thousand bodies of any kind are judged at once, without a throw or a trace', () => {
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
