import { Access, authorise, familyTokenPrefix, localOwner, anonymous, tokenPrefix } from '@marinedata/core'
import { MarineDataError, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { BrowserRules } from './access/browser-rules.ts'
import { FamilyCredentials } from './access/family-credentials.ts'
import { ClosedGate, OpenGate } from './access/gates.ts'
import { fakeRequest, type FakeRequest } from './access/fake-request.ts'
import { isLoopback, plainAddress, type Visitor } from './gate.ts'
import { NodeSecrets } from './access/node-secrets.ts'
import { BoatStore } from './storage/boat-store.ts'
import { SystemClock } from './system-clock.ts'
import { person } from '#testing/person.ts'

const by = person('Anna')
const own = 'http://127.0.0.1:3000'
const guest = 'https://charts.example'

/** A closed gate, and a valid token with the role helm. */
const closedBoat = () => {
  const store = new BoatStore(undefined)
  const access = new Access({ clock: new SystemClock(), store: store.access, secrets: new NodeSecrets() })
  const rules = new BrowserRules({ origins: [guest] })
  const family = new FamilyCredentials({ access, prefix: familyTokenPrefix })
  const gate = new ClosedGate({
    rules,
    authorise,
    stranger: anonymous,
    access,
    tokenPrefixes: [tokenPrefix],
    family,
  })
  const { token, credential } = access.createToken({ name: 'phone', role: 'helm' }, by)
  return { gate, access, token, credential, [Symbol.dispose]: () => store[Symbol.dispose]() }
}

const outcome = (identify: (request: IncomingMessage) => Visitor, request: FakeRequest): string => {
  try {
    return identify(fakeRequest(request)).principal.name
  } catch (error) {
    if (error instanceof MarineDataError) return error.code
    throw error
  }
}
const isCode = (code: ProblemCode) => (error: unknown) =>
  error instanceof MarineDataError && error.code === code

test('recognises loopback addresses', () => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', 'localhost'])
    assert.equal(isLoopback(address), true, address)
  for (const address of [
    '10.0.0.1',
    '::',
    '::2',
    '::ffff:10.0.0.1',
    '128.0.0.1',
    '1127.0.0.1',
    '127.0.0.1.example',
    '127.0.0',
    'localhost.example',
    'unknown',
    '',
  ])
    assert.equal(isLoopback(address), false, address)
})

test('converts IPv4-mapped addresses to IPv4', () => {
  assert.equal(plainAddress('::ffff:192.168.1.7'), '192.168.1.7')
  assert.equal(plainAddress('fd00::7'), 'fd00::7')
  assert.equal(plainAddress(undefined), 'unknown')
})

test('treats every local client as the owner in open mode and rejects all others', () => {
  const gate = new OpenGate({ rules: new BrowserRules({ isLocal: true }), authorise, stranger: localOwner })
  for (const identify of [gate.identify.bind(gate), gate.identifyStream.bind(gate)]) {
    for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
      assert.equal(outcome(identify, { address }), 'local', address)
    for (const address of ['10.0.0.1', '::2', '192.168.1.7', '203.0.113.7'])
      assert.equal(outcome(identify, { address }), 'forbidden', address)
    assert.equal(outcome(identify, { headers: { host: 'evil.example' } }), 'misdirected')
    assert.equal(outcome(identify, { headers: { origin: 'http://evil.example' } }), 'cross-origin')
    assert.equal(outcome(identify, { headers: { origin: own } }), 'local')
  }
  const visitor = gate.identify(fakeRequest())
  gate.authorise(visitor, 'admin')
  assert.equal(gate.isGood(), true)
})

test('identifies a caller by its token; without a token the caller is anonymous', () => {
  using boat = closedBoat()
  const { gate, token } = boat
  for (const identify of [gate.identify.bind(gate), gate.identifyStream.bind(gate)]) {
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`])
      assert.equal(outcome(identify, { headers: { authorization } }), 'phone')
    assert.equal(outcome(identify, {}), 'nobody')
  }
  assert.throws(() => gate.authorise(gate.identify(fakeRequest()), 'read'), isCode('unauthenticated'))
})

test('rejects an invalid authorization header', () => {
  using boat = closedBoat()
  const { gate, token } = boat
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer  ${token}`,
    `Bearer ${token} x`,
    `Bearer ${token}, Bearer ${token}`,
    `Bearer ${'x'.repeat(257)}`,
  ])
    for (const identify of [gate.identify.bind(gate), gate.identifyStream.bind(gate)])
      assert.equal(outcome(identify, { headers: { authorization } }), 'unauthenticated', authorization)
})

test('accepts a cookie for requests but not for streams, and ignores an expired one', () => {
  using boat = closedBoat()
  const { gate, token, access, credential } = boat
  const cookie = `marinedata-session=${token}`
  const asks = (headers: NonNullable<FakeRequest['headers']>): string =>
    outcome((request) => gate.identify(request), { headers })
  const opens = (headers: NonNullable<FakeRequest['headers']>): string =>
    outcome((request) => gate.identifyStream(request), { headers })
  assert.equal(asks({ cookie }), 'phone')
  assert.equal(asks({ cookie: 'marinedata-session=mdt_old' }), 'nobody')
  assert.equal(opens({ cookie, origin: own }), 'nobody')
  assert.equal(opens({ cookie }), 'cross-origin')
  access.credentials.revoke(credential.id, by)
  assert.equal(asks({ cookie }), 'nobody')
})

test('accepts a token but not the cookie from an allowed other origin', () => {
  using boat = closedBoat()
  const { gate, token } = boat
  const cookie = `marinedata-session=${token}`
  const asks = (headers: NonNullable<FakeRequest['headers']>): string =>
    outcome((request) => gate.identify(request), { headers })
  assert.equal(asks({ origin: guest, cookie }), 'nobody')
  assert.equal(asks({ origin: guest, authorization: `Bearer ${token}` }), 'phone')
})

test('accepts a ticket for one stream and not for a request', () => {
  using boat = closedBoat()
  const { gate, access, token } = boat
  const { ticket } = access.tickets.issue(access.authenticate(token, '127.0.0.1'))
  const upgrade = { url: `/marinedata/v1/stream?ticket=${ticket}`, headers: { origin: own } }
  assert.equal(
    outcome((request) => gate.identify(request), upgrade),
    'nobody',
  )
  assert.equal(
    outcome((request) => gate.identifyStream(request), upgrade),
    'phone',
  )
  assert.equal(
    outcome((request) => gate.identifyStream(request), upgrade),
    'unauthenticated',
  )
})

test('rejects a token in the URL, even a valid one', () => {
  using boat = closedBoat()
  const { gate, token } = boat
  for (const url of [
    `/?token=${token}`,
    `/marinedata/v1/stream?ticket=${token}`,
    `/${token}`,
    `/?a=1&access_token=${token}`,
  ])
    for (const identify of [gate.identify.bind(gate), gate.identifyStream.bind(gate)]) {
      assert.equal(outcome(identify, { url }), 'bad-request', url)
      const headers = { authorization: `Bearer ${token}` }
      assert.equal(outcome(identify, { url, headers }), 'bad-request', url)
    }
})

test('keeps a caller valid until its credential is revoked', () => {
  using boat = closedBoat()
  const { gate, access, token, credential } = boat
  const visitor = gate.identify(fakeRequest({ headers: { authorization: `Bearer ${token}` } }))
  gate.authorise(visitor, 'autopilot.command')
  assert.throws(() => gate.authorise(visitor, 'admin'), isCode('forbidden'))
  assert.equal(gate.isGood(visitor), true)
  access.credentials.revoke(credential.id, by)
  assert.equal(gate.isGood(visitor), false)
})
