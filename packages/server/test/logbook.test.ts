import type { Logbook, LogbookCompleted, LogbookDay, LogbookEntry, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startCli, temporaryFolder, switchOffUsual } from '@marinedata/testing/boats/start-cli'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const plugin = join(import.meta.dirname, '..', '..', '..', 'plugins', 'logbook')
const logbook = '/marinedata/v2/api/vessels/self/logbook'
const pluginApi = '/marinedata/v2/api/plugins/logbook'

const post = (url: string, path: string, body: object = {}) =>
  exchange(url, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const reportOf = (url: string) => getJson<PluginReport>(url, pluginApi)

const isRunning = (url: string): Promise<PluginReport> =>
  until(
    () => reportOf(url),
    ({ state }) => state === 'running',
  )

const entriesAt = async (url: string): Promise<LogbookEntry[]> => {
  const { days } = await getJson<Logbook>(url, logbook)
  const read = await Promise.all(days.map(({ day }) => getJson<LogbookDay>(url, `${logbook}/days/${day}`)))
  return read.toReversed().flatMap(({ entries }) => entries)
}

const notesAt = async (url: string): Promise<(string | undefined)[]> =>
  (await entriesAt(url)).filter(({ kind }) => kind === 'note').map(({ text }) => text)

const isPlaced = ({ position, speed, pressure }: LogbookEntry): boolean =>
  position !== undefined && speed !== undefined && pressure !== undefined

test(
  'what was answered as saved is in the logbook after the plugin or the server was killed',
  limit,
  async () => {
    await using folder = await temporaryFolder()
    switchOffUsual(folder.path)
    const start = () => startCli({ folder: folder.path, words: ['--plugin', plugin], settings: {} })
    const written: string[] = []
    for (let life = 0; life < 2; life++) {
      await using server = await start()
      const { pid } = await isRunning(server.url)
      assert.deepEqual(await notesAt(server.url), written)
      for (const death of ['plugin', 'server'] as const) {
        const text = `Life ${life}, before the ${death} dies`
        const { status, text: answer } = await post(server.url, `${logbook}/entries`, { text })
        assert.equal(status, 200, answer)
        written.push(text)
        if (death === 'server') {
          await server.end('SIGKILL')
          break
        }
        process.kill(pid ?? assert.fail('no process'), 'SIGKILL')
        await until(
          () => reportOf(server.url),
          ({ state, pid: now }) => state === 'running' && now !== pid,
        )
        assert.deepEqual(await notesAt(server.url), written)
      }
    }
  },
)

test('events, notes and the trip are read over REST, and exported', limit, async () => {
  await using folder = await temporaryFolder()
  switchOffUsual(folder.path)
  await using server = await startCli({ folder: folder.path, words: ['--plugin', plugin], settings: {} })
  const { url } = server
  await isRunning(url)
  await using listener = await StreamListener.open(url)
  const send = (values: Readonly<Record<string, unknown>>): void =>
    listener.send({
      updates: [
        { $source: 'boat', values: Object.entries(values).map(([path, value]) => ({ path, value })) },
      ],
    })
  send({
    'navigation.position': { latitude: 54.5, longitude: 10.25 },
    'navigation.speedOverGround': 2.5,
    'environment.outside.pressure': 101_300,
  })
  // Values reach the plugin on their own way, a moment later than the first note perhaps.
  const note = await until(async () => {
    const { status, text } = await post(url, `${logbook}/entries`, { text: 'Cast off, "all well"' })
    assert.equal(status, 200, text)
    return (JSON.parse(text) as LogbookCompleted).entry
  }, isPlaced)
  assert.deepEqual(note.position, { latitude: 54.5, longitude: 10.25 })
  assert.deepEqual([note.speed, note.pressure], [2.5, 101_300])
  send({ 'propulsion.main.revolutions': 20 })
  const entries = await until(
    () => entriesAt(url),
    (found) => found.some(({ kind }) => kind === 'engine-started'),
  )
  assert.equal(entries.find(({ kind }) => kind === 'engine-started')?.text, 'main')

  const csv = await exchange(url, `${logbook}.csv`)
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(csv.headers['content-disposition'] ?? '', /attachment; filename="logbook\.csv"/)
  assert.ok(csv.text.includes('Note,"Cast off, ""all well""",'), csv.text)
  const markdown = await exchange(url, `${logbook}.md?day=${note.time.slice(0, 10)}`)
  assert.match(markdown.text, /\| Engine started \| main \| 54° 30\.000′ N \| 10° 15\.000′ E \|/)
  assertProblem(await exchange(url, `${logbook}.md?day=1999-01-01`), 'not-found')

  const { trip } = await until(
    () => getJson<Logbook>(url, logbook),
    (found) => found.trip !== null,
  )
  assert.equal((await post(url, `${logbook}/trip/reset`)).status, 200)
  const after = await getJson<Logbook>(url, logbook)
  assert.ok((after.trip?.since ?? '') > (trip?.since ?? ''))
  for (const text of ['', '   ', 'two\nlines', 'x'.repeat(501)])
    assertProblem(await post(url, `${logbook}/entries`, { text }), 'invalid-body')
  const long = await post(url, `${logbook}/entries`, { text: 'x'.repeat(500) })
  assert.equal((JSON.parse(long.text) as LogbookCompleted).entry.text?.length, 500)
})
