import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionCookie, sessionCookiesOf } from './cookies.ts'

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
  assert.deepEqual(sessionCookiesOf('a=1; marinedata-session=mdt_1; b=2', false), ['mdt_1'])
  assert.deepEqual(sessionCookiesOf('a=1;__Host-marinedata-session=mdt_1', true), ['mdt_1'])
})

test('ignores the http cookie on https, and the https cookie on http', () => {
  assert.deepEqual(sessionCookiesOf('marinedata-session=mdt_1', true), [])
  assert.deepEqual(sessionCookiesOf('__Host-marinedata-session=mdt_1', false), [])
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
    assert.deepEqual(sessionCookiesOf(header, false), [], header)
})

test('finds every cookie of the name, in their order', () => {
  const header = 'marinedata-session=forged; a=1; marinedata-session=mdt_1'
  assert.deepEqual(sessionCookiesOf(header, false), ['forged', 'mdt_1'])
})
