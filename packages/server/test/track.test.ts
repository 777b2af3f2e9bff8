import type { Track } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { BoatStore } from '../src/storage/boat-store.ts'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { tell, valueDelta } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const track = '/marinedata/v2/api/vessels/self/track'
const home = { latitude: 54.4321, longitude: 10.1234 }

const pointsOf = async (url: string, query = ''): Promise<Track['points']> =>
  (await getJson<Track>(url, `${track}${query}`)).points

test('the position becomes a point of the track, and is there after a restart', limit, async () => {
  await using boat = await startBoat()
  assert.deepEqual(await pointsOf(boat.url), [])
  await tell(boat.url, [valueDelta('navigation.position', home)])
  const [point] = await until(
    () => pointsOf(boat.url),
    ({ length }) => length > 0,
  )
  const [at = 0, latitude, longitude] = point ?? []
  assert.ok(Math.abs(Date.now() - at) < 5_000)
  assert.deepEqual([latitude, longitude], [54.4321, 10.1234])
  await boat.restart()
  assert.deepEqual(await pointsOf(boat.url), [point])
})

/** Writes a track as an earlier process would have: one point per minute until now. */
const sailedFor =
  (minutes: number) =>
  async (folder: string): Promise<void> => {
    using store = new BoatStore(folder)
    const steps = Array.from({ length: minutes - 1 }, () => [60_000, 1_000, 2_000])
    void store.saveFact('track', JSON.stringify([Date.now() - minutes * 60_000, 54e6, 10e6, ...steps].flat()))
  }

test('returns the requested time, oldest first; one hour by default', limit, async () => {
  await using boat = await startBoat({ prepare: sailedFor(200) })
  const all = await pointsOf(boat.url, '?seconds=86400')
  assert.equal(all.length, 200)
  assert.deepEqual(all[1], [all[0]![0] + 60_000, 54.001, 10.002])
  const hour = await pointsOf(boat.url)
  assert.ok(hour.length === 59 || hour.length === 60, `${hour.length}`)
  assert.deepEqual(hour, all.slice(-hour.length))
  const packed = await exchange(boat.url, `${track}?seconds=86400`, {
    headers: { 'accept-encoding': 'gzip' },
  })
  assert.deepEqual(JSON.parse(gunzipSync(packed.bytes).toString()), { points: all })
})

test('rejects more than a day and anything that is not a number', limit, async () => {
  await using boat = await startBoat()
  for (const query of [
    'seconds=86401',
    'seconds=0',
    'seconds=-1',
    'seconds=',
    'seconds=an-hour',
    'minutes=1',
  ])
    assertProblem(await exchange(boat.url, `${track}?${query}`), 'invalid-query')
})

test('an unreadable row gives an empty track and does not prevent the start', limit, async () => {
  await using boat = await startBoat({
    prepare: async (folder) => {
      using store = new BoatStore(folder)
      void store.saveFact('track', 'scribble')
    },
  })
  assert.deepEqual(await pointsOf(boat.url), [])
})
