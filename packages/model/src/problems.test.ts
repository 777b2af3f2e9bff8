import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from './faults.ts'
import { Problem } from './problem-document.ts'
import { MarineDataError, problemOf, problems, type ProblemCode } from './problems.ts'

/** The table of errors that the interface promises. */
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

// The catalogue's own keys are its codes.
for (const code of Object.keys(problems) as ProblemCode[])
  test(`the problem ${code} says its status twice alike, its code, and the reason`, () => {
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

test('the type of a problem has the product word in it', () => {
  assert.equal(problemOf(new MarineDataError('busy', 'x'), 'other').type, 'urn:mrn:other:problem:busy')
})

test('a problem names every fault with its place', () => {
  const errors = [{ path: '/value', message: 'must be number' }]
  assert.deepEqual(problemOf(new MarineDataError('invalid-body', 'x', { errors })).errors, errors)
  assert.deepEqual(problemOf(new MarineDataError('invalid-body', 'x')).errors, [])
})

test('what is unconfirmed has an unknown outcome, and nobody may take it for retryable', () => {
  const problem = problemOf(new MarineDataError('unconfirmed', 'x'))
  assert.equal(problem.outcome, 'unknown')
  assert.equal(problem.retryable, false)
})

test('other problems have no outcome unless they say so', () => {
  assert.equal(problemOf(new MarineDataError('busy', 'x')).outcome, 'none')
  assert.equal(problemOf(new MarineDataError('internal', 'x', { outcome: 'applied' })).outcome, 'applied')
})

test('an error keeps its cause, which never gets into the problem', () => {
  const cause = new Error('the password is swordfish')
  const error = new MarineDataError('internal', 'The server failed', { cause })
  assert.equal(error.cause, cause)
  assert.equal(error.name, 'MarineDataError')
  assert.doesNotMatch(JSON.stringify(problemOf(error)), /swordfish/)
})

test('an error without cause has none', () => {
  assert.equal(Object.hasOwn(new MarineDataError('busy', 'x'), 'cause'), false)
})
