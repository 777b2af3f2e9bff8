import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marineDataErrorOf } from './problem-replies.ts'

const httpError = (statusCode: number | undefined, code = '', message = 'no good'): Error =>
  Object.assign(new Error(message), { statusCode, code })

test('returns a MarineDataError unchanged', () => {
  const error = new MarineDataError('busy', 'Wait')
  assert.equal(marineDataErrorOf(error), error)
})

test('maps an HTTP error to a problem code and keeps its message', () => {
  for (const [error, code] of [
    [httpError(400), 'bad-request'],
    [httpError(400, 'FST_ERR_CTP_EMPTY_JSON_BODY'), 'invalid-body'],
    [httpError(404), 'not-found'],
    [httpError(405), 'method-not-allowed'],
    [httpError(408), 'bad-request'],
    [httpError(413), 'too-large'],
    [httpError(418), 'bad-request'],
    [httpError(503), 'shutting-down'],
  ] as const) {
    const known = marineDataErrorOf(error)
    assert.equal(known.code, code)
    assert.equal(known.message, 'no good')
    assert.equal(known.cause, error)
  }
})

test('says which type of body is read', () => {
  const known = marineDataErrorOf(httpError(415))
  assert.equal(known.code, 'unsupported-media-type')
  assert.match(known.message, /application\/json/)
})

test('maps a full disk to storage-full, with the reason and without paths', () => {
  for (const more of [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, { code: 'ENOSPC' }]) {
    const known = marineDataErrorOf(Object.assign(new Error('at /secret/place'), more))
    assert.deepEqual([known.code, known.message], ['storage-full', 'The disk is full: nothing was changed'])
  }
})

test('maps a JSON syntax error to invalid-body', () => {
  const error = Object.assign(new SyntaxError('Unexpected token'), { statusCode: 400 })
  assert.equal(marineDataErrorOf(error).code, 'invalid-body')
})

test('maps an unexpected error to internal, without its details', () => {
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
