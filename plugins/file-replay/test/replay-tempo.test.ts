import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { arrivals, counted, finished, numbersIn, recordedAt, RecordedLog } from './recorded-log.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
/**
 * On a busy machine a value arrives late, and the next one then seems early. Exact times are checked in the full run
 * only.
 */
const [earlyMs, lateMs] = process.env['MEASURED'] === 'full' ? [120, 600] : [350, 5_000]

const received = (plugin: StartedPlugin, count: number): Promise<number> =>
  until(
    () => plugin.published.length,
    (length) => length >= count,
  )

/** @param from the first that counts: values sent while the process starts arrive late */
const assertArrivals = (plugin: StartedPlugin, expected: readonly number[], from = 0): void => {
  const all = arrivals(plugin.published)
  const times = all.slice(from).map((time) => time - all[from]!)
  assert.equal(times.length, expected.length)
  for (const [index, time] of times.entries())
    assert.ok(
      time >= expected[index]! - earlyMs && time <= expected[index]! + lateMs,
      `${times.join(', ')} instead of ${expected.join(', ')} ms`,
    )
}

// These tests mostly wait.
describe('replay timing', { concurrency: 3 }, () => {
  test('at speed 1 keeps the recorded intervals', async () => {
    using log = new RecordedLog([0, 1, 1.4, 1.6, 2.4].map((at, index) => counted(index, at)))
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await received(plugin, 5)
    assertArrivals(plugin, [0, 400, 600, 1_400], 1)
  })

  test('at speed 10 divides the intervals by ten', async () => {
    using log = new RecordedLog([0, 10, 14, 16, 24].map((at, index) => counted(index, at)))
    await using plugin = await startPlugin(here, { settings: { file: log.file, speed: 10 } })
    await received(plugin, 5)
    assertArrivals(plugin, [0, 400, 600, 1_400], 1)
  })

  test('values older than the start of the recording arrive at its start', async () => {
    using log = new RecordedLog([
      { self: 'vessels.urn:mrn:imo:mmsi:265000001', timestamp: recordedAt(3600) },
      counted(0, 0),
      counted(1, 1800),
      counted(2, 3600.6),
    ])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await received(plugin, 3)
    assertArrivals(plugin, [0, 0, 600])
  })

  test('a loop starts again one second after the end', async () => {
    using log = new RecordedLog([counted(1, 0), counted(2, 0.1)])
    await using plugin = await startPlugin(here, { settings: { file: log.file, loop: true } })
    await received(plugin, 6)
    assert.deepEqual(numbersIn(plugin.published), [1, 2, 1, 2, 1, 2])
    assertArrivals(plugin, [0, 100, 1_100, 1_200, 2_200, 2_300])
  })

  test('a paused replay stops, and continues with the remaining wait', async () => {
    using log = new RecordedLog([counted(1, 0), counted(2, 1)])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await received(plugin, 1)
    const paused = (await plugin.act('pause')) as { state: string; position: number; size: number }
    assert.equal(paused.state, 'paused')
    assert.ok(paused.position > 0 && paused.position < paused.size)
    assert.match(plugin.status!.message, /paused/)
    await sleep(1_200)
    assert.deepEqual(numbersIn(plugin.published), [1])
    assert.equal(((await plugin.act('resume')) as { state: string }).state, 'playing')
    await received(plugin, 2)
    const [, arrived] = arrivals(plugin.published)
    assert.ok(arrived! > 2_200 - earlyMs, `${arrived} ms`)
  })

  test('can be rewound while waiting, after the end, and while paused', async () => {
    using log = new RecordedLog([counted(1, 0), counted(2, 0.8)])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await received(plugin, 1)
    await plugin.act('rewind')
    await received(plugin, 3)
    assert.deepEqual(numbersIn(plugin.published), [1, 1, 2])
    await finished(plugin)
    await plugin.act('rewind')
    await received(plugin, 4)
    await plugin.act('pause')
    assert.equal(((await plugin.act('rewind')) as { state: string }).state, 'paused')
    await sleep(1_000)
    assert.deepEqual(numbersIn(plugin.published), [1, 1, 2, 1])
    await plugin.act('resume')
    await received(plugin, 6)
    assert.deepEqual(numbersIn(plugin.published), [1, 1, 2, 1, 1, 2])
  })

  test('pausing after the end changes nothing', async () => {
    using log = new RecordedLog([counted(1, 0), counted(2, 0.3)])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await finished(plugin)
    assert.equal(((await plugin.act('pause')) as { state: string }).state, 'finished')
    await plugin.act('rewind')
    await received(plugin, 4)
    const [, , third, fourth] = arrivals(plugin.published)
    assert.ok(fourth! - third! >= 300 - earlyMs, `${fourth! - third!} ms`)
  })

  test('replays a rewritten file after a rewind', async () => {
    using log = new RecordedLog([counted(1, 0)])
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await finished(plugin)
    writeFileSync(log.file, `${JSON.stringify(counted(2, 0))}\n`)
    await plugin.act('rewind')
    await received(plugin, 2)
    assert.deepEqual(numbersIn(plugin.published), [1, 2])
  })

  test('a waiting replay stops at once', async () => {
    using log = new RecordedLog([counted(1, 0), counted(2, 86_400)])
    const plugin = await startPlugin(here, { settings: { file: log.file } })
    await received(plugin, 1)
    const began = performance.now()
    const { code } = await plugin.stop()
    assert.equal(code, 0)
    assert.ok(performance.now() - began < 1_000)
  })
})
