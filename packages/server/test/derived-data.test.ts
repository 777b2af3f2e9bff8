import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { BoatStore } from '../src/storage/boat-store.ts'
import { exchange, getJson } from '@marinedata/testing/exchange'
import { simulator } from '@marinedata/testing/boats/pilot-boat'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const plugin = join(import.meta.dirname, '..', '..', '..', 'plugins', 'derived-data')
const windApi = '/marinedata/v1/api/vessels/self/environment/wind'
const degree = Math.PI / 180

interface Leaf {
  readonly value: number | null
  readonly $source: string
}
type Wind = Readonly<Record<'angleTrueWater' | 'speedTrue' | 'directionTrue', Leaf>>

/** Flat water and a steady wind of 6 m/s from the west, and sensors that compute nothing. The boat makes leeway. */
const settings = {
  basicSensors: true,
  noise: 0,
  waves: 0,
  gusts: 0,
  traffic: 0,
  heading: 310 * degree,
  trueWind: { direction: 270 * degree, speed: 6 },
  current: { set: 0, drift: 0 },
}

const isNear = (leaf: Leaf | undefined, expected: number, tolerance: number): boolean =>
  leaf !== undefined && leaf.value !== null && Math.abs(leaf.value - expected) < tolerance

test(
  'with simple sensors the true wind is computed, until a sensor sends it, and again when that is silent',
  limit,
  async () => {
    await using boat = await startBoat({
      plugins: { given: [simulator, plugin] },
      prepare: async (folder) => {
        using store = new BoatStore(folder)
        void store.plugins.decide('simulator', { settings })
      },
    })
    const windOf = async (): Promise<Partial<Wind>> => {
      const { status, text } = await exchange(boat.url, windApi)
      return status === 200 ? (JSON.parse(text) as Partial<Wind>) : {}
    }
    const computed = await until(
      windOf,
      ({ speedTrue, directionTrue }) =>
        isNear(speedTrue, 6, 0.4) && isNear(directionTrue, 270 * degree, 2 * degree),
    )
    assert.equal(computed.speedTrue?.$source, 'derived-data')
    assert.ok(isNear(computed.angleTrueWater, -40 * degree, 5 * degree), JSON.stringify(computed))

    await using listener = await StreamListener.open(boat.url)
    const masthead = (value: number | null): void =>
      listener.send({
        updates: [{ $source: 'masthead', values: [{ path: 'environment.wind.speedTrue', value }] }],
      })
    masthead(5)
    const measured = await until(windOf, ({ speedTrue }) => speedTrue?.value === 5)
    assert.notEqual(measured.speedTrue?.$source, 'derived-data')
    masthead(null)
    await until(windOf, ({ speedTrue }) => speedTrue?.$source === 'derived-data' && isNear(speedTrue, 6, 0.4))

    // Without its wind sensor there is no true wind at all.
    const body = JSON.stringify({ name: 'wind-lost', on: true })
    const headers = { 'content-type': 'application/json' }
    const action = '/marinedata/v2/api/plugins/simulator/actions/fault'
    assert.equal((await exchange(boat.url, action, { method: 'POST', headers, body })).status, 200)
    await until(
      () => getJson<Wind>(boat.url, windApi),
      (wind) =>
        [wind.angleTrueWater, wind.speedTrue, wind.directionTrue].every(({ value }) => value === null),
    )
  },
)
