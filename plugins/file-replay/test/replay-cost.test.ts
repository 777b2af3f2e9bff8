import { startPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childUsage, isMeasurable } from './child-usage.ts'
import { counted, finished, numbersIn, RecordedLog } from './recorded-log.ts'

const here = fileURLToPath(new URL('..', import.meta.url))

test('throttles to the server and loses none of many simultaneous deltas', async () => {
  // More than the publish queue would hold if they were all published at once.
  const count = 15_000
  using log = new RecordedLog(Array.from({ length: count }, (_, index) => counted(index, 0)))
  await using plugin = await startPlugin(here, { settings: { file: log.file, speed: 1000 } })
  await finished(plugin, 30_000)
  const numbers = numbersIn(plugin.published)
  assert.equal(numbers.length, count)
  assert.ok(numbers.every((value, index) => value === index))
  assert.deepEqual(plugin.logs, [])
})

/** Replays a log and returns its peak memory in megabytes. */
const peakOf = async (lines: readonly (string | object)[]): Promise<number> => {
  using log = new RecordedLog(lines)
  await using plugin = await startPlugin(here, { settings: { file: log.file, speed: 1000 } })
  await finished(plugin, 30_000)
  return childUsage().peakMegabytes
}

test('a large log needs hardly more memory than a small one', { skip: !isMeasurable }, async () => {
  const filler = 'x'.repeat(60_000)
  const tooLong = 'y'.repeat(40_000_000)
  const broken = Array.from({ length: 700 }, (_, index) => `{"broken":${index},"filler":"${filler}`)
  const small = Array.from({ length: 20_000 }, (_, index) => counted(index, index / 100))
  const large = Array.from({ length: 100 }, (_, index) => ({
    updates: [{ values: [{ path: `design.text${index}`, value: filler }] }],
  }))
  const least = await peakOf([counted(0, 0)])
  const most = await peakOf([...broken, tooLong, ...small, ...large])
  // The log is larger than 90 MB.
  assert.ok(most < least + 40, `${most} MB instead of ${least} MB`)
})

test('a waiting replay uses no processor time', { skip: !isMeasurable }, async () => {
  using log = new RecordedLog([counted(1, 0), counted(2, 86_400)])
  await using plugin = await startPlugin(here, { settings: { file: log.file } })
  await until(() => plugin.published.length === 1, Boolean)
  await sleep(500)
  const before = childUsage().cpuSeconds
  await sleep(2_000)
  const used = childUsage().cpuSeconds - before
  assert.ok(used < 0.2, `${used} s of 2 s`)
})
