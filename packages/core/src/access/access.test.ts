import { actorText, MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimedAccess, fixturePassphrase as passphrase } from '#testing/access-fixture.ts'
import { person } from '#testing/person.ts'

const by = person('Anna')
const phone = '10.0.0.9'
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

test('limits an address after ten wrong tokens, while valid tokens still work there', async () => {
  const { access } = await claimedAccess()
  const { token } = access.createToken({ name: 'phone', role: 'viewer' }, by)
  for (let tries = 0; tries < 10; tries++)
    assert.throws(() => access.authenticate(`mdt_${tries}`, phone), isCode('unauthenticated'))
  assert.throws(() => access.authenticate('mdt_wrong', phone), isCode('too-many-requests'))
  assert.throws(() => access.redeemTicket('wrong', phone), isCode('too-many-requests'))
  assert.equal(access.authenticate(token, phone).name, 'phone')
  assert.throws(() => access.authenticate('mdt_wrong', '10.0.0.10'), isCode('unauthenticated'))
})

test('an app that repeats an old token does not block sign-in from its address', async () => {
  const { access } = await claimedAccess()
  for (let tries = 0; tries < 100; tries++) assert.throws(() => access.authenticate('mdt_old', phone))
  await access.people.signIn({ name: 'Anna', passphrase }, phone)
})

test('a ticket is valid once, and not after its credential was revoked', async () => {
  const { access } = await claimedAccess()
  const { token, credential } = access.createToken({ name: 'phone', role: 'viewer' }, by)
  const principal = access.authenticate(token, phone)
  const { ticket } = access.tickets.issue(principal)
  assert.equal(access.redeemTicket(ticket, phone), principal)
  assert.throws(() => access.redeemTicket(ticket, phone), isCode('unauthenticated'))
  const { ticket: late } = access.tickets.issue(principal)
  access.credentials.revoke(credential.id, by)
  assert.throws(() => access.redeemTicket(late, phone), isCode('unauthenticated'))
})

test('creates a token as requested and audits it without the secret', async () => {
  const { access, store } = await claimedAccess()
  const { token, credential } = access.createToken(
    { name: 'gateway', role: 'device', paths: ['environment.*'], days: 1 },
    by,
  )
  assert.deepEqual([credential.kind, credential.paths], ['token', ['environment.*']])
  const event = store.events.at(-1)!
  assert.deepEqual([event.operation, event.subject], ['token-made', 'gateway'])
  assert.deepEqual(event.details, { role: 'device', paths: ['environment.*'] })
  assert.doesNotMatch(JSON.stringify(store.events), /mdt_/)
  assert.equal(access.authenticate(token, phone).source, 'device.gateway')
  assert.throws(() => access.createToken({ name: 'gateway', role: 'device' }, by), isCode('invalid-value'))
})

test('rejects a token named like the server, a plugin, a person or another token', async () => {
  const { access } = await claimedAccess()
  const make = (name: string) => access.createToken({ name, role: 'device', paths: ['environment.*'] }, by)
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

test('a token name is free again once the token is revoked or expired', async () => {
  const { access, clock } = await claimedAccess()
  const { credential } = access.createToken({ name: 'gauge', role: 'viewer' }, by)
  access.credentials.revoke(credential.id, by)
  access.createToken({ name: 'gauge', role: 'viewer', days: 1 }, by)
  assert.throws(() => access.createToken({ name: 'gauge', role: 'viewer' }, by), isCode('name-taken'))
  clock.advance(86_400_000)
  access.createToken({ name: 'gauge', role: 'viewer' }, by)
})

test('rejects a pairing under a reserved name, the name of a person or of another device', async () => {
  const { access, secrets } = await claimedAccess()
  const challenge = secrets.digest('verifier')
  assert.throws(() => access.pairings.request({ name: 'crew', challenge }, phone), isCode('invalid-value'))
  const { id, digits } = access.pairings.request({ name: 'Anna', challenge }, phone)
  assert.throws(() => access.pairings.approve(id, { digits, role: 'viewer' }, by), isCode('name-taken'))
  access.createToken({ name: 'tablet', role: 'viewer' }, by)
  const again = access.pairings.request({ name: 'tablet', challenge }, phone)
  assert.throws(
    () => access.pairings.approve(again.id, { digits: again.digits, role: 'viewer' }, by),
    isCode('name-taken'),
  )
})

test('rejects a person named like a part of the server or a device', async () => {
  const { access } = await claimedAccess()
  for (const name of ['crew', 'server', 'device.gps', 'plugins']) {
    const { code } = access.people.invite({ role: 'crew' }, by)
    await assert.rejects(access.people.join({ code, name, passphrase }, phone), isCode('invalid-value'), name)
  }
})

test('distinguishes a person from a stored token with the same name', async () => {
  const { access, store } = await claimedAccess()
  const { token, credential } = access.createToken({ name: 'guest', role: 'viewer' }, by)
  // As an older server stored it.
  store.change({ at: '', operation: 'x', actor: by, subject: 'x' }, (records) => {
    const stored = records.credentials().find(({ id }) => id === credential.id)!
    records.removeCredential(stored.id)
    records.addCredential({ ...stored, name: 'Anna' })
  })
  access.credentials.reload()
  const impostor = access.authenticate(token, phone)
  assert.deepEqual(
    [impostor.kind, impostor.id, impostor.name, impostor.source],
    ['token', credential.id, 'Anna', 'device.Anna'],
  )
  assert.equal(actorText(impostor), 'device.Anna')
})
