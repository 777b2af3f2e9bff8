import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { OwnersShore, onMap, streamed, waitsFor } from './owners-shore.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const running = new AsyncDisposableStack()
let shore: OwnersShore

before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-owners-'))
  running.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  shore = running.use(await OwnersShore.start(folder))
})
after(() => running.disposeAsync())

/** What the boat of Mallory measures. */
const mallorys = { latitude: 43, value: 81_508_150 }

/** Minutes from a time on, with consecutive numbers. */
const minutesFrom = (wall: number, count: number, { first = 1, latitude = 54, value = 47_114_711 } = {}) =>
  Array.from({ length: count }, (_, index) => ({
    number: first + index,
    wall: wall + index * minuteMs,
    latitude: latitude + index / 1_000,
    value,
  }))

test('the next owner of an MMSI sees nothing of the one before, by any route or stream', async () => {
  const vessel = 'urn:mrn:imo:mmsi:230000101'
  using alice = shore.boat(vessel, 'alice-log', 'alice.secret')
  assert.equal(await alice.join(await shore.code('alice')), 200)
  assert.equal((await alice.connect()).type, 'accept')
  await alice.sendMinutes(minutesFrom(Date.now() - 30 * minuteMs, 25))
  await alice.sendAlarm(1, Date.now() - minuteMs, 'The alarm of Alice')
  alice.sendUsage(47_124_712)
  alice.sendLive(54.5, 47_114_711)
  await waitsFor(async () => assert.match(await shore.everything('alice', vessel), /alice\.secret/))
  await waitsFor(async () => assert.match(await shore.everything('alice', vessel), /47124712/))
  await waitsFor(async () => assert.match(await shore.track('alice', vessel), /54\.01/))

  const map = onMap(shore, 'mallory')
  const stream = await streamed(shore, 'mallory')
  await shore.remove('alice', vessel)
  await alice.closed()
  using mallory = shore.boat(vessel, 'mallory-log', 'mallory.own')
  assert.equal(await mallory.join(await shore.code('mallory')), 200)
  await waitsFor(async () => assert.match(await shore.fleet('mallory'), /230000101/))
  assert.equal((await mallory.connect()).type, 'accept')
  const early = await shore.everything('mallory', vessel)
  assert.doesNotMatch(early, /alice|4711471|4712471|latitude":54|,54\.|lastContact|No contact|cellular/i)

  mallory.sendLive(43.1, 81_508_150)
  await mallory.sendMinutes(minutesFrom(Date.now() + minuteMs, 3, mallorys))
  await waitsFor(async () => assert.match(await shore.track('mallory', vessel), /43\.001/))
  await waitsFor(async () => assert.match(await shore.everything('mallory', vessel), /mallory\.own/))
  const later = await shore.everything('mallory', vessel)
  assert.doesNotMatch(later, /alice|4711471|4712471|latitude":54|,54\./i)
  await waitsFor(() => Promise.resolve(assert.match(map.text(), /43\.1/)))
  assert.match(stream.text(), /mallory\.own/)
  assert.doesNotMatch(map.text() + stream.text(), /alice|4711471|4712471|latitude":54|,54\./i)
  map.close()
  stream.close()
  assert.doesNotMatch(await shore.everything('alice', vessel), /mallory|81508150|latitude":43/)
})

test('a former owner exports what the boat recorded for her, and nothing of the next owner', async () => {
  const vessel = 'urn:mrn:imo:mmsi:230000101'
  const exported = await shore.exported('alice', vessel)
  assert.match(exported, /alice\.secret/)
  assert.match(exported, /The alarm of Alice/)
  assert.equal(exported.split('\n').filter((line) => line.includes('"alice.secret":47114711')).length, 25)
  assert.doesNotMatch(exported, /mallory|81508150|latitude":43/)
  assert.doesNotMatch(await shore.exported('mallory', vessel), /alice|4711471|4712471|latitude":54/)
  await assert.rejects(shore.exported('carol', vessel), { code: 'not-found' })
})

test('a computer that was sold with the boat gives its old log to nobody else', async () => {
  const vessel = 'urn:mrn:imo:mmsi:230000102'
  using alice = shore.boat(vessel, 'sold-log', 'alice.secret')
  assert.equal(await alice.join(await shore.code('alice')), 200)
  assert.equal((await alice.connect()).type, 'accept')
  await alice.sendMinutes(minutesFrom(Date.now() - 5 * hourMs, 2))
  await shore.remove('alice', vessel)
  await alice.closed()

  assert.equal(
    await alice.join(await shore.code('mallory')),
    200,
    'the same computer, with a code of Mallory',
  )
  const joinedAt = Date.now()
  assert.equal((await alice.connect({ events: 1, segments: 9 })).type, 'accept')
  // Not sent before: old ones, two whose clock was wrong, undated ones, and the one that was being recorded.
  const old = minutesFrom(joinedAt - 4 * hourMs, 3, { first: 3 })
  const wrong = [joinedAt + hourMs, joinedAt + 30 * hourMs, -1, 4e12, joinedAt - 1]
  await alice.sendMinutes([
    ...old,
    ...wrong.flatMap((wall, index) => minutesFrom(wall, 1, { first: 6 + index })),
  ])
  await alice.sendAlarm(1, joinedAt - hourMs, 'Before the sale')
  const own = joinedAt + 2 * minuteMs
  await alice.sendMinutes(minutesFrom(own, 2, { ...mallorys, first: 11 }))
  await waitsFor(async () => assert.match(await shore.track('mallory', vessel), /43\.001/))
  const seen = await shore.everything('mallory', vessel)
  assert.doesNotMatch(seen, /4711471|latitude":54|,54\./)
  assert.doesNotMatch(await shore.exported('mallory', vessel), /4711471|latitude":54|Before the sale/)
  const former = await shore.exported('alice', vessel)
  assert.doesNotMatch(former, /81508150|latitude":43/)
  assert.match(former, /47114711/)
})

test('a record at the border of two ownerships is of the later one, and the minute before of none', async () => {
  const vessel = 'urn:mrn:imo:mmsi:230000103'
  using alice = shore.boat(vessel, 'alice-log', 'alice.secret')
  assert.equal(await alice.join(await shore.code('alice')), 200)
  await shore.remove('alice', vessel)
  using mallory = shore.boat(vessel, 'mallory-log', 'mallory.own')
  assert.equal(await mallory.join(await shore.code('mallory')), 200)
  const since = Date.parse(await shore.since(vessel))
  const border = Math.ceil(since / minuteMs) * minuteMs
  assert.equal((await mallory.connect()).type, 'accept')
  await mallory.sendMinutes([
    { number: 1, wall: since - 1, latitude: 41, value: 1 },
    { number: 2, wall: border, latitude: 42, value: 2 },
  ])
  await waitsFor(async () => assert.match(await shore.track('mallory', vessel), /42/))
  assert.doesNotMatch(await shore.track('mallory', vessel), /,41,/)
  assert.doesNotMatch(await shore.exported('alice', vessel), /mallory/)
})

test('an owner who joins again after another one sees her new time, and can export both', async () => {
  const vessel = 'urn:mrn:imo:mmsi:230000104'
  using first = shore.boat(vessel, 'first-log', 'first.time')
  assert.equal(await first.join(await shore.code('alice')), 200)
  assert.equal((await first.connect()).type, 'accept')
  await first.sendMinutes(minutesFrom(Date.now() - hourMs, 2))
  await shore.remove('alice', vessel)
  using between = shore.boat(vessel, 'between-log', 'mallory.own')
  assert.equal(await between.join(await shore.code('mallory')), 200)
  assert.equal((await between.connect()).type, 'accept')
  await between.sendMinutes(minutesFrom(Date.now() + minuteMs, 2, mallorys))
  await shore.remove('mallory', vessel)
  using again = shore.boat(vessel, 'again-log', 'second.time')
  assert.equal(await again.join(await shore.code('alice')), 200)
  assert.equal((await again.connect()).type, 'accept')
  await again.sendMinutes(minutesFrom(Date.now() + minuteMs, 2, { latitude: 44 }))
  await waitsFor(async () => assert.match(await shore.track('alice', vessel), /44\.001/))
  assert.doesNotMatch(await shore.everything('alice', vessel), /mallory|81508150|latitude":43/)
  const exported = await shore.exported('alice', vessel)
  assert.match(exported, /first\.time/)
  assert.match(exported, /second\.time/)
  assert.doesNotMatch(exported, /mallory|81508150/)
})

test('an owner who joins again at once keeps her history', async () => {
  const vessel = 'urn:mrn:imo:mmsi:230000105'
  using boat = shore.boat(vessel, 'alice-log', 'alice.secret')
  assert.equal(await boat.join(await shore.code('alice')), 200)
  assert.equal((await boat.connect()).type, 'accept')
  await boat.sendMinutes(minutesFrom(Date.now() - hourMs, 2))
  await shore.remove('alice', vessel)
  await boat.closed()
  assert.equal(await boat.join(await shore.code('alice')), 200)
  await waitsFor(async () => assert.match(await shore.track('alice', vessel), /54\.001/))
})

test('a writer that runs behind gives the records of a removed boat to nobody else', async () => {
  const vessel = 'urn:mrn:imo:mmsi:230000106'
  using alice = shore.boat(vessel, 'alice-log', 'alice.secret')
  assert.equal(await alice.join(await shore.code('alice')), 200)
  assert.equal((await alice.connect()).type, 'accept')
  await shore.stopWriter()
  await alice.sendMinutes(minutesFrom(Date.now() + hourMs, 3))
  await alice.sendAlarm(1, Date.now() + hourMs, 'The alarm of Alice')
  await shore.remove('alice', vessel)
  using mallory = shore.boat(vessel, 'mallory-log', 'mallory.own')
  assert.equal(await mallory.join(await shore.code('mallory')), 200)
  await shore.startWriter()
  await waitsFor(async () => assert.match(await shore.exported('alice', vessel), /"alice.secret":47114711/))
  await shore.restartReader()
  assert.doesNotMatch(
    await shore.everything('mallory', vessel),
    /alice|4711471|latitude":54|,54\.|lastContact/i,
  )
})

test('a boat that joined with an earlier version owns what was stored since it joined', async () => {
  const vessel = 'urn:mrn:imo:mmsi:230000107'
  const joinedAt = Date.now() - 3 * hourMs
  await shore.joinedBefore(vessel, 'alice', joinedAt)
  shore.storeUnmarked(vessel, minutesFrom(joinedAt - hourMs, 2, { latitude: 41, value: 1 }))
  shore.storeUnmarked(vessel, minutesFrom(joinedAt + hourMs, 2, { first: 3 }))
  await waitsFor(async () => assert.match(await shore.track('alice', vessel), /54\.001/))
  assert.doesNotMatch(await shore.track('alice', vessel), /,41/)
  await shore.remove('alice', vessel)
  using mallory = shore.boat(vessel, 'mallory-log', 'mallory.own')
  assert.equal(await mallory.join(await shore.code('mallory')), 200)
  await waitsFor(async () => assert.match(await shore.fleet('mallory'), /230000107/))
  assert.doesNotMatch(await shore.everything('mallory', vessel), /4711471|latitude":54|,54\.|,41/)
  assert.match(await shore.exported('alice', vessel), /"design.number":47114711/)
})
