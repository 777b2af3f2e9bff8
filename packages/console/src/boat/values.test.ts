import type { SentDelta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Values } from './values.ts'

/** The server's calendar and this clock start together. */
const time = {
  receivedAt: (timestamp: string): number => Date.parse(timestamp) - Date.parse('2026-06-01T00:00:00Z'),
}

interface DeltaOptions {
  readonly value: unknown
  readonly stale?: boolean
  readonly at?: string
  readonly context?: string
}

const delta = ({
  value,
  stale,
  at = '2026-06-01T00:00:01Z',
  context = 'vessels.self',
}: DeltaOptions): SentDelta => ({
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

test('a path without a value is unknown, not zero', () => {
  assert.equal(speed(new Values(time)), undefined)
})

test('the age of a value comes from its timestamp', () => {
  const values = new Values(time)
  values.take(delta({ value: 3 }), 5_000)
  assert.deepEqual(speed(values), {
    value: 3,
    source: 'gps.1',
    receivedAt: 1_000,
    isStale: false,
    staleAfterMs: undefined,
  })
})

test('a timestamp in the future does not make a value newer than its arrival', () => {
  const values = new Values(time)
  values.take(delta({ value: 3, at: '2026-06-01T01:00:00Z' }), 5_000)
  assert.equal(speed(values)?.receivedAt, 5_000)
})

test('a stale value keeps its time of arrival and records when it became stale', () => {
  const values = new Values(time)
  values.take(delta({ value: 3 }), 1_000)
  values.take(delta({ value: 3, stale: true }), 4_000)
  assert.deepEqual(
    [speed(values)?.isStale, speed(values)?.receivedAt, speed(values)?.staleAfterMs],
    [true, 1_000, 3_000],
  )
})

test('a stale value that is received again is fresh', () => {
  const values = new Values(time)
  values.take(delta({ value: 3, stale: true }), 1_000)
  values.take(delta({ value: 0, at: '2026-06-01T00:00:02Z' }), 2_000)
  assert.deepEqual(
    [speed(values)?.isStale, speed(values)?.value, speed(values)?.receivedAt],
    [false, 0, 2_000],
  )
})

test('values of other vessels are ignored', () => {
  const values = new Values(time)
  values.take(delta({ value: 9, context: 'vessels.urn:mrn:imo:mmsi:230123456' }), 1_000)
  assert.equal(speed(values), undefined)
  assert.deepEqual(values.paths, [])
})
