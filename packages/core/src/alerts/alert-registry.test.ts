import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anna, bilge, AlertsFixture } from '#testing/alerts-fixture.ts'

test('a raised alert has an id, a sound and a start time', async () => {
  const alerts = new AlertsFixture()
  assert.deepEqual(alerts.report('alarm'), {
    state: 'alarm',
    method: ['visual', 'sound'],
    message: 'Water',
    id: 'alert-1',
    status: 'active',
    raisedAt: '2026-01-01T00:00:00.000Z',
  })
  assert.equal(alerts.store.all().length, 1)
})

test('a normal condition without an alert creates no alert', async () => {
  const alerts = new AlertsFixture()
  assert.deepEqual(alerts.report('normal'), { state: 'normal', method: [], message: '' })
  assert.deepEqual([alerts.registry.size, alerts.store.writes], [0, 0])
})

test('an acknowledged alert keeps its severity and does not sound', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('warn')
  await alerts.service.acknowledge(id, anna)
  const { state, method, status, acknowledgedBy, acknowledgedAt } = alerts.at()
  assert.deepEqual([state, method, status], ['warn', ['visual'], 'acknowledged'])
  assert.deepEqual([acknowledgedBy, acknowledgedAt], ['Anna', '2026-01-01T00:00:00.000Z'])
})

test('an acknowledged warning that becomes an alarm sounds again under the same id', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('warn')
  await alerts.service.acknowledge(id, anna)
  const now = alerts.report('alarm')
  assert.deepEqual([now.id, now.status, now.method], [id, 'active', ['visual', 'sound']])
  assert.equal(now.acknowledgedBy, undefined)
})

test('a new episode sounds again at the same severity under the same id', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm', { episode: 1 })
  await alerts.service.acknowledge(id, anna)
  assert.equal(alerts.report('alarm', { episode: 1, message: 'More water' }).status, 'acknowledged')
  assert.equal(alerts.report('warn', { episode: 2 }).status, 'acknowledged', 'what eases is no call')
  const now = alerts.report('warn', { episode: 3 })
  assert.deepEqual(
    [now.id, now.status, now.method, now.episode, now.acknowledgedBy],
    [id, 'active', ['visual', 'sound'], 3, undefined],
  )
  assert.equal((await alerts.restarted()).at().status, 'active')
})

test('adding or removing the episode number starts no new episode', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  await alerts.service.acknowledge(id, anna)
  assert.equal(alerts.report('alarm', { episode: 1 }).status, 'acknowledged')
  assert.equal(alerts.report('alarm').status, 'acknowledged')
})

test('an acknowledged alarm stays acknowledged at a lower severity', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  await alerts.service.acknowledge(id, anna)
  const { state, status, acknowledgedBy } = alerts.report('warn')
  assert.deepEqual([state, status, acknowledgedBy], ['warn', 'acknowledged', 'Anna'])
})

test('a silenced alert sounds again after thirty seconds', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  assert.equal((await alerts.service.silence(id, anna)).silencedUntil, '2026-01-01T00:00:30.000Z')
  assert.deepEqual([alerts.at().status, alerts.at().method], ['silenced', ['visual']])
  await alerts.pass(29.75)
  assert.equal(alerts.at().status, 'silenced')
  await alerts.pass(0.25)
  assert.deepEqual([alerts.at().status, alerts.at().method], ['active', ['visual', 'sound']])
  assert.equal(alerts.at().silencedUntil, undefined)
})

test('a higher severity ends the silence', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('warn')
  await alerts.service.silence(id, anna)
  assert.equal(alerts.report('warn').status, 'silenced')
  assert.equal(alerts.report('emergency').status, 'active')
})

test('jumps of the wall clock do not change the duration of a silence', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  await alerts.service.silence(id, anna)
  alerts.clock.setWall(Date.UTC(2081, 0, 1))
  await alerts.pass(29)
  assert.equal(alerts.at().status, 'silenced')
  await alerts.pass(1)
  assert.equal(alerts.at().status, 'active')
})

test('an alert that ends unacknowledged stays listed until acknowledged', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  const over = alerts.report('normal')
  assert.deepEqual(
    [over.state, over.status, over.method, over.message],
    ['normal', 'rectified', ['visual'], 'Water'],
  )
  assert.equal(alerts.service.list().length, 1)
  await alerts.service.acknowledge(id, anna)
  assert.deepEqual(alerts.at(), { state: 'normal', method: [], message: '', id })
  assert.deepEqual([alerts.service.list(), alerts.store.all()], [[], []])
})

test('an acknowledged alert is removed when it ends, and gets a new id when raised again', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('alarm')
  await alerts.service.acknowledge(id, anna)
  assert.equal(alerts.report('normal').status, undefined)
  assert.equal(alerts.registry.size, 0)
  assert.notEqual(alerts.report('alarm').id, id)
})

test('an alert raised again before it was acknowledged keeps its id', async () => {
  const alerts = new AlertsFixture()
  const { id } = alerts.report('alarm')
  alerts.report('normal')
  alerts.clock.advance(5_000)
  const again = alerts.report('warn')
  assert.deepEqual([again.id, again.status, again.raisedAt], [id, 'active', '2026-01-01T00:00:05.000Z'])
})

test('two sources at one path have two alerts', async () => {
  const alerts = new AlertsFixture()
  const port = alerts.report('alarm', { source: 'port' })
  const starboard = alerts.report('alarm', { source: 'starboard' })
  assert.notEqual(port.id, starboard.id)
  alerts.report('normal', { source: 'port' })
  assert.deepEqual(
    alerts.service.list().map(({ source, status }) => [source, status]),
    [
      ['starboard', 'active'],
      ['port', 'rectified'],
    ],
  )
})

test('an unacknowledged alert escalates as configured and sounds', async () => {
  const alerts = new AlertsFixture()
  const escalates = { seconds: 60, state: 'alarm' } as const
  const { id = '' } = alerts.report('alert', { method: ['visual'], escalates })
  await alerts.pass(30)
  await alerts.service.silence(id, anna)
  await alerts.pass(29.75)
  assert.equal(alerts.at().state, 'alert')
  await alerts.pass(0.25)
  assert.deepEqual(
    [alerts.at().state, alerts.at().status, alerts.at().method],
    ['alarm', 'active', ['visual', 'sound']],
  )
  // The source repeats its condition: that does not lower the severity.
  assert.equal(alerts.report('alert', { method: ['visual'], escalates }).state, 'alarm')
  await alerts.service.acknowledge(id, anna)
  await alerts.pass(600)
  assert.deepEqual([alerts.at().state, alerts.at().status], ['alarm', 'acknowledged'])
})

test('an acknowledged alert does not escalate, nor does an alarm without escalation', async () => {
  const alerts = new AlertsFixture()
  const { id = '' } = alerts.report('warn', { escalates: { seconds: 60, state: 'alarm' } })
  alerts.report('alarm', { path: 'notifications.fire' })
  await alerts.service.acknowledge(id, anna)
  await alerts.pass(600)
  assert.equal(alerts.at().state, 'warn')
  assert.equal(alerts.at('notifications.fire').state, 'alarm')
})

test('publishes a changed message immediately and writes it with the next batch', async () => {
  const alerts = new AlertsFixture()
  alerts.report('alarm')
  const { writes } = alerts.store
  for (let depth = 0; depth < 50; depth++)
    assert.equal(alerts.report('alarm', { message: `${depth} cm` }).message, `${depth} cm`)
  assert.equal(alerts.store.writes, writes)
  await alerts.pass(2)
  assert.equal(alerts.store.writes, writes + 1)
  assert.equal(alerts.store.all()[0]?.condition.message, '49 cm')
})

test('publishes every change of a flapping source but limits the writes', async () => {
  const alerts = new AlertsFixture()
  for (let round = 0; round < 500; round++) {
    assert.equal(alerts.report('alarm').status, 'active')
    assert.equal(alerts.report('normal').status, 'rectified')
  }
  assert.ok(alerts.store.writes <= 10, `${alerts.store.writes} writes`)
  await alerts.pass(2)
  assert.equal(alerts.store.all()[0]?.status, 'rectified')
})

test('restores id and acknowledgement after a restart, and silenced alerts sound again', async () => {
  const before = new AlertsFixture()
  const { id = '' } = before.report('alarm')
  await before.service.acknowledge(id, anna)
  const silenced = before.report('warn', { path: 'notifications.fire' })
  await before.service.silence(silenced.id ?? '', anna)
  const over = before.report('warn', { path: 'notifications.depth' })
  before.report('normal', { path: 'notifications.depth' })
  const after = await before.restarted()
  assert.deepEqual(after.at(bilge), before.at(bilge))
  const { status, id: same } = after.at('notifications.fire')
  assert.deepEqual([status, same], ['active', silenced.id])
  assert.deepEqual(
    [after.at('notifications.depth').status, after.at('notifications.depth').id],
    ['rectified', over.id],
  )
})

test('conditions received after close are published but not restored at the next start', async () => {
  const before = new AlertsFixture()
  before.report('alarm')
  before.report('alarm', { message: 'More water' })
  await before.registry.close()
  assert.equal(before.report('alarm', { path: 'notifications.pilot' }).status, 'active')
  await before.pass(10)
  const after = await before.restarted()
  assert.deepEqual(
    after.service.list().map(({ path, message }) => [path, message]),
    [[bilge, 'More water']],
  )
})

test('ends alerts of the server that it does not raise again within a minute of the start', async () => {
  const before = new AlertsFixture()
  const own = { path: 'notifications.server.storage', source: 'server' }
  const seen = { path: 'notifications.server.seen', source: 'server' }
  const still = { path: 'notifications.server.still', source: 'server' }
  before.report('warn', own)
  for (const each of [seen, still])
    await before.service.acknowledge(before.report('warn', each).id ?? '', anna)
  before.report('warn')
  const after = await before.restarted()
  assert.equal(after.report('warn', still).acknowledgedBy, 'Anna')
  const listed = (): string[] => after.service.list().map(({ path, status }) => `${path} ${status}`)
  await after.pass(59)
  assert.equal(listed().length, 4)
  await after.pass(1)
  assert.deepEqual(
    new Set(listed()),
    new Set([`${bilge} active`, `${own.path} rectified`, `${still.path} acknowledged`]),
  )
  assert.equal(after.at(seen.path).status, undefined)
})
