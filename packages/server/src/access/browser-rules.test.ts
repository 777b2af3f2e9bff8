import { MarineDataError, shoreAddress, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BrowserRules, type BrowserRulesOptions } from './browser-rules.ts'
import { fakeRequest, type FakeRequest } from './fake-request.ts'

const allowedOrigin = 'https://charts.example'

/** The result of checking a request, or a stream upgrade. */
const outcome = (
  request: FakeRequest,
  options: BrowserRulesOptions = {},
  isStream = false,
): ProblemCode | 'yes' => {
  const rules = new BrowserRules(options)
  try {
    if (isStream) rules.checkStream(fakeRequest(request))
    else rules.check(fakeRequest(request))
    return 'yes'
  } catch (error) {
    if (error instanceof MarineDataError) return error.code
    throw error
  }
}

const post = (headers: NonNullable<FakeRequest['headers']>, more: FakeRequest = {}): FakeRequest => ({
  method: 'POST',
  headers,
  ...more,
})

test('allows writes of own pages and of programs', () => {
  for (const headers of [
    {},
    { origin: 'http://127.0.0.1:3000' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
  ])
    for (const method of ['POST', 'PUT', 'DELETE']) assert.equal(outcome({ method, headers }), 'yes')
})

test('rejects writes of other pages, by each header that identifies them', () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    { 'sec-fetch-site': ['same-origin', 'cross-site'] as unknown as string },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'Same-Origin' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://evil.example' },
    { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://127.0.0.1:3000' },
    { origin: 'http://127.0.0.1:3001' },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://localhost:3000' },
    { origin: 'HTTP://127.0.0.1:3000' },
    { origin: 'http://127.0.0.1:3000/' },
    { origin: 'http://127.0.0.1:3000.' },
    { origin: 'http://127.0.0.1:3000.evil.example' },
    { origin: 'http://127.0.0.1:3000, http://evil.example' },
  ])
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'post'])
      assert.equal(outcome({ method, headers }), 'cross-origin', JSON.stringify(headers))
})

test('allows reads of other pages on a closed boat: they have no credentials and cannot see the response', () => {
  const headers = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const method of ['GET', 'HEAD', 'OPTIONS']) assert.equal(outcome({ method, headers }), 'yes')
})

test('in open mode rejects reads of other pages, and clients of other machines', () => {
  const options = { isLocal: true }
  assert.equal(outcome({ headers: { origin: 'http://127.0.0.1:3000' } }, options), 'yes')
  assert.equal(outcome({ headers: { origin: 'http://evil.example' } }, options), 'cross-origin')
  assert.equal(outcome({ address: '10.0.0.2' }, options), 'forbidden')
  assert.equal(outcome({ address: '10.0.0.2', isEncrypted: true }, options), 'forbidden')
})

test('allows only own pages to open a stream, although it is a GET', () => {
  for (const origin of [
    'http://evil.example',
    'null',
    'https://127.0.0.1:3000',
    'http://127.0.0.1:3001',
    allowedOrigin,
  ])
    assert.equal(outcome({ headers: { origin } }, {}, true), 'cross-origin', origin)
  assert.equal(outcome({ headers: { origin: 'http://127.0.0.1:3000' } }, {}, true), 'yes')
  assert.equal(outcome({}, {}, true), 'yes')
})

test('rejects a foreign host name before all other checks', () => {
  for (const isStream of [false, true]) {
    const headers = { host: 'evil.example', origin: 'http://evil.example' }
    assert.equal(outcome(post(headers), {}, isStream), 'misdirected')
    assert.equal(outcome({ headers: { host: 'evil.example' } }, {}, isStream), 'misdirected')
  }
})

test('checks the host of an absolute request target and ignores the Host header', () => {
  for (const isStream of [false, true]) {
    const at = (url: string, host = '127.0.0.1:3000') => outcome({ url, headers: { host } }, {}, isStream)
    for (const url of [
      'http://evil.example/marinedata',
      'HTTPS://evil.example',
      'ws://evil.example:3000/x',
      'http://127.0.0.1@evil.example/',
      'http:///marinedata',
    ])
      assert.equal(at(url), 'misdirected', url)
    assert.equal(at('http://127.0.0.1:3000/marinedata'), 'yes')
    assert.equal(at('http://127.0.0.1:3000/marinedata', 'evil.example'), 'misdirected')
    assert.equal(at('/marinedata?next=http://evil.example/'), 'yes')
  }
})

test('allows pages of exactly the allowed origins', () => {
  const options = { origins: [allowedOrigin] }
  for (const isStream of [false, true]) {
    assert.equal(
      outcome(post({ origin: allowedOrigin, 'sec-fetch-site': 'cross-site' }), options, isStream),
      'yes',
    )
    for (const origin of [
      'http://charts.example',
      'https://charts.example:8443',
      'https://CHARTS.example',
      'https://charts.example.evil.example',
      'https://evil.charts.example',
    ])
      assert.equal(
        outcome(post({ origin, 'sec-fetch-site': 'cross-site' }), options, isStream),
        'cross-origin',
        origin,
      )
  }
  assert.equal(outcome(post({ 'sec-fetch-site': 'cross-site' }), options), 'cross-origin')
})

test('isAllowedOrigin is true only for allowed pages of another origin', () => {
  const rules = new BrowserRules({ origins: [allowedOrigin, 'http://127.0.0.1:3000'] })
  const isAllowed = (origin?: string): boolean =>
    rules.isAllowedOrigin(fakeRequest({ headers: origin === undefined ? {} : { origin } }))
  assert.equal(isAllowed(allowedOrigin), true)
  assert.equal(isAllowed('http://127.0.0.1:3000'), false, 'an own page is not cross-origin')
  assert.equal(isAllowed('http://evil.example'), false)
  assert.equal(isAllowed(), false)
})

test("on an encrypted connection the server's origin is https", () => {
  const isEncrypted = true
  assert.equal(outcome(post({ origin: 'https://127.0.0.1:3000' }, { isEncrypted })), 'yes')
  assert.equal(outcome(post({ origin: 'http://127.0.0.1:3000' }, { isEncrypted })), 'cross-origin')
})

test('serves unencrypted connections only from this machine and private networks', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.1',
    '192.168.1.7',
    '169.254.1.1',
    'fd00::7',
    'fe80::1',
    '::ffff:192.168.1.7',
  ])
    assert.equal(outcome({ address }), 'yes', address)
  for (const address of [
    '203.0.113.7',
    '172.32.0.1',
    '172.15.0.1',
    '2001:db8::7',
    '11.0.0.1',
    '100.64.0.1',
    'unknown',
  ]) {
    assert.equal(outcome({ address }), 'tls-required', address)
    assert.equal(outcome({ address, isEncrypted: true }), 'yes', address)
  }
})

test('with requiresTls serves unencrypted connections only from this machine', () => {
  const options = { requiresTls: true }
  assert.equal(outcome({ address: '192.168.1.7' }, options), 'tls-required')
  assert.equal(outcome({ address: '192.168.1.7', isEncrypted: true }, options), 'yes')
  assert.equal(outcome({ address: '127.0.0.1' }, options), 'yes')
})

test('a connection is guarded when it is encrypted or local', () => {
  const rules = new BrowserRules({})
  const lineOf = (request: FakeRequest) => rules.check(fakeRequest(request))
  assert.deepEqual(lineOf({ address: '::ffff:127.0.0.1' }), {
    address: '127.0.0.1',
    isEncrypted: false,
    isGuarded: true,
  })
  assert.equal(lineOf({ address: '192.168.1.7' }).isGuarded, false)
  assert.equal(lineOf({ address: '192.168.1.7', isEncrypted: true }).isGuarded, true)
})

test('a connection from ashore is not one of this machine, although its address is', () => {
  const ashore = { address: shoreAddress }
  assert.equal(outcome(ashore), 'tls-required')
  assert.equal(outcome(ashore, { isLocal: true }), 'forbidden')
  assert.equal(outcome({ ...ashore, isEncrypted: true }, { isLocal: true }), 'forbidden')
  const line = new BrowserRules({}).check(fakeRequest({ ...ashore, isEncrypted: true }))
  assert.deepEqual(line, { address: shoreAddress, isEncrypted: true, isGuarded: true, isFromShore: true })
  assert.equal('isFromShore' in new BrowserRules({}).check(fakeRequest({})), false)
})
