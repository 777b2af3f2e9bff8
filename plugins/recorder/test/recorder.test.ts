import type { HistoryStorage, HistoryValuesHead, LogHead } from '@marinedata/model'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const here = join(import.meta.dirname, '..')
const limit = { timeout: 300_000 }
const patience = { deadlineMs: 30_000 }
const depth = 'environment.depth.belowKeel'

const send = (plugin: StartedPlugin, values: { path: string; value: unknown }[], more: object = {}): number =>
  plugin.send([{ updates: [{ $source: 'gps', timestamp: new Date().toISOString(), values }], ...more }])

const valuesOf = async (plugin: StartedPlugin, path: string): Promise<unknown[]> => {
  const to = Date.now() + 1_000
  const question = { context: 'vessels.self', from: to - 60_000, to, resolution: 1, columns: [{ path }] }
  const [head, ...rows] = await plugin.askHistory({ ask: 'values', question })
  assert.equal((head as HistoryValuesHead).values[0]?.path, path)
  return rows.flatMap((row) => (row as unknown[])[1] ?? [])
}

test('records, answers, and has everything again after a restart', limit, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-recorder-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const other = { context: 'vessels.urn:mrn:imo:mmsi:230012345' }
  {
    await using plugin = await startPlugin(here, { ...patience, folder })
    assert.equal(send(plugin, [{ path: depth, value: 3.25 }]), 1)
    send(plugin, [{ path: 'navigation.position', value: { latitude: 50.5, longitude: -3.3 } }], other)
    assert.deepEqual(await valuesOf(plugin, depth), [3.25])
    assert.match(plugin.status?.message ?? '', /^Recording; \d+ MB of \d+ MB used$/)
  }
  await using plugin = await startPlugin(here, { ...patience, folder })
  assert.deepEqual(await valuesOf(plugin, depth), [3.25])
  const range = { from: Date.now() - 3_600_000, to: Date.now() + 1_000 }
  const contexts = await plugin.askHistory({ ask: 'contexts', ...range })
  assert.deepEqual(new Set(contexts), new Set(['vessels.self', other.context]))
  const [head] = (await plugin.askHistory({ ask: 'head' })) as LogHead[]
  assert.ok(head !== undefined && head.number > 0)
  const segments = await plugin.askHistory({ ask: 'read', lane: 'own', after: 0, most: 100 })
  assert.ok(segments.length > 0)
})

test('records nothing when recording is off, and stays within its budget', limit, async () => {
  const settings = { recording: false, budget: 50 }
  await using plugin = await startPlugin(here, { ...patience, settings })
  assert.equal(send(plugin, [{ path: depth, value: 3 }]), 0)
  const [storage] = (await plugin.askHistory({ ask: 'storage' })) as HistoryStorage[]
  assert.equal(storage?.budgetBytes, 50e6)
})

test('a forged date files nothing under another year, and the crew can see it', limit, async () => {
  await using plugin = await startPlugin(here, patience)
  send(plugin, [{ path: 'navigation.datetime', value: '2046-11-19T12:00:00Z' }])
  send(plugin, [{ path: depth, value: 3.25 }])
  assert.deepEqual(await valuesOf(plugin, depth), [3.25])
  const from = Date.UTC(2046, 0)
  const contexts = await plugin.askHistory({ ask: 'contexts', from, to: Date.UTC(2047, 0) })
  assert.deepEqual(contexts, [])
  assert.equal(plugin.status?.level, 'warning')
  assert.match(
    plugin.status.message,
    /^Recording by the clock of this computer: the satellites say 2046-11-19/,
  )
  send(plugin, [{ path: 'navigation.datetime', value: new Date().toISOString() }])
  await valuesOf(plugin, depth)
  assert.match(plugin.status.message, /^Recording; /)
})
