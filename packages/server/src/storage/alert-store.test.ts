import type { AlertRecord, EndedRecord } from '@marinedata/core'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SqliteAlertStore } from './alert-store.ts'
import { BoatStore } from './boat-store.ts'
import { failAudit, storeFixture } from '#testing/store-fixture.ts'
import { person } from '#testing/person.ts'

const record = (id: string, path = 'notifications.bilge'): AlertRecord => ({
  id,
  path,
  source: 'pump',
  status: 'active',
  condition: { state: 'alarm', method: ['visual', 'sound'], message: 'Water' },
  raisedAt: '2026-01-01T00:00:00.000Z',
})

const ended = (id: string, path?: string): EndedRecord => ({
  ...record(id, path),
  endedAt: '2026-01-01T00:01:00.000Z',
  ending: 'over',
})

const nothing = { present: [], ended: [], pastCount: 200 }

const event = {
  operation: 'acknowledged',
  actor: person('Anna'),
  at: '2026-01-01T00:00:01.000Z',
  subject: 'notifications.bilge',
} as const

test('saves, updates and removes alerts', async () => {
  using store = new BoatStore(undefined)
  await store.alerts.write({ ...nothing, present: [record('a'), record('b', 'notifications.fire')] }, [])
  const acknowledged: AlertRecord = { ...record('a'), status: 'acknowledged', acknowledgedBy: 'Anna' }
  const ends = [ended('b', 'notifications.fire'), ended('never-there')]
  await store.alerts.write({ ...nothing, present: [acknowledged], ended: ends }, [])
  assert.deepEqual(store.alerts.all(), [acknowledged])
  assert.deepEqual(store.alerts.past(), ends)
})

test('replaces an alert with a newer one of the same path and source', async () => {
  using store = new BoatStore(undefined)
  await store.alerts.write({ ...nothing, present: [record('a')] }, [])
  await store.alerts.write({ ...nothing, present: [record('b')] }, [])
  assert.deepEqual(store.alerts.all(), [record('b')])
})

test('writes audit entries in the same transaction', async () => {
  using store = new BoatStore(undefined)
  await store.alerts.write({ ...nothing, present: [record('a')] }, [event])
  const [entry] = store.audit.page({ limit: 1, before: Number.MAX_SAFE_INTEGER, kind: 'alert' })
  const { number, previous, hash } = entry ?? assert.fail('Nothing was recorded')
  assert.deepEqual(entry, { ...event, kind: 'alert', number, previous, hash })
  assert.equal(store.audit.findBreak(), undefined)
})

test('limits the number of past alerts and removes the oldest first', async () => {
  using store = new BoatStore(undefined)
  const ids = (): string[] => store.alerts.past().map(({ id }) => id)
  for (const id of ['a', 'b', 'c', 'd'])
    await store.alerts.write({ present: [], ended: [ended(id)], pastCount: 3 }, [])
  assert.deepEqual(ids(), ['b', 'c', 'd'])
  await store.alerts.write({ present: [record('e')], ended: [], pastCount: 1 }, [])
  assert.deepEqual(ids(), ['b', 'c', 'd'], 'nothing ended: nothing is looked through')
  await store.alerts.write({ present: [], ended: [ended('e')], pastCount: 1 }, [])
  assert.deepEqual(ids(), ['e'])
})

test('a corrected past alert keeps its place among the others', async () => {
  using store = new BoatStore(undefined)
  await store.alerts.write({ ...nothing, ended: [{ ...ended('a'), ignoresRepeats: true }, ended('b')] }, [])
  await store.alerts.write({ ...nothing, ended: [ended('a')] }, [])
  assert.deepEqual(store.alerts.past(), [ended('a'), ended('b')])
})

test('restores past alerts when the file is opened again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'alert-store-'))
  t.after(() => rm(folder, { recursive: true }))
  {
    using store = new BoatStore(folder)
    await store.alerts.write({ ...nothing, ended: [ended('a'), ended('b')] }, [])
  }
  using store = new BoatStore(folder)
  assert.deepEqual(store.alerts.past(), [ended('a'), ended('b')])
  assert.deepEqual(store.alerts.all(), [])
})

test('does not end an alert whose audit entry cannot be written', async () => {
  const { database, writer } = storeFixture()
  const store = new SqliteAlertStore(database, writer)
  await store.write({ ...nothing, present: [record('a')] }, [])
  failAudit(database)
  await assert.rejects(() => store.write({ ...nothing, ended: [ended('a')] }, [event]), /a full disk/)
  assert.deepEqual([store.all(), store.past()], [[record('a')], []])
})
