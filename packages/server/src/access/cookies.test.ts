import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionCookie, sessionCookieOf } from './cookies.ts'

test('a browser keeps the secret where no script and no other site gets at it', () => {
  assert.equal(
    sessionCookie('mdt_1', false),
    'marinedata-session=mdt_1; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000',
  )
  assert.equal(
    sessionCookie('mdt_1', true),
    '__Host-marinedata-session=mdt_1; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure',
  )
})

test('an empty secret has the browser forget it', () => {
  assert.match(sessionCookie('', false), /^marinedata-session=; .*Max-Age=0$/)
  assert.match(sessionCookie('', true), /^__Host-marinedata-session=; .*Max-Age=0; Secure$/)
})

test('the secret is found among other cookies', () => {
  assert.equal(sessionCookieOf('a=1; marinedata-session=mdt_1; b=2', false), 'mdt_1')
  assert.equal(sessionCookieOf('a=1;__Host-marinedata-session=mdt_1', true), 'mdt_1')
})

test('a cookie of the plain line says nothing on the encrypted one, nor the other way round', () => {
  assert.equal(sessionCookieOf('marinedata-session=mdt_1', true), undefined)
  assert.equal(sessionCookieOf('__Host-marinedata-session=mdt_1', false), undefined)
})

test('names that only look alike are not taken', () => {
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
