import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anna, bilge, TrialAlerts } from './trial-alerts.ts'

test('what is raised has an id, sounds, and says since when', async () => {
  const alerts = new TrialAlerts()
  assert.deepEqual(alerts.hear('alarm'), {
    state: 'alarm',
    method: ['visual', 'sound'],
    message: 'Water',
    id: 'alert-1',
    status: 'active',
    raisedAt: '2026-01-01T00:00:00.000Z',
  })
  assert.equal(alerts.store.all().length, 1)
})

test('what is normal and never was anything else is no alert', async () => {
  const alerts = new TrialAlerts()
  assert.deepEqual(alerts.hear('normal'), { state: 'normal', method: [], message: '' })
  assert.deepEqual([alerts.book.size, alerts.store.writes], [0, 0])
})

test('acknowledged, it stays what it is, but is silent', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('warn')
  await alerts.desk.acknowledge(id, anna)
  const { state, method, status, acknowledgedBy, acknowledgedAt } = alerts.at()
  assert.deepEqual([state, method, status], ['warn', ['visual'], 'acknowledged'])
  assert.deepEqual([acknowledgedBy, acknowledgedAt], ['Anna', '2026-01-01T00:00:00.000Z'])
})

test('an acknowledged warning that becomes an alarm sounds again, and is the same alert', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('warn')
  await alerts.desk.acknowledge(id, anna)
  const now = alerts.hear('alarm')
  assert.deepEqual([now.id, now.status, now.method], [id, 'active', ['visual', 'sound']])
  assert.equal(now.acknowledgedBy, undefined)
})

test('another call sounds again though it is no worse, and is the same alert', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm', { episode: 1 })
  await alerts.desk.acknowledge(id, anna)
  assert.equal(alerts.hear('alarm', { episode: 1, message: 'More water' }).status, 'acknowledged')
  assert.equal(alerts.hear('warn', { episode: 2 }).status, 'acknowledged', 'what eases is no call')
  const now = alerts.hear('warn', { episode: 3 })
  assert.deepEqual(
    [now.id, now.status, now.method, now.episode, now.acknowledgedBy],
    [id, 'active', ['visual', 'sound'], 3, undefined],
  )
  assert.equal((await alerts.restarted()).at().status, 'active')
})

test('who does not count its calls makes no other by beginning or ceasing to', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  await alerts.desk.acknowledge(id, anna)
  assert.equal(alerts.hear('alarm', { episode: 1 }).status, 'acknowledged')
  assert.equal(alerts.hear('alarm').status, 'acknowledged')
})

test('an acknowledged alarm that eases stays acknowledged', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  await alerts.desk.acknowledge(id, anna)
  const { state, status, acknowledgedBy } = alerts.hear('warn')
  assert.deepEqual([state, status, acknowledgedBy], ['warn', 'acknowledged', 'Anna'])
})

test('silence lasts thirty seconds, and then it sounds again', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  assert.equal((await alerts.desk.silence(id, anna)).silencedUntil, '2026-01-01T00:00:30.000Z')
  assert.deepEqual([alerts.at().status, alerts.at().method], ['silenced', ['visual']])
  await alerts.pass(29.75)
  assert.equal(alerts.at().status, 'silenced')
  await alerts.pass(0.25)
  assert.deepEqual([alerts.at().status, alerts.at().method], ['active', ['visual', 'sound']])
  assert.equal(alerts.at().silencedUntil, undefined)
})

test('silence does not outlive a higher severity', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('warn')
  await alerts.desk.silence(id, anna)
  assert.equal(alerts.hear('warn').status, 'silenced')
  assert.equal(alerts.hear('emergency').status, 'active')
})

test('a wall clock that jumps neither ends a silence nor prolongs it', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  await alerts.desk.silence(id, anna)
  alerts.clock.setWall(Date.UTC(2081, 0, 1))
  await alerts.pass(29)
  assert.equal(alerts.at().status, 'silenced')
  await alerts.pass(1)
  assert.equal(alerts.at().status, 'active')
})

test('what is over before anyone acknowledged it stays listed until someone has', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  const over = alerts.hear('normal')
  assert.deepEqual(
    [over.state, over.status, over.method, over.message],
    ['normal', 'rectified', ['visual'], 'Water'],
  )
  assert.equal(alerts.desk.list().length, 1)
  await alerts.desk.acknowledge(id, anna)
  assert.deepEqual(alerts.at(), { state: 'normal', method: [], message: '', id })
  assert.deepEqual([alerts.desk.list(), alerts.store.all()], [[], []])
})

test('what was acknowledged is gone when it is over, and is another alert when it comes again', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('alarm')
  await alerts.desk.acknowledge(id, anna)
  assert.equal(alerts.hear('normal').status, undefined)
  assert.equal(alerts.book.size, 0)
  assert.notEqual(alerts.hear('alarm').id, id)
})

test('what comes again before anyone saw it is the same alert', async () => {
  const alerts = new TrialAlerts()
  const { id } = alerts.hear('alarm')
  alerts.hear('normal')
  alerts.clock.advance(5_000)
  const again = alerts.hear('warn')
  assert.deepEqual([again.id, again.status, again.raisedAt], [id, 'active', '2026-01-01T00:00:05.000Z'])
})

test('two sources at one path are two alerts', async () => {
  const alerts = new TrialAlerts()
  const port = alerts.hear('alarm', { source: 'port' })
  const starboard = alerts.hear('alarm', { source: 'starboard' })
  assert.notEqual(port.id, starboard.id)
  alerts.hear('normal', { source: 'port' })
  assert.deepEqual(
    alerts.desk.list().map(({ source, status }) => [source, status]),
    [
      ['starboard', 'active'],
      ['port', 'rectified'],
    ],
  )
})

test('what nobody acknowledges becomes what it was said to become, and sounds', async () => {
  const alerts = new TrialAlerts()
  const escalates = { seconds: 60, state: 'alarm' } as const
  const { id = '' } = alerts.hear('alert', { method: ['visual'], escalates })
  await alerts.pass(30)
  await alerts.desk.silence(id, anna)
  await alerts.pass(29.75)
  assert.equal(alerts.at().state, 'alert')
  await alerts.pass(0.25)
  assert.deepEqual(
    [alerts.at().state, alerts.at().status, alerts.at().method],
    ['alarm', 'active', ['visual', 'sound']],
  )
  // Its source goes on to say what it said before: that is no easing.
  assert.equal(alerts.hear('alert', { method: ['visual'], escalates }).state, 'alarm')
  await alerts.desk.acknowledge(id, anna)
  await alerts.pass(600)
  assert.deepEqual([alerts.at().state, alerts.at().status], ['alarm', 'acknowledged'])
})

test('what was acknowledged in time does not escalate, and an alarm without a word stays an alarm', async () => {
  const alerts = new TrialAlerts()
  const { id = '' } = alerts.hear('warn', { escalates: { seconds: 60, state: 'alarm' } })
  alerts.hear('alarm', { path: 'notifications.fire' })
  await alerts.desk.acknowledge(id, anna)
  await alerts.pass(600)
  assert.equal(alerts.at().state, 'warn')
  assert.equal(alerts.at('notifications.fire').state, 'alarm')
})

test('another wording is told at once and written later, together with others', async () => {
  const alerts = new TrialAlerts()
  alerts.hear('alarm')
  const { writes } = alerts.store
  for (let depth = 0; depth < 50; depth++)
    assert.equal(alerts.hear('alarm', { message: `${depth} cm` }).message, `${depth} cm`)
  assert.equal(alerts.store.writes, writes)
  await alerts.pass(2)
  assert.equal(alerts.store.writes, writes + 1)
  assert.equal(alerts.store.all()[0]?.condition.message, '49 cm')
})

test('a source that flaps is told every time, and does not wear out the card', async () => {
  const alerts = new TrialAlerts()
  for (let round = 0; round < 500; round++) {
    assert.equal(alerts.hear('alarm').status, 'active')
    assert.equal(alerts.hear('normal').status, 'rectified')
  }
  assert.ok(alerts.store.writes <= 10, `${alerts.store.writes} writes`)
  await alerts.pass(2)
  assert.equal(alerts.store.all()[0]?.status, 'rectified')
})

test('after a restart: same id, same acknowledgement, and what was silenced sounds', async () => {
  const before = new TrialAlerts()
  const { id = '' } = before.hear('alarm')
  await before.desk.acknowledge(id, anna)
  const silenced = before.hear('warn', { path: 'notifications.fire' })
  await before.desk.silence(silenced.id ?? '', anna)
  const over = before.hear('warn', { path: 'notifications.depth' })
  before.hear('normal', { path: 'notifications.depth' })
  const after = await before.restarted()
  assert.deepEqual(after.at(bilge), before.at(bilge))
  const { status, id: same } = after.at('notifications.fire')
  assert.deepEqual([status, same], ['active', silenced.id])
  assert.deepEqual(
    [after.at('notifications.depth').status, after.at('notifications.depth').id],
    ['rectified', over.id],
  )
})

test('what is said while the process ends is told, but nobody wakes up with it', async () => {
  const before = new TrialAlerts()
  before.hear('alarm')
  before.hear('alarm', { message: 'More water' })
  await before.book.close()
  assert.equal(before.hear('alarm', { path: 'notifications.pilot' }).status, 'active')
  await before.pass(10)
  const after = await before.restarted()
  assert.deepEqual(
    after.desk.list().map(({ path, message }) => [path, message]),
    [[bilge, 'More water']],
  )
})

test('what the server said of itself, and does not say again within a minute of the start, is over', async () => {
  const before = new TrialAlerts()
  const own = { path: 'notifications.server.storage', source: 'server' }
  const seen = { path: 'notifications.server.seen', source: 'server' }
  const still = { path: 'notifications.server.still', source: 'server' }
  before.hear('warn', own)
  for (const each of [seen, still]) await before.desk.acknowledge(before.hear('warn', each).id ?? '', anna)
  before.hear('warn')
  const after = await before.restarted()
  assert.equal(after.hear('warn', still).acknowledgedBy, 'Anna')
  const listed = (): string[] => after.desk.list().map(({ path, status }) => `${path} ${status}`)
  await after.pass(59)
  assert.equal(listed().length, 4)
  await after.pass(1)
  assert.deepEqual(
    new Set(listed()),
    new Set([`${bilge} active`, `${own.path} rectified`, `${still.path} acknowledged`]),
  )
  assert.equal(after.at(seen.path).status, undefined)
})
