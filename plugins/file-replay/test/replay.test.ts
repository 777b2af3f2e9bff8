import { describePlugin, startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { counted, finished, logPath, numbersIn, recordedAt, RecordedLog } from './recorded-log.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
const sail = fileURLToPath(new URL('../sample/sail.jsonl', import.meta.url))

describePlugin(here, { settings: { file: sail } })

// Each test starts a process and waits: concurrently they take as long as the slowest.
describe('a recorded log', { concurrency: 4 }, () => {
  test('replays one minute under sail completely, with its source names', async () => {
    await using plugin = await startPlugin(here, { settings: { file: sail, speed: 1000 } })
    assert.match(
      await finished(plugin),
      /^sail\.jsonl finished, 100 % of 59\.0 kB, 136 deltas; skipped 4 no data$/,
    )
    assert.equal(plugin.published.length, 136)
    assert.deepEqual(plugin.refused, [])
    const sources = new Set(
      plugin.published.flatMap(({ updates }) => updates.map(({ $source = '' }) => $source)),
    )
    assert.deepEqual([...sources].toSorted(), [
      'file-replay.ais',
      'file-replay.compass',
      'file-replay.gps',
      'file-replay.log',
      'file-replay.masthead',
      'file-replay.sounder',
    ])
    assert.equal(typeof plugin.latest('environment.depth.belowTransducer'), 'number')
    assert.equal(plugin.latest('name', 'vessels.urn:mrn:imo:mmsi:230099991'), 'SKERRY QUEEN')
    assert.equal(plugin.latest('name', 'vessels.urn:mrn:imo:mmsi:265099992'), 'TERN')
  })

  test('values get the present time', async () => {
    const before = Date.now()
    using log = new RecordedLog([counted(1, 0)])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await finished(plugin)
    assert.ok(Date.parse(plugin.published[0]!.updates[0]!.timestamp) >= before)
  })

  test('values keep the recorded time when requested', async () => {
    using log = new RecordedLog([counted(1, 0), counted(2, 0.1)])
    await using plugin = await startPlugin(here, { settings: { file: log.file, restamp: false } })
    await finished(plugin)
    const times = plugin.published.map(({ updates }) => updates[0]!.timestamp)
    assert.deepEqual(times, [recordedAt(0), recordedAt(0.1)])
  })

  test('skips what cannot be replayed and reports it in the status', async () => {
    using log = new RecordedLog([
      { self: 'vessels.urn:mrn:imo:mmsi:265000001', timestamp: recordedAt(0) },
      counted(1, 0),
      'nonsense',
      '{"updates":[{"values":[{"path":"navig',
      '',
      { heartbeat: { timestamp: recordedAt(0), sequence: 1 } },
      counted(2, 0),
      JSON.stringify({ updates: [{ values: [{ path: 'a.b', value: 'x'.repeat(70_000) }] }] }),
      { updates: [{ values: [{ path: 'notifications.bilge', value: null }] }] },
      {
        updates: [
          {
            values: [
              { path: 'steering.autopilot.state', value: 'auto' },
              { path: logPath, value: 3 },
            ],
          },
        ],
      },
      counted(4),
      '{"updates":[{"values":[{"path":"navigation.log","value":5',
    ])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    const status = await finished(plugin)
    assert.match(status, /4 deltas; skipped 2 no data, 3 broken, 1 too long, 2 alarms or autopilot$/)
    assert.deepEqual(numbersIn(plugin.published), [1, 2, 3, 4])
    assert.deepEqual(plugin.refused, [])
  })

  test('maps the recording boat to the own vessel and keeps other vessels', async () => {
    const recorder = 'vessels.urn:mrn:imo:mmsi:265000001'
    const other = 'vessels.urn:mrn:imo:mmsi:230012345'
    const thisBoat = 'vessels.urn:mrn:imo:mmsi:230099999'
    using log = new RecordedLog([
      { self: recorder, timestamp: recordedAt(0) },
      counted(1, 0),
      counted(2, 0, 'vessels.self'),
      counted(3, 0, recorder),
      counted(4, 0, other),
      counted(5, 0, thisBoat),
      counted(6, 0, 'aton.urn:mrn:imo:mmsi:992300001'),
    ])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    assert.match(await finished(plugin), /5 deltas; skipped 1 no data, 1 own vessel seen by others/)
    assert.deepEqual(
      plugin.published.map(({ context }) => context),
      ['vessels.self', 'vessels.self', 'vessels.self', other, 'aton.urn:mrn:imo:mmsi:992300001'],
    )
  })

  test('replaces forbidden characters in source names, and uses the plugin as the source when there is none', async () => {
    const named = ($source?: string): object => ({
      updates: [{ ...($source !== undefined && { $source }), values: [{ path: logPath, value: 1 }] }],
    })
    using log = new RecordedLog([named('my gps (new)'), named(), named('x'.repeat(100))])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await finished(plugin)
    assert.deepEqual(plugin.refused, [])
    assert.deepEqual(
      plugin.published.map(({ updates }) => updates[0]!.$source),
      ['file-replay.my-gps-new-', 'file-replay', `file-replay.${'x'.repeat(64)}`],
    )
  })

  test('warns about an empty log', async () => {
    using log = new RecordedLog(['nonsense'])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await finished(plugin)
    assert.equal(plugin.status?.level, 'warning')
  })

  test('reports a missing or unreadable file at the start', async () => {
    const starting = (file: string) => startPlugin(here, { settings: { file } })
    await assert.rejects(
      starting('/nowhere/at-all.jsonl'),
      /\/nowhere\/at-all\.jsonl cannot be replayed: the file does not exist/,
    )
    await assert.rejects(starting(here), /\/file: .* is not a file/)
    await assert.rejects(starting('relative.jsonl'), /file/)
  })
})
