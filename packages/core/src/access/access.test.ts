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
  assert.equal(access.recognise(token, phone).label, 'phone')
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
  assert.equal(access.recognise(token, phone).source, 'device.gateway')
  assert.throws(() => access.makeToken({ name: 'gateway', role: 'device' }, by), isCode('invalid-value'))
})

test('a token cannot be called like the server, one of its plugins, a person or another token', async () => {
  const { access } = await claimedAccess()
  const make = (name: string) => access.makeToken({ name, role: 'device', paths: ['environment.*'] }, by)
  for (const name of [
    'crew',
    'Crew',
    'anchor-watch',
    'server',
    'device.gps',
    'stream.1',
    'nmea0183.gps',
    'self',
  ])
    assert.throws(() => make(name), isCode('invalid-value'), name)
  for (const name of ['Anna', 'ANNA']) assert.throws(() => make(name), isCode('name-taken'), name)
  make('gateway')
  for (const name of ['gateway', 'GateWay', 'gateway.1'])
    assert.throws(() => make(name), isCode('name-taken'), name)
  make('gateway-1')
})

test('the name of a token is free again once the token is revoked or has run out', async () => {
  const { access, clock } = await claimedAccess()
  const { credential } = access.makeToken({ name: 'gauge', role: 'viewer' }, by)
  access.credentials.revoke(credential.id, by)
  access.makeToken({ name: 'gauge', role: 'viewer', days: 1 }, by)
  assert.throws(() => access.makeToken({ name: 'gauge', role: 'viewer' }, by), isCode('name-taken'))
  clock.advance(86_400_000)
  access.makeToken({ name: 'gauge', role: 'viewer' }, by)
})

test('a device cannot be paired under a reserved name, nor under that of a person or of another device', async () => {
  const { access, secrets } = await claimedAccess()
  const challenge = secrets.digest('verifier')
  assert.throws(() => access.pairings.ask({ name: 'crew', challenge }, phone), isCode('invalid-value'))
  const { id, digits } = access.pairings.ask({ name: 'Anna', challenge }, phone)
  assert.throws(() => access.pairings.approve(id, { digits, role: 'viewer' }, by), isCode('name-taken'))
  access.makeToken({ name: 'tablet', role: 'viewer' }, by)
  const again = access.pairings.ask({ name: 'tablet', challenge }, phone)
  assert.throws(
    () => access.pairings.approve(again.id, { digits: again.digits, role: 'viewer' }, by),
    isCode('name-taken'),
  )
})

test('a person cannot be called like a part of the boat or a device', async () => {
  const { access } = await claimedAccess()
  for (const name of ['crew', 'server', 'device.gps', 'plugins']) {
    const { code } = access.people.invite({ role: 'crew' }, by)
    await assert.rejects(access.people.join({ code, name, passphrase }, phone), isCode('invalid-value'), name)
  }
})

test('a person and a token that was called like them before are told apart', async () => {
  const { access, store } = await claimedAccess()
  const { token, credential } = access.makeToken({ name: 'guest', role: 'viewer' }, by)
  // As an older server kept it.
  store.change({ at: '', deed: 'x', who: 'x', from: 'x', subject: 'x' }, (records) => {
    const kept = records.credentials().find(({ id }) => id === credential.id)!
    records.removeCredential(kept.id)
    records.addCredential({ ...kept, name: 'Anna' })
  })
  access.credentials.reload()
  const impostor = access.recognise(token, phone)
  assert.deepEqual([impostor.name, impostor.label, impostor.source], ['device.Anna', 'Anna', 'device.Anna'])
})
