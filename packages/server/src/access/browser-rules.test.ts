import { MarineDataError, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BrowserRules, type BrowserRulesOptions } from './browser-rules.ts'
import { stagedRequest, type Stage } from './staged-request.ts'

const guest = 'https://charts.example'

/** What becomes of a request; of a stream when that is said. */
const answer = (stage: Stage, options: BrowserRulesOptions = {}, isStream = false): ProblemCode | 'yes' => {
  const rules = new BrowserRules(options)
  try {
    if (isStream) rules.checkStream(stagedRequest(stage))
    else rules.check(stagedRequest(stage))
    return 'yes'
  } catch (error) {
    if (error instanceof MarineDataError) return error.code
    throw error
  }
}

const post = (headers: NonNullable<Stage['headers']>, more: Stage = {}): Stage => ({
  method: 'POST',
  headers,
  ...more,
})

test('own pages and programs may change things', () => {
  for (const headers of [
    {},
    { origin: 'http://127.0.0.1:3000' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
  ])
    for (const method of ['POST', 'PUT', 'DELETE']) assert.equal(answer({ method, headers }), 'yes')
})

test('pages of others may not, by whatever they are given away', () => {
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
      assert.equal(answer({ method, headers }), 'cross-origin', JSON.stringify(headers))
})

test('reading a closed boat is harmless for pages of others: they hold no secret, and cannot see the answer', () => {
  const headers = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const method of ['GET', 'HEAD', 'OPTIONS']) assert.equal(answer({ method, headers }), 'yes')
})

test('an open boat tells pages of others nothing either, and serves this machine alone', () => {
  const options = { isLocal: true }
  assert.equal(answer({ headers: { origin: 'http://127.0.0.1:3000' } }, options), 'yes')
  assert.equal(answer({ headers: { origin: 'http://evil.example' } }, options), 'cross-origin')
  assert.equal(answer({ address: '10.0.0.2' }, options), 'forbidden')
  assert.equal(answer({ address: '10.0.0.2', isEncrypted: true }, options), 'forbidden')
})

test('only own pages open a stream, though that is a GET', () => {
  for (const origin of [
    'http://evil.example',
    'null',
    'https://127.0.0.1:3000',
    'http://127.0.0.1:3001',
    guest,
  ])
    assert.equal(answer({ headers: { origin } }, {}, true), 'cross-origin', origin)
  assert.equal(answer({ headers: { origin: 'http://127.0.0.1:3000' } }, {}, true), 'yes')
  assert.equal(answer({}, {}, true), 'yes')
})

test('a name that is not the boat’s is refused before anything else is looked at', () => {
  for (const isStream of [false, true]) {
    const headers = { host: 'evil.example', origin: 'http://evil.example' }
    assert.equal(answer(post(headers), {}, isStream), 'misdirected')
    assert.equal(answer({ headers: { host: 'evil.example' } }, {}, isStream), 'misdirected')
  }
})

test('of a whole address, its own name counts, whatever the Host header says', () => {
  for (const isStream of [false, true]) {
    const at = (url: string, host = '127.0.0.1:3000') => answer({ url, headers: { host } }, {}, isStream)
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

test('pages of origins that were given leave may ask, and only of exactly those', () => {
  const options = { origins: [guest] }
  for (const isStream of [false, true]) {
    assert.equal(answer(post({ origin: guest, 'sec-fetch-site': 'cross-site' }), options, isStream), 'yes')
    for (const origin of [
      'http://charts.example',
      'https://charts.example:8443',
      'https://CHARTS.example',
      'https://charts.example.evil.example',
      'https://evil.charts.example',
    ])
      assert.equal(
        answer(post({ origin, 'sec-fetch-site': 'cross-site' }), options, isStream),
        'cross-origin',
        origin,
      )
  }
  assert.equal(answer(post({ 'sec-fetch-site': 'cross-site' }), options), 'cross-origin')
})

test('a guest is a page of another origin that was given leave, and nobody else', () => {
  const rules = new BrowserRules({ origins: [guest, 'http://127.0.0.1:3000'] })
  const isGuest = (origin?: string): boolean =>
    rules.isGuest(stagedRequest({ headers: origin === undefined ? {} : { origin } }))
  assert.equal(isGuest(guest), true)
  assert.equal(isGuest('http://127.0.0.1:3000'), false, 'an own page is at home')
  assert.equal(isGuest('http://evil.example'), false)
  assert.equal(isGuest(), false)
})

test('over an encrypted line the own pages are those of https', () => {
  const isEncrypted = true
  assert.equal(answer(post({ origin: 'https://127.0.0.1:3000' }, { isEncrypted })), 'yes')
  assert.equal(answer(post({ origin: 'http://127.0.0.1:3000' }, { isEncrypted })), 'cross-origin')
})

test('without encryption only this machine and the boat’s own network are served', () => {
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
    assert.equal(answer({ address }), 'yes', address)
  for (const address of [
    '203.0.113.7',
    '172.32.0.1',
    '172.15.0.1',
    '2001:db8::7',
    '11.0.0.1',
    '100.64.0.1',
    'unknown',
  ]) {
    assert.equal(answer({ address }), 'tls-required', address)
    assert.equal(answer({ address, isEncrypted: true }), 'yes', address)
  }
})

test('a boat that demands encryption serves nobody else without it', () => {
  const options = { requiresTls: true }
  assert.equal(answer({ address: '192.168.1.7' }, options), 'tls-required')
  assert.equal(answer({ address: '192.168.1.7', isEncrypted: true }, options), 'yes')
  assert.equal(answer({ address: '127.0.0.1' }, options), 'yes')
})

test('a line is guarded when it is encrypted or does not leave the machine', () => {
  const rules = new BrowserRules({})
  const lineOf = (stage: Stage) => rules.check(stagedRequest(stage))
  assert.deepEqual(lineOf({ address: '::ffff:127.0.0.1' }), {
    address: '127.0.0.1',
    isEncrypted: false,
    isGuarded: true,
  })
  assert.equal(lineOf({ address: '192.168.1.7' }).isGuarded, false)
  assert.equal(lineOf({ address: '192.168.1.7', isEncrypted: true }).isGuarded, true)
})
