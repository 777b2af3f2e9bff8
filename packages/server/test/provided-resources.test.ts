import type { PluginReport, ProvidedResource, ResourceChange } from '@marinedata/model'
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener, type ReceivedValue } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api'
const stations = `${api}/resources/tideStations`
const plugin = new URL('./plugins/tide-stations.ts', import.meta.url).pathname
const cuxhaven = { id: 'cuxhaven', name: 'Cuxhaven', range: 3.2 }

suite('resources of plugins', () => {
  let boat: Boat
  before(async () => {
    boat = await startBoat({ plugins: { given: [plugin] } })
    await until(
      () => exchange(boat.url, stations),
      ({ status, text }) => status === 200 && text !== '[]',
    )
    // It provides its first resource while it starts.
    await until(
      () => exchange(boat.url, `${api}/plugins/tide-stations`),
      ({ text }) => (JSON.parse(text) as PluginReport).state === 'running',
    )
  })
  after(() => boat[Symbol.asyncDispose]())

  const act = async (name: 'put' | 'remove', kind: string, id: string): Promise<unknown> => {
    const body = JSON.stringify({ kind, id })
    const headers = { 'content-type': 'application/json' }
    const path = `${api}/plugins/tide-stations/actions/${name}`
    const { status, text } = await exchange(boat.url, path, { method: 'POST', headers, body })
    assert.equal(status, 200, text)
    return (JSON.parse(text) as { result: unknown }).result
  }

  test('are read as a list, one by one, and in the root object', limit, async () => {
    assert.deepEqual(await getJson<ProvidedResource[]>(boat.url, stations), [cuxhaven])
    assert.deepEqual(await getJson(boat.url, `${stations}/cuxhaven`), cuxhaven)
    assert.deepEqual(await getJson(boat.url, '/marinedata/v1/api/resources'), {
      routes: {},
      waypoints: {},
      tideStations: { cuxhaven },
    })
    assertProblem(await exchange(boat.url, `${stations}/nowhere`), 'not-found')
    assertProblem(await exchange(boat.url, `${api}/resources/lighthouses`), 'not-found')
  })

  test('reach the stream when they change', limit, async () => {
    await using listener = await StreamListener.open(boat.url)
    const changeOf = async (id: string, change: ResourceChange['change']): Promise<number> => {
      const isWanted = ({ path, value }: ReceivedValue): boolean =>
        path === 'resources.tideStations' &&
        (value as ResourceChange).id === id &&
        (value as ResourceChange).change === change
      return ((await listener.firstValue(isWanted)).value as ResourceChange).revision
    }
    assert.equal(await act('put', 'tideStations', 'dover'), 'done')
    const revision = await changeOf('dover', 'made')
    assert.equal(await act('remove', 'tideStations', 'dover'), 'done')
    assert.equal(await changeOf('dover', 'removed'), revision + 1)
  })

  test('are refused for kinds that the manifest does not declare or the server stores', limit, async () => {
    assert.equal(await act('put', 'lighthouses', 'helgoland'), 'not-declared')
    assert.equal(await act('put', 'routes', 'home'), 'name-taken')
    assert.deepEqual(await getJson(boat.url, `${api}/resources/routes`), [])
  })

  test('are refused when their kind is known and they have another shape', limit, async () => {
    // The plugin sends an id and a name, and a note has a text.
    assert.equal(await act('put', 'notes', 'pier'), 'invalid-value')
    assertProblem(await exchange(boat.url, `${api}/resources/notes`), 'not-found')
  })

  test('are removed when the plugin stops, and are back when it runs again', limit, async () => {
    const call = (name: string) =>
      exchange(boat.url, `${api}/plugins/tide-stations/${name}`, { method: 'POST' })
    assert.equal((await call('disable')).status, 200)
    assert.deepEqual(await getJson(boat.url, stations), [])
    assert.equal((await call('enable')).status, 200)
    await until(
      () => getJson<ProvidedResource[]>(boat.url, stations),
      (list) => list.length === 1,
    )
  })
})
