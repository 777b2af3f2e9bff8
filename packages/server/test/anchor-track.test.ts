import {
  AnchorCompleted,
  AnchorStays,
  AnchorTrack,
  checkOf,
  type AnchorState,
  type AuditEntry,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { BoatStore } from '../src/storage/boat-store.ts'
import { anchorPath, askAnchor, boatsWatch, home, smallWatch } from './anchor-boat.ts'
import { Crew, type CrewKind } from '@marinedata/testing/boats/crew'
import { assertProblem, getJson, type Exchange } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const trackShape = checkOf<AnchorTrack>(AnchorTrack)
const staysShape = checkOf<AnchorStays>(AnchorStays)
const completedShape = checkOf<AnchorCompleted>(AnchorCompleted)

const limits = { keys: 100, valueBytes: 16_384, totalBytes: 1_000_000 }
const half = 30
const lived = 50_000
const metresPerDegree = 111_195
/** How many half minutes ago the anchor was dropped without a command. */
const fellAt = 60

/** Metres south of home so many half minutes ago: the boat arrives, drops at home, and falls back by 30 m. */
const southAt = (ago: number): number =>
  ago > fellAt ? Math.min(3_000, 50 * (ago - fellAt)) : Math.min(30, 3 * (fellAt - ago))

const keptTrack = {
  origin: home,
  points: Array.from({ length: 240 }, (_, index) => {
    const ago = 239 - index
    return [lived - ago * half, Math.round(-10 * southAt(ago)), 0]
  }),
}

/** Writes the track of a boat that had arrived before the server was stopped. */
const keepWake = async (folder: string): Promise<void> => {
  using store = new BoatStore(folder)
  void store.plugins.decide(boatsWatch.plugin, { settings: { ...boatsWatch.settings } })
  const kept = {
    watch: { version: 1, last: null, stay: null, downtime: null },
    time: { clock: Date.now() / 1_000, lived },
    wake: keptTrack,
  }
  void store.plugins.saveValues(boatsWatch.plugin, kept, limits)
}

const isOnline = (url: string, headers = {}): Promise<Exchange> =>
  until(
    () => askAnchor(url, 'GET', { headers }),
    ({ text }) => text.includes('"confirmed":true'),
  )

/** Polls until the track meets the condition: responses are cached for one second. */
const trackOf = async (boat: Boat, isRight: (track: AnchorTrack) => boolean): Promise<AnchorTrack> => {
  const ask = (): Promise<AnchorTrack> => getJson(boat.url, `${anchorPath}/track`)
  const track = await until(ask, isRight)
  assert.deepEqual(trackShape.faults(track), [])
  return track
}

const agoOf = (time: string): number => (Date.now() - Date.parse(time)) / 1_000
const isRaised = ({ state }: AnchorTrack): boolean => state === 'raised'

const asks = [
  { ask: 'GET track' },
  { ask: 'GET stays' },
  { ask: 'POST set-from-track', body: { time: '2026-01-01T00:00:00Z' } },
] as const

/** Bodies without exactly one valid time. */
const noTimes: readonly (readonly [title: string, body: string | undefined])[] = [
  ['nothing', undefined],
  ['null', 'null'],
  ['an array', '["2026-01-01T00:00:00Z"]'],
  ['an object with nothing in it', '{}'],
  ['half an object', '{"time":"2026-01-01T00:00:00Z"'],
  ['a time of null', '{"time":null}'],
  ['a number', '{"time":1767225600}'],
  ['a word', '{"time":"yesterday"}'],
  ['a time without a zone', '{"time":"2026-01-01T00:00:00"}'],
  ['a time in another zone', '{"time":"2026-01-01T00:00:00+01:00"}'],
  ['a thirteenth month', '{"time":"2026-13-01T00:00:00Z"}'],
  ['a member too many', '{"time":"2026-01-01T00:00:00Z","rodeLength":40}'],
  ['a misspelt member', '{"at":"2026-01-01T00:00:00Z"}'],
]

/** Valid times that are not in the track. */
const otherTimes: readonly (readonly [title: string, time: string])[] = [
  ['years ago', '2020-01-01T00:00:00Z'],
  ['to come', '2199-01-01T00:00:00Z'],
  ['in a leap second', '2026-06-30T23:59:60Z'],
]

suite('the track of a boat that has arrived', () => {
  let boat: Boat
  before(async () => {
    boat = await startBoat({ plugins: { given: [boatsWatch.place] }, prepare: keepWake })
    await isOnline(boat.url)
  })
  after(() => boat[Symbol.asyncDispose]())

  for (const [title, body] of noTimes)
    test(`${title} is not a valid time: invalid-body`, limit, async () => {
      assertProblem(await askAnchor(boat.url, 'POST set-from-track', { body }), 'invalid-body')
    })

  for (const [title, time] of otherTimes)
    test(`a time ${title} is not in the track: anchor-no-position`, limit, async () => {
      const answer = await askAnchor(boat.url, 'POST set-from-track', { body: { time } })
      assertProblem(answer, 'anchor-no-position')
      assert.equal((await getJson<AnchorState>(boat.url, anchorPath)).state, 'raised')
    })

  for (const ask of ['POST track', 'DELETE track', 'POST stays', 'GET set-from-track', 'PUT set-from-track'])
    test(`${ask}: method-not-allowed`, limit, async () => {
      assertProblem(await askAnchor(boat.url, ask), 'method-not-allowed')
    })

  test(
    'with the anchor raised, the track covers the last hours, oldest first, and survives a restart',
    limit,
    async () => {
      const { track } = await trackOf(boat, isRaised)
      assert.ok(track.length > 150 && track.length <= 240, `${track.length} points`)
      const times = track.map(([time]) => Date.parse(time))
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      )
      const [first] = track
      assert.ok(first !== undefined && Math.abs(agoOf(first[0]) - 239 * half) < 120, first?.[0])
      assert.ok(Math.abs((home.latitude - first[1]) * metresPerDegree - 3_000) < 1)
    },
  )

  test(
    'set-from-track sets the anchor at the position of that time, and the stay has the track since then',
    limit,
    async () => {
      const { track } = await trackOf(boat, isRaised)
      const [time] = track.find(([, latitude]) => Math.abs(latitude - home.latitude) < 1e-7) ?? assert.fail()
      const headers = { 'idempotency-key': 'once' }
      const answer = await askAnchor(boat.url, 'POST set-from-track', { body: { time }, headers })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers['x-device'], boatsWatch.device)
      const completed: unknown = JSON.parse(answer.text)
      assert.deepEqual(completedShape.faults(completed), [])
      const { anchor, ...envelope } = completed as AnchorCompleted
      assert.deepEqual(envelope, { state: 'COMPLETED', statusCode: 200, message: 'OK' })
      assert.equal(anchor.state, 'watching')
      assert.ok(Math.abs((anchor.position?.latitude ?? 0) - home.latitude) < 1e-6)
      assert.ok((anchor.maxRadius ?? 0) > 30, 'as far as it has fallen back')

      const again = await askAnchor(boat.url, 'POST set-from-track', { body: { time }, headers })
      assert.deepEqual(JSON.parse(again.text), completed)
      const other = { time: new Date().toISOString() }
      const conflict = await askAnchor(boat.url, 'POST set-from-track', { body: other, headers })
      assertProblem(conflict, 'idempotency-conflict')

      const stay = await trackOf(boat, ({ state }) => state === 'watching')
      assert.equal(stay.track[0]?.[0], time)
      const [, south] = stay.track.at(-1) ?? assert.fail()
      assert.ok(Math.abs((home.latitude - south) * metresPerDegree - 30) < 1)
    },
  )

  test(
    'set-from-track can be repeated with another time, and raising stores the stay with its position',
    limit,
    async () => {
      const { track } = await trackOf(boat, ({ state }) => state === 'watching')
      const [time, latitude] = track[3] ?? assert.fail()
      const answer = await askAnchor(boat.url, 'POST set-from-track', { body: { time } })
      const { anchor } = JSON.parse(answer.text) as AnchorCompleted
      assert.ok(Math.abs((anchor.position?.latitude ?? 0) - latitude) < 1e-6)
      await askAnchor(boat.url, 'POST raise')
      const past = await until(
        () => getJson<AnchorStays>(boat.url, `${anchorPath}/stays`),
        ({ stays }) => stays.length > 0,
      )
      assert.deepEqual(staysShape.faults(past), [])
      const [stay] = past.stays
      assert.ok(stay !== undefined && past.stays.length === 1)
      assert.ok(Math.abs(stay.position.latitude - latitude) < 1e-6)
      assert.equal(stay.from, track[0]?.[0])
      assert.ok(agoOf(stay.to) < 60 && stay.farthest > 20 && stay.maxRadius > stay.farthest)
      await trackOf(boat, isRaised)
      await boat.restart()
      await isOnline(boat.url)
      assert.deepEqual(await getJson(boat.url, `${anchorPath}/stays`), past)
    },
  )

  test('the audit contains set-from-track like every other command', limit, async () => {
    const look = (): AuditEntry[] => {
      using store = new BoatStore(boat.folder, { mayRepair: false })
      return store.audit.of(boatsWatch.device, { limit: 20, before: Number.MAX_SAFE_INTEGER })
    }
    const entries = await until(look, ({ length }) => length > 0)
    const outcomes = entries
      .filter(({ asked }) => (asked as { readonly name: string }).name === 'set-from-track')
      .map(({ outcome }) => outcome)
    assert.deepEqual(new Set(outcomes), new Set(['OK', 'anchor-no-position']))
  })
})

suite('missing support and missing rights', () => {
  for (const { ask, ...asking } of asks)
    test(`without an anchor watch ${ask} gives no-provider`, limit, async () => {
      await using boat = await startBoat()
      assertProblem(await askAnchor(boat.url, ask, asking), 'no-provider')
    })

  test('a minimal watch rejects track requests: unsupported-action', limit, async () => {
    await using boat = await startBoat({ plugins: { given: [smallWatch.place] } })
    await isOnline(boat.url)
    for (const { ask, ...asking } of asks)
      assertProblem(await askAnchor(boat.url, ask, asking), 'unsupported-action')
  })

  test('every role reads the track; only the helm role sets the anchor by it', limit, async () => {
    await using crew = await Crew.start({ plugins: { given: [boatsWatch.place] } })
    const asked = (kind: CrewKind, ask: string, body?: unknown): Promise<Exchange> => {
      const token = crew.tokens[kind]
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      return askAnchor(crew.url, ask, { body, headers })
    }
    await isOnline(crew.url, { authorization: `Bearer ${crew.tokens.viewer}` })
    for (const { ask } of asks.slice(0, 2)) {
      for (const kind of ['viewer', 'crew', 'helm', 'owner'] as const)
        assert.equal((await asked(kind, ask)).status, 200)
      assertProblem(await asked('nobody', ask), 'unauthenticated')
    }
    const [, , { ask, body }] = asks
    for (const kind of ['viewer', 'crew'] as const) assertProblem(await asked(kind, ask, body), 'forbidden')
    assertProblem(await asked('nobody', ask, body), 'unauthenticated')
    for (const kind of ['helm', 'owner'] as const)
      assertProblem(await asked(kind, ask, body), 'anchor-no-position')
  })
})
