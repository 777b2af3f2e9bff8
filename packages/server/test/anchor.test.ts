import type { AnchorState, AuditEntry, Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatStore } from '../src/storage/boat-store.ts'
import { AnchorBoat, anchorPath, home, smallWatch } from './anchor-boat.ts'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { StreamListener, type ReceivedValue } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const alarmPath = 'notifications.navigation.anchor'
const members = ['position', 'maxRadius', 'currentRadius', 'rodeLength', 'bearingTrue', 'state']

const isAt =
  (path: string, isRight: (value: unknown) => boolean) =>
  (received: ReceivedValue): boolean =>
    received.path === path && isRight(received.value)

const levelOf = (value: unknown): string => (value as Notification).state

test('reports of the watch are on the stream, with the watch as source', limit, async () => {
  await using boat = await AnchorBoat.start()
  await using listener = await StreamListener.open(boat.url)
  listener.forget()
  await boat.must('POST drop')
  const { source } = await listener.firstValue(
    isAt('navigation.anchor.state', (value) => value === 'setting'),
  )
  assert.equal(source, 'anchor-watch')
  const { value: position } = await listener.firstValue(
    isAt('navigation.anchor.position', (value) => value !== null),
  )
  assert.deepEqual(position, home)
  await boat.must('POST radius', { value: 44 })
  await listener.firstValue(isAt('navigation.anchor.maxRadius', (value) => value === 44))
  listener.forget()
  await boat.must('POST raise')
  await listener.firstValue(isAt('navigation.anchor.state', (value) => value === 'raised'))
  for (const name of members.slice(0, 5))
    await listener.firstValue(isAt(`navigation.anchor.${name}`, (value) => value === null))
})

test('a rejected command changes nothing on the stream', limit, async () => {
  await using boat = await AnchorBoat.start({ provider: smallWatch })
  await boat.bring('watching')
  await boat.spoil('refuses everything')
  await using listener = await StreamListener.open(boat.url)
  for (const [ask, body] of [['POST raise'], ['POST radius', { value: 99 }]] as const)
    assert.equal((await boat.ask(ask, { body })).status, 502)
  await listener.settled()
  assert.ok(!listener.valuesAt('navigation.anchor.maxRadius').includes(99))
  assert.ok(!listener.valuesAt('navigation.anchor.state').includes('raised'))
})

test(
  'losing the provider while the anchor is down raises the alarm; a returning provider watches the same anchor',
  limit,
  async () => {
    await using boat = await AnchorBoat.start({ provider: smallWatch })
    await boat.bring('watching')
    const { position } = await boat.state()
    await using listener = await StreamListener.open(boat.url)
    listener.forget()
    const lostAt = performance.now()
    await boat.spoil('ends when it is asked')
    const { status } = await boat.ask('POST drop')
    assert.equal(status, 503)
    const alarm = await listener.firstValue(isAt(alarmPath, (value) => levelOf(value) === 'alarm'))
    assert.ok(performance.now() - lostAt < timeLimit(2_000))
    assert.equal((alarm.value as Notification).message, 'The anchor is no longer watched')
    assert.ok((alarm.value as Notification).method.includes('sound'))
    await listener.firstValue(isAt('navigation.anchor.currentRadius', (value) => value === null))
    await boat.isOnline()
    assert.deepEqual((await boat.state()).position, position)
    await listener.firstValue(isAt(alarmPath, (value) => levelOf(value) === 'normal'))
  },
)

test(
  'a boat outside its radius raises the alarm, which ends when the radius contains the boat',
  limit,
  async () => {
    await using boat = await AnchorBoat.start({ provider: { ...smallWatch, settings: { pace: 10 } } })
    await boat.must('POST reposition', { rodeLength: 40, anchorDepth: 6 })
    await using listener = await StreamListener.open(boat.url)
    listener.forget()
    const { maxRadius } = await boat.must('POST radius', { value: 20 })
    assert.equal(maxRadius, 20)
    const { source, value } = await listener.firstValue(
      isAt(alarmPath, (shown) => levelOf(shown) === 'alarm'),
    )
    assert.equal(source, 'bower')
    assert.match((value as Notification).message, /circle of 20 m/)
    assert.equal((await boat.state()).alert?.level, 'alarm')
    await boat.must('POST radius', { value: 60 })
    await listener.firstValue(isAt(alarmPath, (shown) => levelOf(shown) === 'normal'))
  },
)

test('a silent watch raises the alarm while the anchor is down', limit, async () => {
  await using boat = await AnchorBoat.start({ provider: smallWatch })
  await boat.bring('watching')
  await using listener = await StreamListener.open(boat.url)
  listener.forget()
  await boat.spoil('tells only what it is asked')
  await listener.firstValue(isAt(alarmPath, (value) => levelOf(value) === 'alarm'))
  const { online, confirmed } = await boat.state()
  assert.deepEqual([online, confirmed], [false, false])
})

test('after a restart the first frame contains the anchor, before the watch runs', limit, async () => {
  await using boat = await AnchorBoat.start()
  await boat.bring('watching')
  await boat.boat.restart({ isSafe: true })
  await using listener = await StreamListener.open(boat.url)
  const { value } = await listener.firstAt('navigation.anchor.position')
  assert.deepEqual(value, home)
  const state = await getJson<AnchorState>(boat.url, anchorPath)
  const { maxRadius, currentRadius, confirmed, device } = state
  assert.deepEqual(
    [state.state, maxRadius, currentRadius, confirmed, device],
    ['watching', 50, null, false, 'anchor-watch'],
  )
  assert.deepEqual(
    listener
      .valuesAt(alarmPath)
      .map(levelOf)
      .filter((level) => level !== 'normal'),
    [],
  )
  await boat.boat.restart()
  await boat.isOnline()
  assert.deepEqual((await boat.state()).position, home)
})

test('the audit contains every command, completed or rejected, in the common hash chain', limit, async () => {
  await using boat = await AnchorBoat.start()
  await boat.bring('watching')
  assert.equal((await boat.ask('POST reposition', { body: { rodeLength: 5, anchorDepth: 6 } })).status, 400)
  await boat.must('POST raise')
  const look = (): AuditEntry[] => {
    using store = new BoatStore(boat.boat.folder, { mayRepair: false })
    assert.equal(store.audit.findBreak(), undefined)
    return store.audit.of('anchor-watch', { limit: 3, before: Number.MAX_SAFE_INTEGER })
  }
  // The audit is written after the response.
  const isRaise = (entry: AuditEntry | undefined): boolean =>
    (entry?.asked as { readonly name?: string } | undefined)?.name === 'raise'
  const [raised, refused, radius] = await until(look, ([newest]) => isRaise(newest))
  assert.ok(raised !== undefined && refused !== undefined && radius !== undefined)
  assert.deepEqual([raised.asked, raised.outcome], [{ name: 'raise', input: {} }, 'OK'])
  assert.deepEqual(
    [refused.sent, refused.outcome],
    [{ name: 'reposition', input: { rodeLength: 5, anchorDepth: 6 } }, 'invalid-value'],
  )
  assert.deepEqual(radius.asked, { name: 'radius', input: { value: 50 } })
  assert.equal((raised.before as AnchorState).state, 'watching')
  assert.equal((raised.reported as AnchorState).state, 'raised')
})

test('the tree contains the anchor', limit, async () => {
  await using boat = await AnchorBoat.start()
  await boat.bring('watching')
  const { text } = await exchange(boat.url, '/marinedata/v1/api/vessels/self/navigation/anchor')
  for (const name of members) assert.ok(text.includes(`"${name}"`), name)
})
