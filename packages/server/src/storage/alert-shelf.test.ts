import type { AlertRecord, EndedRecord } from '@marinedata/core'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { AlertShelf } from './alert-shelf.ts'
import { BoatStore } from './boat-store.ts'
import { failAudit, trialStore } from './trial-store.ts'

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

const nothing = { kept: [], over: [], remembered: 200 }

const deed = {
  deed: 'acknowledged',
  who: 'Anna',
  from: '10.0.0.5',
  at: '2026-01-01T00:00:01.000Z',
  subject: 'notifications.bilge',
} as const

test('what is written is found again, changed, and forgotten', async () => {
  using store = new BoatStore(undefined)
  await store.alerts.write({ ...nothing, kept: [record('a'), record('b', 'notifications.fire')] }, [])
  const acknowledged: AlertRecord = { ...record('a'), status: 'acknowledged', acknowledgedBy: 'Anna' }
  const over = [ended('b', 'notifications.fire'), ended('never-there')]
  await store.alerts.write({ ...nothing, kept: [acknowledged], over }, [])
  assert.deepEqual(store.alerts.all(), [acknowledged])
  assert.deepEqual(store.alerts.past(), over)
})

test('a newer alert at the same path and of the same source takes the place of the one before', async () => {
  using store = new BoatStore(undefined)
  await store.alerts.write({ ...nothing, kept: [record('a')] }, [])
  await store.alerts.write({ ...nothing, kept: [record('b')] }, [])
  assert.deepEqual(store.alerts.all(), [record('b')])
})

test('what someone did is in the audit, in the same step', async () => {
  using store = new BoatStore(undefined)
  await store.alerts.write({ ...nothing, kept: [record('a')] }, [deed])
  const [entry] = store.audit.page({ limit: 1, before: Number.MAX_SAFE_INTEGER, kind: 'alert' })
  const { number, previous, hash } = entry ?? assert.fail('Nothing was recorded')
  assert.deepEqual(entry, { ...deed, kind: 'alert', number, previous, hash })
  assert.equal(store.audit.findBreak(), undefined)
})

test('of what is over as many are kept as are to be remembered, and the oldest go first', async () => {
  using store = new BoatStore(undefined)
  const ids = (): string[] => store.alerts.past().map(({ id }) => id)
  for (const id of ['a', 'b', 'c', 'd'])
    await store.alerts.write({ kept: [], over: [ended(id)], remembered: 3 }, [])
  assert.deepEqual(ids(), ['b', 'c', 'd'])
  await store.alerts.write({ kept: [record('e')], over: [], remembered: 1 }, [])
  assert.deepEqual(ids(), ['b', 'c', 'd'], 'nothing ended: nothing is looked through')
  await store.alerts.write({ kept: [], over: [ended('e')], remembered: 1 }, [])
  assert.deepEqual(ids(), ['e'])
})

test('what is over is found again when the file is opened again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'alert-shelf-'))
  t.after(() => rm(folder, { recursive: true }))
  {
    using store = new BoatStore(folder)
    await store.alerts.write({ ...nothing, over: [ended('a'), ended('b')] }, [])
  }
  using store = new BoatStore(folder)
  assert.deepEqual(store.alerts.past(), [ended('a'), ended('b')])
  assert.deepEqual(store.alerts.all(), [])
})

test('an end that cannot be kept with its audit entry is no end', async () => {
  const { database, writer } = trialStore()
  const shelf = new AlertShelf(database, writer)
  await shelf.write({ ...nothing, kept: [record('a')] }, [])
  failAudit(database)
  await assert.rejects(() => shelf.write({ ...nothing, over: [ended('a')] }, [deed]), /a full disk/)
  assert.deepEqual([shelf.all(), shelf.past()], [[record('a')], []])
})
