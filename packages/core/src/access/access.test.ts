import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimedAccess, trialPassphrase as passphrase } from './trial-access.ts'

const by = { who: 'Anna', from: '10.0.0.1' }
const phone = '10.0.0.9'
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

test('after ten wrong tokens an address is told no more that they are wrong; good ones still work there', async () => {
  const { access } = await claimedAccess()
  const { token } = access.makeToken({ name: 'phone', role: 'viewer' }, by)
  for (let tries = 0; tries < 10; tries++)
    assert.throws(() => access.recognise(`mdt_${tries}`, phone), isCode('unauthenticated'))
  assert.throws(() => access.recognise('mdt_wrong', phone), isCode('too-many-requests'))
  assert.throws(() => access.admit('wrong', phone), isCode('too-many-requests'))
  assert.equal(access.recognise(token, phone).name, 'phone')
  assert.throws(() => access.recognise('mdt_wrong', '10.0.0.10'), isCode('unauthenticated'))
})

test('an app with an old token does not keep its owner from signing in', async () => {
  const { access } = await claimedAccess()
  for (let tries = 0; tries < 100; tries++) assert.throws(() => access.recognise('mdt_old', phone))
  await access.people.signIn({ name: 'Anna', passphrase }, phone)
})

test('a ticket lets its holder in once, unless the holder was signed out meanwhile', async () => {
  const { access } = await claimedAccess()
  const { token, credential } = access.makeToken({ name: 'phone', role: 'viewer' }, by)
  const principal = access.recognise(token, phone)
  const { ticket } = access.tickets.give(principal)
  assert.equal(access.admit(ticket, phone), principal)
  assert.throws(() => access.admit(ticket, phone), isCode('unauthenticated'))
  const { ticket: late } = access.tickets.give(principal)
  access.credentials.revoke(credential.id, by)
  assert.throws(() => access.admit(late, phone), isCode('unauthenticated'))
})

test('a token is made for what was asked, and told to the audit without its secret', async () => {
  const { access, store } = await claimedAccess()
  const { token, credential } = access.makeToken(
    { name: 'gateway', role: 'device', paths: ['environment.*'], days: 1 },
    by,
  )
  assert.deepEqual([credential.kind, credential.paths], ['token', ['environment.*']])
  const deed = store.deeds.at(-1)!
  assert.deepEqual([deed.deed, deed.subject], ['token-made', 'gateway'])
  assert.deepEqual(deed.details, { role: 'device', paths: ['environment.*'] })
  assert.doesNotMatch(JSON.stringify(store.deeds), /mdt_/)
  assert.equal(access.recognise(token, phone).source, 'gateway')
  assert.throws(() => access.makeToken({ name: 'gateway', role: 'device' }, by), isCode('invalid-value'))
})
