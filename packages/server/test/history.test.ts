import type { HistoryStorage, HistoryValuesAnswer, PluginReport, Track } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api'
const history = `${api}/history`
const plugin = join(import.meta.dirname, '..', '..', '..', 'plugins', 'recorder')
const depth = 'environment.depth.belowKeel'
const depths = [3.1, 3.2, 3.3, 3.4, 3.5]
const other = 'vessels.urn:mrn:imo:mmsi:230012345'

/** The values in their order. */
const playedDepths = (player: StreamListener): unknown[] =>
  player.values.filter(({ path, isStale }) => path === depth && !isStale).map(({ value }) => value)

suite('what the boat measured is recorded', () => {
  let boat: Boat
  let startedAt = 0
  before(async () => {
    boat = await startBoat({ plugins: { given: [plugin] } })
    await until(
      () => getJson<PluginReport>(boat.url, `${api}/plugins/recorder`),
      ({ state }) => state === 'running',
    )
    await using stream = await StreamListener.open(boat.url, '?subscribe=none')
    startedAt = Date.now()
    stream.put('navigation.state', 'sailing')
    for (const [at, value] of depths.entries()) {
      const position = { latitude: 50 + at / 100, longitude: -3 - (at % 2) / 100 }
      // With their own times: on a busy machine values arrive together, and at most ten a second are recorded.
      const timestamp = new Date(startedAt + at * 250).toISOString()
      const values = [
        { path: depth, value },
        { path: 'navigation.position', value: position },
      ]
      stream.send({ updates: [{ $source: 'test', timestamp, values }] })
      await sleep(250)
    }
    stream.put(depth, 9.9, 'second-sounder')
    stream.send({
      context: other,
      updates: [{ $source: 'ais', values: [{ path: 'navigation.speedOverGround', value: 5 }] }],
    })
    await stream.settled()
    await until(
      () => getJson<string[]>(boat.url, `${history}/contexts?duration=PT1H`),
      (contexts) => contexts.length === 2,
    )
  })
  after(() => boat[Symbol.asyncDispose]())

  const answerTo = (paths: string) =>
    getJson<HistoryValuesAnswer>(boat.url, `${history}/values?paths=${paths}&duration=PT10M&resolution=10m`)
  const cells = async (paths: string): Promise<unknown[]> =>
    (await answerTo(paths)).data.flatMap(([, ...row]) => row).filter((cell) => cell !== null)

  test('as values of the preferred source, of a named one, and of all', limit, async () => {
    const preferred = await cells(`${depth}:min`)
    assert.equal(Math.min(...(preferred as number[])), 3.1)
    assert.ok(!preferred.includes(9.9))
    const { values } = await answerTo(`${depth}:max&sourcePolicy=all`)
    const second = values.find(({ $source }) => $source?.includes('second-sounder') === true)
    assert.equal(values.length, 2)
    assert.deepEqual(await cells(`${depth}|${second?.$source}:max`), [9.9])
  })

  test('as contexts, paths and a track, also as GPX', limit, async () => {
    assert.deepEqual(
      await getJson(boat.url, `${history}/contexts?duration=PT1H`),
      ['vessels.self', other].toSorted(),
    )
    const paths = await getJson<string[]>(boat.url, `${history}/paths?duration=PT1H&context=${other}`)
    assert.deepEqual(paths, ['navigation.speedOverGround'])
    const track = `${history}/track?duration=PT1H`
    const { points } = await getJson<Track>(boat.url, track)
    assert.deepEqual(
      points.map(([, latitude]) => latitude),
      [50, 50.01, 50.02, 50.03, 50.04],
    )
    const { text } = await exchange(boat.url, track, { headers: { accept: 'application/gpx+xml' } })
    assert.equal([...text.matchAll(/<trkpt lat="50/g)].length, points.length)
    const { log } = await getJson<HistoryStorage>(boat.url, `${history}/storage`)
    assert.ok(log.length > 0)
  })

  test('and is played back in the same order, without effect on the boat', limit, async () => {
    const present = async (): Promise<unknown[]> => {
      const leaf = '/marinedata/v1/api/vessels/self/navigation/state'
      const { value, timestamp } = await getJson<{ value: unknown; timestamp: string }>(boat.url, leaf)
      return [value, timestamp]
    }
    const treeBefore = await present()
    const start = new Date(startedAt - 500).toISOString()
    const query = `?startTime=${start}&playbackRate=2`
    await using player = await StreamListener.open(boat.url, query, { kind: 'playback' })
    assert.deepEqual(Object(player.messages[0]), { ...player.messages[0], startTime: start, playbackRate: 2 })
    await player.firstValue(({ value }) => value === 9.9)
    assert.deepEqual(playedDepths(player), [...depths, 9.9])
    assert.deepEqual(player.valuesAt('navigation.state'), ['sailing'])
    assert.ok(player.values.every(({ context }) => context === 'vessels.self'))
    assert.equal((await player.ask({ updates: [] })).code, 'forbidden')
    assert.equal((await player.ask({ playback: { rate: 5_000 } })).code, 'invalid-message')
    assert.equal((await player.ask({ playback: { seek: start, rate: 10 } })).statusCode, 200)
    await until(
      async () => player.valuesAt(depth).filter((value) => value === depths[0]).length,
      (count) => count === 2,
    )
    assert.deepEqual(await present(), treeBefore, 'the tree has not changed')
  })

  test('four replays run at once', limit, async () => {
    const query = '?startTime=2026-06-01T00:00:00Z&subscribe=none'
    const open = () => StreamListener.open(boat.url, query, { kind: 'playback' })
    await using players = new AsyncDisposableStack()
    for (let count = 0; count < 4; count++) players.use(await open())
    await assert.rejects(open(), /409/)
    assertProblem(
      await exchange(boat.url, '/marinedata/v1/playback?startTime=now', {
        headers: {
          connection: 'upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        },
      }),
      'invalid-query',
    )
  })

  test('until the owner deletes it', limit, async () => {
    const deleted = await exchange(boat.url, `${history}?duration=PT1H`, { method: 'DELETE' })
    assert.equal(deleted.status, 200, deleted.text)
    assert.deepEqual(await cells(`${depth}:min`), [])
  })
})
