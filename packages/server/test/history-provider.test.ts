import type { HistoryValuesAnswer, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api'
const history = `${api}/history`
const plugin = new URL('./plugins/chronicler.ts', import.meta.url).pathname
const day = 'from=2026-06-01T00:00:00Z&to=2026-06-04T11:19:59Z&resolution=1m'

suite('a plugin that provides history', () => {
  let boat: Boat
  before(async () => {
    boat = await startBoat({ plugins: { given: [plugin] } })
    await until(
      () => getJson<PluginReport>(boat.url, `${api}/plugins/chronicler`),
      ({ state }) => state === 'running',
    )
  })
  after(() => boat[Symbol.asyncDispose]())

  const act = async (name: string): Promise<unknown> => {
    const body = '{}'
    const headers = { 'content-type': 'application/json' }
    const path = `${api}/plugins/chronicler/actions/${name}`
    const { text } = await exchange(boat.url, path, { method: 'POST', headers, body })
    return (JSON.parse(text) as { result: unknown }).result
  }
  const values = (query: string, headers = {}) =>
    exchange(boat.url, `${history}/values?${query}`, { headers })

  test('is listed and answers by default', limit, async () => {
    assert.deepEqual(await getJson(boat.url, `${history}/_providers`), { chronicler: { isDefault: true } })
    assert.deepEqual(await getJson(boat.url, `${history}/_providers/_default`), { id: 'chronicler' })
    const chosen = await exchange(boat.url, `${history}/_providers/_default/chronicler`, { method: 'POST' })
    assert.equal(chosen.status, 200)
    assertProblem(
      await exchange(boat.url, `${history}/_providers/_default/nobody`, { method: 'POST' }),
      'not-found',
    )
  })

  test('answers in pages that become one answer, as JSON and as CSV', limit, async () => {
    const { data, tier } = await getJson<HistoryValuesAnswer>(
      boat.url,
      `${history}/values?paths=test.short&${day}`,
    )
    assert.equal(tier, 'minute')
    assert.equal(data.length, 5_000)
    const start = Date.parse('2026-06-01T00:00:00Z') / 60_000
    assert.ok(data.every(([, cell], at) => cell === start + at))
    const { text, headers } = await values(`paths=test.short&${day}`, { accept: 'text/csv' })
    assert.match(headers['content-type'] ?? '', /^text\/csv/)
    assert.deepEqual(text.split('\r\n').slice(0, 2), [
      'timestamp,test.short:average',
      `2026-06-01T00:00:00.000Z,${start}`,
    ])
    assert.equal(text.split('\r\n').length, 5_002)
  })

  test('may send a row that is longer than a message', limit, async () => {
    const { data } = await getJson<HistoryValuesAnswer>(
      boat.url,
      `${history}/values?paths=test.long&from=2026-06-01T00:00:00Z&to=2026-06-01T00:00:59Z`,
    )
    assert.equal(JSON.stringify(data[0]?.[1]).length, 120_002)
  })

  test('answers pings while it works', limit, async () => {
    assert.equal((await values('paths=test.slow&duration=PT1H')).status, 200)
    const { restarts, faults } = await getJson<PluginReport>(boat.url, `${api}/plugins/chronicler`)
    assert.deepEqual([restarts, faults], [0, {}])
  })

  test('may take longer for a deletion than for a page', limit, async () => {
    const range = { from: '2026-06-01T00:00:00.000Z', to: '2026-06-02T00:00:00.000Z' }
    const path = `${history}?${new URLSearchParams(range).toString()}`
    const first = await exchange(boat.url, path, { method: 'DELETE' })
    assert.deepEqual([first.status, JSON.parse(first.text)], [202, { state: 'PENDING' }])
    const { status, text } = await until(
      () => exchange(boat.url, path, { method: 'DELETE' }),
      (answer) => answer.status !== 202,
    )
    assert.equal(status, 200)
    assert.deepEqual(JSON.parse(text), { ...range, segments: 1, sheets: 2, events: 3 })
    assert.equal(await act('deletions'), 1, 'the second request waited for the first deletion')
    const { restarts, faults } = await getJson<PluginReport>(boat.url, `${api}/plugins/chronicler`)
    assert.deepEqual([restarts, faults], [0, {}])
  })

  test('has at most four questions of a person, and a reader who goes away ends his', limit, async () => {
    const asked = Array.from({ length: 4 }, () =>
      get(`${boat.url}${history}/values?paths=test.endless&duration=PT1H`).on('error', () => undefined),
    )
    await until(
      () => act('open'),
      (count) => count === 4,
    )
    assertProblem(await values('paths=test.short&duration=PT1H'), 'too-many-requests')
    for (const request of asked) request.destroy()
    await until(
      () => act('open'),
      (count) => count === 0,
    )
    assert.equal((await values('paths=test.short&duration=PT1H')).status, 200)
  })

  test('questions that make no sense, or ask for too much, are refused', limit, async () => {
    assertProblem(await values('duration=PT1H'), 'invalid-query')
    assertProblem(await values('paths=a&duration=PT1H&colour=red'), 'invalid-query')
    assertProblem(await values('paths=a&duration=PT1H&from=2026-06-01&to=2026-06-02'), 'invalid-query')
    assertProblem(await values('paths=a&duration=P30D&resolution=1'), 'too-much-history')
    assertProblem(await values('paths=a&duration=PT1H&provider=nobody'), 'not-found')
    assertProblem(await exchange(boat.url, `${history}/storage`), 'plugin-failed')
  })

  test('is read by plugins that declare it', limit, async () => {
    assert.deepEqual(await act('log'), [2, 3, 104_000])
  })

  test('is gone when the plugin stops', limit, async () => {
    const stopped = await exchange(boat.url, `${api}/plugins/chronicler/disable`, { method: 'POST' })
    assert.equal(stopped.status, 200)
    assertProblem(await values('paths=test.short&duration=PT1H'), 'no-history-provider')
    assertProblem(await exchange(boat.url, `${history}/_providers/_default`), 'no-history-provider')
  })
})
