import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from './faults.ts'
import { Problem } from './problem-document.ts'
import { type ProblemCode } from './problem-codes.ts'
import { MarineDataError, problemOf, problems } from './problems.ts'

/** The status of each problem as documented in the interface. */
const promised: readonly (readonly [code: ProblemCode, status: number])[] = [
  ['invalid-body', 400],
  ['invalid-value', 400],
  ['unknown-units', 400],
  ['unauthenticated', 401],
  ['forbidden', 403],
  ['autopilot-not-found', 404],
  ['no-default-autopilot', 404],
  ['method-not-allowed', 405],
  ['too-large', 413],
  ['unsupported-media-type', 415],
  ['not-engaged', 409],
  ['not-allowed-in-mode', 409],
  ['wrong-direction', 409],
  ['busy', 409],
  ['input-stale', 409],
  ['helm-held', 409],
  ['idempotency-conflict', 409],
  ['anchor-no-position', 409],
  ['anchor-not-down', 409],
  ['unsupported-action', 501],
  ['rejected-by-device', 502],
  ['autopilot-offline', 503],
  ['no-provider', 503],
  ['unconfirmed', 504],
]

for (const [code, status] of promised)
  test(`${code} has the status ${status}`, () => {
    assert.equal(problems[code].status, status)
  })

// The keys of the catalogue are the codes.
for (const code of Object.keys(problems) as ProblemCode[])
  test(`the problem ${code} contains its status, code and reason`, () => {
    const problem = problemOf(new MarineDataError(code, 'The reason'))
    assert.deepEqual(checkOf(Problem).faults(problem), [])
    assert.equal(problem.status, problems[code].status)
    assert.equal(problem.statusCode, problem.status)
    assert.equal(problem.code, code)
    assert.equal(problem.type, `urn:mrn:marinedata:problem:${code}`)
    assert.equal(problem.title, problems[code].title)
    assert.equal(problem.detail, 'The reason')
    assert.equal(problem.message, 'The reason')
    assert.equal(problem.state, 'FAILED')
    assert.ok(problem.status >= 400 && problem.status < 600)
  })

test('the type of a problem contains the product word', () => {
  assert.equal(problemOf(new MarineDataError('busy', 'x'), 'other').type, 'urn:mrn:other:problem:busy')
})

test('a problem lists every fault with its path', () => {
  const errors = [{ path: '/value', message: 'must be number' }]
  assert.deepEqual(problemOf(new MarineDataError('invalid-body', 'x', { errors })).errors, errors)
  assert.deepEqual(problemOf(new MarineDataError('invalid-body', 'x')).errors, [])
})

test('an unconfirmed command has an unknown outcome and is not retryable', () => {
  const problem = problemOf(new MarineDataError('unconfirmed', 'x'))
  assert.equal(problem.outcome, 'unknown')
  assert.equal(problem.retryable, false)
})

test('other problems have the outcome none by default', () => {
  assert.equal(problemOf(new MarineDataError('busy', 'x')).outcome, 'none')
  assert.equal(problemOf(new MarineDataError('internal', 'x', { outcome: 'applied' })).outcome, 'applied')
})

test('the cause of an error is not part of the problem', () => {
  const cause = new Error('the password is swordfish')
  const error = new MarineDataError('internal', 'The server failed', { cause })
  assert.equal(error.cause, cause)
  assert.equal(error.name, 'MarineDataError')
  assert.doesNotMatch(JSON.stringify(problemOf(error)), /swordfish/)
})

test('an error without cause has no cause property', () => {
  assert.equal(Object.hasOwn(new MarineDataError('busy', 'x'), 'cause'), false)
})
