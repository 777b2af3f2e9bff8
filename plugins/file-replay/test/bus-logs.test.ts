import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { finished, RecordedLog } from './recorded-log.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
const heading = 'navigation.headingMagnetic'

const sourcesOf = (plugin: StartedPlugin): Set<string | undefined> =>
  new Set(plugin.published.flatMap(({ updates }) => updates.map(({ $source }) => $source)))

describe('logs of NMEA 2000', { concurrency: 3 }, () => {
  for (const [format, line] of Object.entries({
    canboat: '2016-02-28T19:57:02.364Z,2,127250,7,255,8,ff,10,3b,ff,7f,ff,7f,fd',
    'Yacht Devices': '19:57:02.364 R 09F11207 FF 10 3B FF 7F FF 7F FD',
    candump: '(1456689422.364000) can0 09F11207#FF103BFF7FFF7FFD',
    Actisense: 'A195702.364 07FF2 1F112 FF103BFF7FFF7FFD',
  }))
    test(`${format}: the values of a message are replayed, with the address as source`, async () => {
      using log = new RecordedLog(['# a comment', line, 'nonsense'])
      await using plugin = await startPlugin(here, { settings: { file: log.file } })
      assert.match(await finished(plugin), /, 1 delta; skipped 1 broken$/)
      assert.equal(plugin.latest(heading), 1.512)
      assert.deepEqual(sourcesOf(plugin), new Set(['file-replay.address-7']))
      assert.deepEqual(plugin.refused, [])
    })

  test('the bytes of an Actisense gateway are replayed, after a part of a block', async () => {
    const bytes = '1003 1002 9313 0212f101ff07 00000000 08 ff10103bff7fff7ffd 03 1003'
    using log = new RecordedLog(Buffer.from(bytes.replaceAll(' ', ''), 'hex'))
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    assert.match(await finished(plugin), /, 1 delta$/)
    assert.equal(plugin.latest(heading), 1.512)
    assert.deepEqual(sourcesOf(plugin), new Set(['file-replay.address-7']))
  })

  test('the times of the log are kept, and a claim gives the device its name', async () => {
    const at = (ms: number, rest: string): string =>
      `${new Date(Date.UTC(2026, 5, 14, 10) + ms).toISOString()},${rest}`
    using log = new RecordedLog([
      at(0, '6,60928,7,255,8,05,a0,be,1c,00,a0,a0,c0'),
      at(0, '2,127250,7,255,8,ff,10,3b,ff,7f,ff,7f,fd'),
      at(500, '2,127250,7,255,8,ff,11,3b,ff,7f,ff,7f,fd'),
    ])
    const startedAt = performance.now()
    await using plugin = await startPlugin(here, { settings: { file: log.file } })
    await finished(plugin)
    assert.ok(performance.now() - startedAt >= 500)
    assert.deepEqual(sourcesOf(plugin), new Set(['file-replay.c0a0a0001cbea005']))
  })
})
