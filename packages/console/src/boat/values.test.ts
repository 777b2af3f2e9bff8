import type { SentDelta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Values } from './values.ts'

/** The boat's calendar and this clock began together. */
const time = {
  heardAt: (timestamp: string): number => Date.parse(timestamp) - Date.parse('2026-06-01T00:00:00Z'),
}

interface Told {
  readonly value: unknown
  readonly stale?: boolean
  readonly at?: string
  readonly context?: string
}

const delta = ({ value, stale, at = '2026-06-01T00:00:01Z', context = 'vessels.self' }: Told): SentDelta => ({
  context,
  updates: [
    {
      $source: 'gps.1',
      timestamp: at,
      values: [{ path: 'navigation.speedOverGround', value, ...(stale !== undefined && { stale }) }],
    },
  ],
})

const speed = (values: Values) => values.of('navigation.speedOverGround').value

test('a path that was never told is unknown, not zero', () => {
  assert.equal(speed(new Values(time)), undefined)
})

test('a value is as old as its stamp says', () => {
  const values = new Values(time)
  values.take(delta({ value: 3 }), 5_000)
  assert.deepEqual(speed(values), {
    value: 3,
    source: 'gps.1',
    heardAt: 1_000,
    isStale: false,
    staleAfterMs: undefined,
  })
})

test('a stamp of the future does not make a value newer than its coming', () => {
  const values = new Values(time)
  values.take(delta({ value: 3, at: '2026-06-01T01:00:00Z' }), 5_000)
  assert.equal(speed(values)?.heardAt, 5_000)
})

test('marked as stale, it is as old as when it was heard, and tells how long that took', () => {
  const values = new Values(time)
  values.take(delta({ value: 3 }), 1_000)
  values.take(delta({ value: 3, stale: true }), 4_000)
  assert.deepEqual(
    [speed(values)?.isStale, speed(values)?.heardAt, speed(values)?.staleAfterMs],
    [true, 1_000, 3_000],
  )
})

test('heard again, it is fresh', () => {
  const values = new Values(time)
  values.take(delta({ value: 3, stale: true }), 1_000)
  values.take(delta({ value: 0, at: '2026-06-01T00:00:02Z' }), 2_000)
  assert.deepEqual([speed(values)?.isStale, speed(values)?.value, speed(values)?.heardAt], [false, 0, 2_000])
})

test('other vessels are none of its business', () => {
  const values = new Values(time)
  values.take(delta({ value: 9, context: 'vessels.urn:mrn:imo:mmsi:230123456' }), 1_000)
  assert.equal(speed(values), undefined)
  assert.deepEqual(values.paths, [])
})
