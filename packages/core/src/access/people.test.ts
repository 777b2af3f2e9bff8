import { MarineDataError, type PersonRole } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimedAccess, accessFixture, fixturePassphrase as passphrase } from '#testing/access-fixture.ts'
import { person } from '#testing/person.ts'

const by = person('Anna')
const home = '10.0.0.1'
const elsewhere = '10.0.0.66'
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

/** Access with the owner Anna, and Bert in the given role. */
const crewed = async (role: PersonRole = 'crew') => {
  const boat = await claimedAccess()
  const { code } = boat.access.people.invite({ role }, by)
  const bert = await boat.access.people.join({ code, name: 'Bert', passphrase }, '10.0.0.2')
  return { ...boat, bert }
}

test('the code makes a person the owner and signs them in', async () => {
  const { access, store, anna } = await claimedAccess()
  assert.deepEqual(
    access.people.list().map(({ name, role }) => ({ name, role })),
    [{ name: 'Anna', role: 'owner' }],
  )
  assert.deepEqual(access.authenticate(anna.token, home).roles, ['owner'])
  assert.deepEqual(anna.credential.expiresAt, '2026-01-31T00:00:00.000Z')
  assert.deepEqual(store.events, [
    {
      at: '2026-01-01T00:00:00.000Z',
      operation: 'claimed',
      actor: { kind: 'person', id: access.authenticate(anna.token, home).id, name: 'Anna', address: home },
      subject: 'Anna',
    },
  ])
})

test('exactly one of many concurrent claims succeeds', async () => {
  const { access } = accessFixture()
  const code = access.claim.code!
  const names = Array.from({ length: 100 }, (_, index) => `Owner ${index}`)
  const results = await Promise.allSettled(
    names.map((name) => access.people.claim({ code, name, passphrase }, home)),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const result of results)
    if (result.status === 'rejected') assert.ok(isCode('already-claimed')(result.reason))
  assert.equal(access.people.list().length, 1)
})

test('a wrong code changes nothing', async () => {
  const { access, store } = accessFixture()
  await assert.rejects(
    access.people.claim({ code: 'WRONGCODE7', name: 'Eve', passphrase }, home),
    isCode('wrong-secret'),
  )
  assert.deepEqual([store.people(), store.credentials(), store.events], [[], [], []])
})

test('rejects weak pass-phrases before the code or invitation is used', async () => {
  const boat = accessFixture()
  const { claim, people } = boat.access
  const code = claim.code!
  for (const weak of [
    'aaaaaaaaaaaaaaaa',
    'abababababab',
    'Anna Anna Anna',
    'ANNA12345anna',
    '            ',
    'annaannaannab',
  ])
    await assert.rejects(
      people.claim({ code, name: 'Anna', passphrase: weak }, home),
      isCode('invalid-value'),
      weak,
    )
  await people.claim({ code, name: 'Anna', passphrase: 'Anna likes the sea' }, home)
  const { code: invitation } = people.invite({ role: 'crew' }, by)
  await assert.rejects(
    people.join({ code: invitation, name: 'Bert', passphrase: 'bertbertbertbert' }, home),
    isCode('invalid-value'),
  )
  await people.join({ code: invitation, name: 'Bert', passphrase }, home)
})

test('an invitation is valid once, gives its role and accepts any spelling', async () => {
  const { access } = await claimedAccess()
  const { code } = access.people.invite({ role: 'helm' }, by)
  const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase().replaceAll('1', 'l')
  const { credential } = await access.people.join({ code: typed, name: 'Bert', passphrase }, elsewhere)
  assert.deepEqual([credential.name, credential.role, credential.kind], ['Bert', 'helm', 'session'])
  await assert.rejects(
    access.people.join({ code, name: 'Carl', passphrase }, elsewhere),
    isCode('wrong-secret'),
  )
})

test('exactly one of two concurrent joins with an invitation succeeds', async () => {
  const { access } = await claimedAccess()
  const { code } = access.people.invite({ role: 'crew' }, by)
  const joining = ['Bert', 'Carl'].map((name) => access.people.join({ code, name, passphrase }, elsewhere))
  const results = await Promise.allSettled(joining)
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal(access.people.list().length, 2)
})

test('an invitation expires after a day, or after the requested days', async () => {
  const { access, clock } = await claimedAccess()
  const { code: short } = access.people.invite({ role: 'crew' }, by)
  const { code: long, expiresAt } = access.people.invite({ role: 'crew', days: 3 }, by)
  assert.equal(expiresAt, '2026-01-04T00:00:00.000Z')
  clock.advance(86_400_000)
  await assert.rejects(
    access.people.join({ code: short, name: 'Bert', passphrase }, elsewhere),
    isCode('wrong-secret'),
  )
  await access.people.join({ code: long, name: 'Bert', passphrase }, elsewhere)
})

test('open invitations are listed without their codes, and a withdrawn one is not valid', async () => {
  const { access, clock, store } = await claimedAccess()
  access.people.invite({ role: 'viewer', days: 0.5 }, by)
  const { id, code, expiresAt } = access.people.invite({ role: 'crew' }, by)
  const { code: other } = access.people.invite({ role: 'helm' }, by)
  clock.advance(43_200_000)
  const [first, second, ...more] = access.people.invitations()
  assert.ok(first && second)
  assert.deepEqual(first, { id, role: 'crew', expiresAt })
  assert.deepEqual([second.role, more], ['helm', []])
  access.people.withdraw(first.id, by)
  await assert.rejects(
    access.people.join({ code, name: 'Bert', passphrase }, elsewhere),
    isCode('wrong-secret'),
  )
  assert.throws(() => access.people.withdraw(first.id, by), isCode('not-found'))
  const withdrawn = store.events.filter(({ operation }) => operation === 'invitation-withdrawn')
  assert.deepEqual(
    withdrawn.map(({ subject }) => subject),
    ['crew'],
  )
  await access.people.join({ code: other, name: 'Bert', passphrase }, elsewhere)
  assert.deepEqual(access.people.invitations(), [])
})

test('rejects a taken name, ignoring case, and leaves the invitation valid', async () => {
  const { access } = await claimedAccess()
  const { code } = access.people.invite({ role: 'crew' }, by)
  await assert.rejects(
    access.people.join({ code, name: 'ANNA', passphrase }, elsewhere),
    isCode('name-taken'),
  )
  await access.people.join({ code, name: 'Anna B', passphrase }, elsewhere)
})

test('signs in with name, ignoring case, and pass-phrase', async () => {
  const { access } = await crewed()
  const { token } = await access.people.signIn({ name: 'bert', passphrase }, elsewhere)
  const { name, roles } = access.authenticate(token, elsewhere)
  assert.deepEqual([name, roles], ['Bert', ['crew']])
})

test('a wrong pass-phrase and an unknown name get the same answer, audit entry and work', async () => {
  const { access, secrets, store } = await crewed()
  const before = secrets.verified.length
  const wrong = access.people.signIn({ name: 'Bert', passphrase: 'wrong' }, elsewhere)
  await assert.rejects(wrong, isCode('wrong-secret'))
  const unknown = access.people.signIn({ name: 'my secret words', passphrase: 'wrong' }, elsewhere)
  await assert.rejects(unknown, isCode('wrong-secret'))
  const messages = await Promise.all(
    [wrong, unknown].map((each) => each.catch((error: Error) => error.message)),
  )
  assert.equal(messages[0], messages[1])
  assert.equal(secrets.verified.length, before + 2)
  assert.deepEqual(
    store.events
      .slice(-2)
      .map(({ operation, actor, subject }) => [operation, actor.kind, actor.address, subject]),
    [
      ['sign-in-refused', 'anonymous', elsewhere, 'Bert'],
      ['sign-in-refused', 'anonymous', elsewhere, 'unknown'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(store.events), /my secret words/)
})

test('limits an address to ten wrong attempts in ten minutes over all names', async () => {
  const { access, clock, secrets } = await crewed()
  const tryName = (name: string) => access.people.signIn({ name, passphrase: 'wrong' }, elsewhere)
  for (let tries = 0; tries < 10; tries++)
    await assert.rejects(tryName(`name ${tries}`), isCode('wrong-secret'))
  const verified = secrets.verified.length
  await assert.rejects(tryName('name 10'), isCode('too-many-requests'))
  await assert.rejects(
    access.people.signIn({ name: 'Bert', passphrase }, elsewhere),
    isCode('too-many-requests'),
  )
  assert.equal(secrets.verified.length, verified, 'no further pass-phrase is verified')
  clock.advance(600_000)
  await access.people.signIn({ name: 'Bert', passphrase }, elsewhere)
})

test('limits an account to ten wrong attempts in ten minutes over all addresses', async () => {
  const { access } = await crewed()
  for (let tries = 0; tries < 10; tries++)
    await assert.rejects(
      access.people.signIn(
        { name: tries % 2 === 0 ? 'Bert' : 'BERT', passphrase: 'wrong' },
        `10.0.1.${tries}`,
      ),
      isCode('wrong-secret'),
    )
  await assert.rejects(
    access.people.signIn({ name: 'Bert', passphrase }, '10.0.2.1'),
    isCode('too-many-requests'),
  )
  await access.people.signIn({ name: 'Anna', passphrase }, '10.0.2.1')
})

test('guesses from unknown addresses do not lock a person out at a known address', async () => {
  const { access, secrets } = await crewed()
  for (let tries = 0; tries < 20; tries++)
    await assert.rejects(access.people.signIn({ name: 'Anna', passphrase: 'wrong' }, `10.0.1.${tries}`))
  await access.people.signIn({ name: 'Anna', passphrase }, home)
  assert.equal(secrets.verified.at(-1)?.hasPriority, true)
  for (let tries = 0; tries < 10; tries++)
    await assert.rejects(
      access.people.signIn({ name: 'Anna', passphrase: 'wrong' }, home),
      isCode('wrong-secret'),
    )
  await assert.rejects(
    access.people.signIn({ name: 'Anna', passphrase }, home),
    isCode('too-many-requests'),
    'there is an end to it there too',
  )
})

test('unknown names do not use up the attempts of a person at a known address', async () => {
  const { access } = await crewed()
  for (const name of [`Anna at ${home}`, `${home} anna`, `anna ${home}`])
    for (let tries = 0; tries < 10; tries++)
      await assert.rejects(
        access.people.signIn({ name, passphrase: 'wrong' }, `10.0.${name.length}.${tries}`),
      )
  await access.people.signIn({ name: 'Anna', passphrase }, home)
})

test('right pass-phrases do not count as attempts', async () => {
  const { access } = await crewed()
  for (let tries = 0; tries < 25; tries++) await access.people.signIn({ name: 'Bert', passphrase }, elsewhere)
})

test('limits concurrent wrong attempts to ten', async () => {
  const { access, secrets } = await crewed()
  const before = secrets.verified.length
  const tries = Array.from({ length: 50 }, () =>
    access.people.signIn({ name: 'Bert', passphrase: 'wrong' }, elsewhere),
  )
  const results = await Promise.allSettled(tries)
  const refused = results.filter(
    (each) => each.status === 'rejected' && isCode('too-many-requests')(each.reason),
  )
  assert.deepEqual([refused.length, secrets.verified.length - before], [40, 10])
})

test('an attempt that could not be verified does not count', async () => {
  const { access, secrets } = await crewed()
  secrets.delay = Promise.reject(new MarineDataError('too-many-requests', 'Many are signing in'))
  for (let tries = 0; tries < 30; tries++)
    await assert.rejects(
      access.people.signIn({ name: 'Bert', passphrase }, elsewhere),
      isCode('too-many-requests'),
    )
  secrets.delay = Promise.resolve()
  await access.people.signIn({ name: 'Bert', passphrase }, elsewhere)
})

test('stores the last eight addresses of a person', async () => {
  const { access, store } = await crewed()
  for (let last = 1; last <= 9; last++)
    await access.people.signIn({ name: 'Bert', passphrase }, `10.0.3.${last}`)
  await access.people.signIn({ name: 'Bert', passphrase }, '10.0.3.5')
  assert.deepEqual(
    store.person('Bert')?.addresses,
    [5, 9, 8, 7, 6, 4, 3, 2].map((last) => `10.0.3.${last}`),
  )
})

test('a new role applies immediately and the person stays signed in', async () => {
  const { access, bert } = await crewed('helm')
  const before = access.authenticate(bert.token, home)
  access.people.setRole('bert', 'viewer', by)
  assert.deepEqual(access.authenticate(bert.token, home).roles, ['viewer'])
  assert.equal(access.credentials.isGood(before), false, 'connections opened with the role helm are closed')
  assert.equal(access.credentials.list().find(({ name }) => name === 'Bert')?.id, bert.credential.id)
})

test('a removed person is signed out everywhere and cannot sign in', async () => {
  const { access, bert } = await crewed()
  access.people.remove('BERT', by)
  assert.throws(() => access.authenticate(bert.token, home), isCode('unauthenticated'))
  await assert.rejects(access.people.signIn({ name: 'Bert', passphrase }, home), isCode('wrong-secret'))
  assert.throws(() => access.people.remove('Bert', by), isCode('not-found'))
  assert.throws(() => access.people.setRole('Bert', 'crew', by), isCode('not-found'))
})

test('rejects a sign-in when the person is removed during verification', async () => {
  const { access, secrets } = await crewed()
  const { promise, resolve } = Promise.withResolvers<void>()
  secrets.delay = promise
  const signingIn = access.people.signIn({ name: 'Bert', passphrase }, elsewhere)
  access.people.remove('Bert', by)
  resolve()
  await assert.rejects(signingIn, isCode('wrong-secret'))
  assert.deepEqual(
    access.people.list().map(({ name }) => name),
    ['Anna'],
  )
})

test('a role that changes during verification applies to the new session', async () => {
  const { access, secrets } = await crewed('owner')
  const { promise, resolve } = Promise.withResolvers<void>()
  secrets.delay = promise
  const signingIn = access.people.signIn({ name: 'Bert', passphrase }, elsewhere)
  access.people.setRole('Bert', 'viewer', by)
  resolve()
  assert.equal((await signingIn).credential.role, 'viewer')
  assert.equal(access.people.list().find(({ name }) => name === 'Bert')?.role, 'viewer')
})

test('the only owner can be neither removed nor demoted', async () => {
  const { access } = await crewed('helm')
  assert.throws(() => access.people.remove('Anna', by), isCode('last-owner'))
  for (const role of ['viewer', 'crew', 'helm'] as const)
    assert.throws(() => access.people.setRole('anna', role, by), isCode('last-owner'))
  access.people.setRole('Anna', 'owner', by)
  access.people.setRole('Bert', 'owner', by)
  access.people.setRole('Anna', 'crew', by)
  assert.throws(() => access.people.remove('Bert', by), isCode('last-owner'))
})

test('changing the pass-phrase requires the current one and ends other sessions', async () => {
  const { access, bert } = await crewed()
  const here = await access.people.signIn({ name: 'Bert', passphrase }, home)
  const principal = access.authenticate(here.token, home)
  const change = (current: string, next: string) =>
    access.people.changePassphrase({ current, passphrase: next }, principal, home)
  await assert.rejects(change('wrong', 'quite another phrase'), isCode('wrong-secret'))
  await assert.rejects(change(passphrase, 'bertbertbert'), isCode('invalid-value'))
  await change(passphrase, 'quite another phrase')
  assert.equal(access.authenticate(here.token, home), principal)
  assert.throws(() => access.authenticate(bert.token, home), isCode('unauthenticated'))
  await assert.rejects(access.people.signIn({ name: 'Bert', passphrase }, home), isCode('wrong-secret'))
  await access.people.signIn({ name: 'Bert', passphrase: 'quite another phrase' }, home)
})

test('wrong current pass-phrases count as wrong attempts', async () => {
  const { access, bert } = await crewed()
  const principal = access.authenticate(bert.token, elsewhere)
  const guess = () =>
    access.people.changePassphrase(
      { current: 'wrong', passphrase: 'quite another phrase' },
      principal,
      elsewhere,
    )
  for (let tries = 0; tries < 10; tries++) await assert.rejects(guess(), isCode('wrong-secret'))
  await assert.rejects(guess(), isCode('too-many-requests'))
})

test('rejects a 101st person', async () => {
  const { access } = await claimedAccess()
  for (let count = 1; count < 100; count++) {
    const { code } = access.people.invite({ role: 'viewer' }, by)
    await access.people.join({ code, name: `Guest ${count}`, passphrase }, elsewhere)
  }
  const { code } = access.people.invite({ role: 'viewer' }, by)
  await assert.rejects(
    access.people.join({ code, name: 'Late', passphrase }, elsewhere),
    isCode('storage-full'),
  )
})

test('audits every change of people with its actor', async () => {
  const { access, store } = await crewed()
  await access.people.signIn({ name: 'Bert', passphrase }, elsewhere)
  access.people.setRole('Bert', 'helm', by)
  access.people.remove('Bert', by)
  assert.deepEqual(
    store.events.map(({ operation, actor, subject }) => `${operation}: ${actor.name}, ${subject}`),
    [
      'claimed: Anna, Anna',
      'invited: Anna, crew',
      'joined: Bert, Bert',
      'signed-in: Bert, Bert',
      'role-changed: Anna, Bert',
      'person-removed: Anna, Bert',
    ],
  )
  assert.doesNotMatch(JSON.stringify(store.events), /following wind|mdt_|AAAA/)
})

test('owners need a secure line to sign in and join; crew do not', async () => {
  const { access } = await crewed()
  await assert.rejects(
    access.people.signIn({ name: 'Anna', passphrase }, home, false),
    isCode('tls-required'),
  )
  await access.people.signIn({ name: 'Anna', passphrase }, home, true)
  await access.people.signIn({ name: 'Bert', passphrase }, home, false)
  const { code } = access.people.invite({ role: 'owner' }, by)
  const joining = { code, name: 'Carl', passphrase }
  await assert.rejects(access.people.join(joining, elsewhere, false), isCode('tls-required'))
  // The invitation is still valid over a secure line.
  await access.people.join(joining, elsewhere, true)
})

test('a person has another identity than a removed person of the same name', async () => {
  const { access } = await crewed()
  const signIn = async () =>
    access.authenticate((await access.people.signIn({ name: 'Bert', passphrase }, home)).token, home)
  const before = await signIn()
  assert.deepEqual([before.kind, before.name], ['person', 'Bert'])
  assert.equal((await signIn()).id, before.id)
  access.people.remove('Bert', by)
  const { code } = access.people.invite({ role: 'crew' }, by)
  await access.people.join({ code, name: 'Bert', passphrase }, elsewhere)
  assert.notEqual((await signIn()).id, before.id)
})

test('a recovery invitation replaces the owner of that name and no other person', async () => {
  const { access, anna } = await crewed()
  const { code } = access.people.invite({ role: 'owner' }, by, true)
  await assert.rejects(access.people.join({ code, name: 'Bert', passphrase }, home), isCode('name-taken'))
  const before = access.authenticate(anna.token, home).id
  const again = await access.people.join({ code, name: 'anna', passphrase: 'quite another phrase' }, home)
  assert.equal(access.authenticate(again.token, home).id, before, 'the same person')
  assert.throws(() => access.authenticate(anna.token, home), isCode('unauthenticated'))
  await access.people.signIn({ name: 'anna', passphrase: 'quite another phrase' }, home)
  await access.people.signIn({ name: 'Bert', passphrase }, elsewhere)
  assert.deepEqual(
    access.people
      .list()
      .map(({ name, role }) => `${name} ${role}`)
      .toSorted(),
    ['Bert crew', 'anna owner'],
  )
})
