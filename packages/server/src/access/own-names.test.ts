import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { test } from 'node:test'
import { ownAddresses, ownHostNames, OwnNames } from './own-names.ts'

const [shortName = ''] = hostname().toLowerCase().split('.')
const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address)
/** Without addresses that have a zone: browsers cannot request them. */
const plain = ownAddresses().filter((address) => !address.includes('%'))

test('accepts its own addresses and names, with any port and in any case', () => {
  const names = new OwnNames(['Seestern.example'])
  const own = [
    'localhost',
    '127.0.0.1',
    '[::1]',
    ...plain.map(bracketed),
    shortName,
    `${shortName}.local`,
    'seestern.example',
  ]
  for (const host of own)
    for (const requested of [host, `${host}:3000`, host.toUpperCase()])
      assert.equal(names.has(requested), true, requested)
})

test('rejects every other name', () => {
  const names = new OwnNames(['seestern.example'])
  for (const host of [
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'evil.localhost',
    '127.0.0.1.evil.example',
    'xseestern.example',
    'seestern.example.evil.example',
    'seestern.example.',
    'localhost.',
    '203.0.113.9',
    '[2001:db8::9]',
    'localhost:3000:3000',
    'localhost:999999',
    'user@localhost',
    'localhost/x',
    'localhost, evil.example',
    ' localhost',
    '[::1',
    '0.0.0.0',
  ])
    assert.equal(names.has(host), false, host)
})

test('in open mode accepts only loopback names', () => {
  const names = new OwnNames(['seestern.example'], true)
  for (const host of ['localhost', '127.0.0.1:80', '127.9.9.9', '[::1]:3000'])
    assert.equal(names.has(host), true, host)
  for (const host of [
    'seestern.example',
    `${shortName}.local`,
    ...plain.filter((each) => !/^(127|::1)/.test(each)),
  ])
    assert.equal(names.has(bracketed(host)), host.toLowerCase() === 'localhost', host)
})

test('many different names neither fill the cache nor become accepted', () => {
  const names = new OwnNames()
  for (let count = 0; count < 10_000; count++) assert.equal(names.has(`${count}.evil.example`), false)
  for (let port = 1; port < 1_000; port++) assert.equal(names.has(`localhost:${port}`), true)
  assert.equal(names.has('0.evil.example'), false)
})

test('lists each name of the machine once', () => {
  const names = ownHostNames(['localhost', 'seestern.example'])
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.includes('localhost') && names.includes('seestern.example'))
})
