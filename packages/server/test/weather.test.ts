import type { AuditPage, PluginReport, ServedForecast, ServedObservations } from '@marinedata/model'
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api'
const weather = `${api}/weather`
const plugin = new URL('./plugins/forecaster.ts', import.meta.url).pathname
const place = 'latitude=54.5&longitude=10.3'

const untilRuns = (boat: Boat) =>
  until(
    () => getJson<PluginReport>(boat.url, `${api}/plugins/forecaster`),
    ({ state }) => state === 'running',
    { timeoutMs: 112_500 },
  )

suite('a plugin that provides weather', () => {
  let boat: Boat
  before(async () => {
    boat = await startBoat({ plugins: { given: [plugin] } })
    await untilRuns(boat)
  })
  after(() => boat[Symbol.asyncDispose]())

  const act = async (name: string, input: object = {}): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const path = `${api}/plugins/forecaster/actions/${name}`
    const { status, text } = await exchange(boat.url, path, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    assert.equal(status, 200, text)
    return (JSON.parse(text) as { result: unknown }).result
  }
  const forecast = (query: string) => exchange(boat.url, `${weather}/forecast?${query}`)

  test('answers with entries from now on, at least a step apart', limit, async () => {
    const { provider, forecast: served } = await getJson<ServedForecast>(
      boat.url,
      `${weather}/forecast?${place}&hours=12&step=10800`,
    )
    assert.equal(provider, 'forecaster')
    assert.deepEqual(served.position, { latitude: 54.5, longitude: 10.3 })
    assert.equal(served.entries.length, 5)
    const [first, second] = served.entries.map(({ at }) => Date.parse(at))
    assert.ok(first !== undefined && first <= Date.now() && Date.now() - first < 2 * 10_800_000)
    assert.equal(second, first + 10_800_000)
    // What the plugin does not know is absent.
    assert.deepEqual(served.entries[0]?.values, { windSpeed: 8.2, windDirection: 3.93 })
    const { observations } = await boat.client.weather.observations({
      latitude: 54.5,
      longitude: 10.3,
      most: 3,
    })
    assert.deepEqual(observations[0]?.values, { windSpeed: 3, pressure: 101_300 })
  })

  test('answers for the boat when no place is given, and only with a fresh position', limit, async () => {
    assertProblem(await exchange(boat.url, `${weather}/observations`), 'input-stale')
    await using listener = await StreamListener.open(boat.url, '?subscribe=none')
    listener.put('navigation.position', { latitude: 10, longitude: 20 })
    await listener.settled()
    const { observations } = await getJson<ServedObservations>(boat.url, `${weather}/observations`)
    assert.deepEqual(observations[0]?.position, { latitude: 10, longitude: 20 })
  })

  test('is asked only what it offers, and only what makes sense', limit, async () => {
    assert.deepEqual(await getJson(boat.url, `${weather}/_providers`), {
      forecaster: { isDefault: true, subjects: ['observations', 'forecast'] },
    })
    assertProblem(await exchange(boat.url, `${weather}/warnings?${place}`), 'no-provider')
    assertProblem(await forecast(`${place}&provider=nobody`), 'not-found')
    assertProblem(await forecast('latitude=54.5'), 'invalid-query')
    assertProblem(await forecast('latitude=91&longitude=0'), 'invalid-query')
    assertProblem(await forecast(`${place}&hours=720&step=600`), 'invalid-query')
    assertProblem(await forecast(`${place}&colour=red`), 'invalid-query')
  })

  test('is chosen by the owner, which the audit records', limit, async () => {
    const choose = (id: string) =>
      exchange(boat.url, `${weather}/_providers/_default/${id}`, { method: 'POST' })
    assertProblem(await choose('nobody'), 'not-found')
    assert.equal((await choose('forecaster')).status, 200)
    // Entries are written later.
    await until(
      () => getJson<AuditPage>(boat.url, `${api}/access/audit`),
      (entries) =>
        entries.some((entry) => 'operation' in entry && entry.operation === 'weather-provider-chosen'),
    )
  })

  test('its wrong answers and its errors become problems, and no values', limit, async () => {
    await act('fail', { flaw: 'degrees' })
    const wrong = await forecast(place)
    assertProblem(wrong, 'plugin-failed')
    assert.match(wrong.text, /windDirection/)
    await act('fail', { flaw: 'refuses' })
    assertProblem(await forecast(place), 'invalid-query')
    await act('fail', { flaw: 'none' })
    assert.equal((await forecast(place)).status, 200)
  })

  test('a client that goes away cancels its question', limit, async () => {
    await act('fail', { flaw: 'waits' })
    const request = get(`${boat.url}${weather}/forecast?${place}`).on('error', () => undefined)
    await until(
      () => act('waiting'),
      (counts) => counts === '1 open, 0 cancelled',
    )
    request.destroy()
    await until(
      () => act('waiting'),
      (counts) => counts === '0 open, 1 cancelled',
    )
  })

  test('answers again after a crash', limit, async () => {
    await act('fail', { flaw: 'crashes' })
    assertProblem(await forecast(place), 'plugin-not-running')
    await untilRuns(boat)
    await until(
      () => forecast(place),
      ({ status }) => status === 200,
      { timeoutMs: 112_500 },
    )
  })
})
