import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionCookie, sessionCookieOf } from './cookies.ts'

test('the cookie is not readable by scripts and not sent by other sites', () => {
  assert.equal(
    sessionCookie('mdt_1', false),
    'marinedata-session=mdt_1; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000',
  )
  assert.equal(
    sessionCookie('mdt_1', true),
    '__Host-marinedata-session=mdt_1; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure',
  )
})

test('an empty secret deletes the cookie', () => {
  assert.match(sessionCookie('', false), /^marinedata-session=; .*Max-Age=0$/)
  assert.match(sessionCookie('', true), /^__Host-marinedata-session=; .*Max-Age=0; Secure$/)
})

test('finds the secret among other cookies', () => {
  assert.equal(sessionCookieOf('a=1; marinedata-session=mdt_1; b=2', false), 'mdt_1')
  assert.equal(sessionCookieOf('a=1;__Host-marinedata-session=mdt_1', true), 'mdt_1')
})

test('ignores the http cookie on https, and the https cookie on http', () => {
  assert.equal(sessionCookieOf('marinedata-session=mdt_1', true), undefined)
  assert.equal(sessionCookieOf('__Host-marinedata-session=mdt_1', false), undefined)
})

test('ignores cookies with similar names', () => {
  for (const header of [
    undefined,
    '',
    'xmarinedata-session=mdt_1',
    'marinedata-session-x=mdt_1',
    'marinedata-session',
    'Marinedata-Session=mdt_1',
    'a=marinedata-session=mdt_1',
  ])
    assert.equal(sessionCookieOf(header, false), undefined, header)
})
