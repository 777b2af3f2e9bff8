import type { Delta } from '@marinedata/model'
import { encodeEvents, type EventsBody } from '@marinedata/uplink-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatFeed } from './boat-feed.ts'

const path = 'notifications.bilge'
const alarm = { state: 'alarm', message: 'Water in the bilge' }
const raised = { path, value: alarm, source: 'crew' }
const wall = Date.parse('2026-06-01T12:00:00Z')

const eventOf = (number: number, value: unknown): EventsBody['events'][number] => ({
  number,
  segment: 1,
  wall,
  mono: 0,
  kind: 'value',
  context: 'vessels.self',
  path,
  source: 'crew',
  json: JSON.stringify(value),
})

/** A feed, and what it has accepted as `[source, value]` since this was asked last. */
const feedOf = (): { readonly feed: BoatFeed; readonly taken: () => [string | undefined, unknown][] } => {
  const accepted: Delta[] = []
  const feed = new BoatFeed({
    context: 'vessels.urn:mrn:imo:mmsi:230099999',
    accept: (delta) => void accepted.push(delta),
    series: () => new Map(),
    from: 0,
  })
  const taken = (): [string | undefined, unknown][] =>
    accepted
      .splice(0)
      .flatMap(({ updates }) =>
        updates.flatMap(({ $source, values = [] }) =>
          values.map(({ value }): [string | undefined, unknown] => [$source, value]),
        ),
      )
  return { feed, taken }
}

test('a notification on the shore has one source, the boat', () => {
  const { feed, taken } = feedOf()
  feed.events(encodeEvents({ events: [eventOf(1, alarm)], open: [raised] }), wall)
  assert.deepEqual(taken(), [['crew', alarm]])
  feed.events(encodeEvents({ events: [eventOf(2, { state: 'normal' })], open: [] }), wall)
  assert.deepEqual(taken(), [['crew', { state: 'normal' }]])
  assert.deepEqual(feed.open, [])
})

test('what is open is known from one batch, and sent once', () => {
  const { feed, taken } = feedOf()
  feed.events(encodeEvents({ events: [], open: [raised] }), wall)
  feed.events(encodeEvents({ events: [], open: [raised] }), wall)
  assert.deepEqual(taken(), [['crew', alarm]])
  assert.deepEqual(feed.open, [raised])
})

test('a closed notification ends on the shore, even when its end was not received', () => {
  const { feed, taken } = feedOf()
  feed.restoreOpen(JSON.stringify([{ path, value: alarm }]))
  assert.deepEqual(taken(), [['server', alarm]])
  feed.events(encodeEvents({ events: [], open: [] }), wall)
  assert.deepEqual(taken(), [['server', null]])
})
