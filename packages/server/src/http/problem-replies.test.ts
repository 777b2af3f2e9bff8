import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marineDataErrorOf } from './problem-replies.ts'

const httpError = (statusCode: number | undefined, code = '', message = 'no good'): Error =>
  Object.assign(new Error(message), { statusCode, code })

test('an error of ours is passed on as it is', () => {
  const error = new MarineDataError('busy', 'Wait')
  assert.equal(marineDataErrorOf(error), error)
})

test('an error of the HTTP side keeps its meaning and its words', () => {
  for (const [error, code] of [
    [httpError(400), 'bad-request'],
    [httpError(400, 'FST_ERR_CTP_EMPTY_JSON_BODY'), 'invalid-body'],
    [httpError(404), 'not-found'],
    [httpError(405), 'method-not-allowed'],
    [httpError(408), 'bad-request'],
    [httpError(413), 'too-large'],
    [httpError(415), 'unsupported-media-type'],
    [httpError(418), 'bad-request'],
    [httpError(503), 'shutting-down'],
  ] as const) {
    const known = marineDataErrorOf(error)
    assert.equal(known.code, code)
    assert.equal(known.message, 'no good')
    assert.equal(known.cause, error)
  }
})

test('a full disk is no failure of the server: 507, with what is wrong', () => {
  for (const more of [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, { code: 'ENOSPC' }]) {
    const known = marineDataErrorOf(Object.assign(new Error('at /secret/place'), more))
    assert.deepEqual([known.code, known.message], ['storage-full', 'The disk is full: nothing was changed'])
  }
})

test('text that is not JSON is a fault of the body', () => {
  const error = Object.assign(new SyntaxError('Unexpected token'), { statusCode: 400 })
  assert.equal(marineDataErrorOf(error).code, 'invalid-body')
})

test('what nobody expected is a failure that tells nothing of the inside', () => {
  for (const error of [
    new Error('password is 12345'),
    httpError(500, '', 'password is 12345'),
    httpError(undefined, '', 'password is 12345'),
    'password is 12345',
    undefined,
  ]) {
    const known = marineDataErrorOf(error)
    assert.equal(known.code, 'internal')
    assert.equal(known.message, 'The server failed')
    assert.deepEqual(known.details.errors ?? [], [])
  }
})
