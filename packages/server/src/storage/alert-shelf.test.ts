import type { AlertRecord } from '@marinedata/core'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatStore } from './boat-store.ts'

const record = (id: string, path = 'notifications.bilge'): AlertRecord => ({
  id,
  path,
  source: 'pump',
  status: 'active',
  condition: { state: 'alarm', method: ['visual', 'sound'], message: 'Water' },
  raisedAt: '2026-01-01T00:00:00.000Z',
})

const deed = {
  deed: 'acknowledged',
  who: 'Anna',
  from: '10.0.0.5',
  at: '2026-01-01T00:00:01.000Z',
  subject: 'notifications.bilge',
} as const

test('what is written is found again, changed, and forgotten', () => {
  using store = new BoatStore(undefined)
  store.alerts.write({ kept: [record('a'), record('b', 'notifications.fire')], over: [] })
  const acknowledged: AlertRecord = { ...record('a'), status: 'acknowledged', acknowledgedBy: 'Anna' }
  store.alerts.write({ kept: [acknowledged], over: ['b', 'never-there'] })
  assert.deepEqual(store.alerts.all(), [acknowledged])
})

test('a newer alert at the same path and of the same source takes the place of the one before', () => {
  using store = new BoatStore(undefined)
  store.alerts.write({ kept: [record('a')], over: [] })
  store.alerts.write({ kept: [record('b')], over: [] })
  assert.deepEqual(store.alerts.all(), [record('b')])
})

test('what someone did is in the audit, in the same step', () => {
  using store = new BoatStore(undefined)
  store.alerts.write({ kept: [record('a')], over: [] }, deed)
  const [entry] = store.audit.page({ limit: 1, before: Number.MAX_SAFE_INTEGER, kind: 'alert' })
  const { number, previous, hash } = entry ?? assert.fail('Nothing was recorded')
  assert.deepEqual(entry, { ...deed, kind: 'alert', number, previous, hash })
  assert.equal(store.audit.findBreak(), undefined)
})
