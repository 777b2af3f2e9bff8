import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PathMetadataTable, type Metadata } from '@marinedata/model'
import { Counters, type Refusal } from '#counters.ts'
import { ManualClock } from '#manual-clock.ts'
import { DeviceAuthor, PersonAuthor, ServerAuthor, type Author } from './author.ts'
import { Intake, type UpdateWriter } from './intake.ts'

const origin: Author = Object.assign(new ServerAuthor(), { sourceOf: (named = 'origin') => named })
const table = new PathMetadataTable()

/** Records what the intake writes. */
class Log implements UpdateWriter {
  readonly heads: { context: string; source: string; timestamp: string; isTimestampReplaced?: boolean }[] = []
  readonly values: [path: string, value: unknown][] = []
  readonly descriptions: [path: string, metadata: Metadata][] = []
  commits = 0
  closed: Refusal | undefined

  open(head: Log['heads'][number]): Refusal | undefined {
    if (this.closed === undefined) this.heads.push(head)
    return this.closed
  }

  put(path: string, value: unknown): undefined {
    this.values.push([path, value])
  }

  describe(path: string, metadata: Metadata): Refusal | undefined {
    this.descriptions.push([path, metadata])
    return path === 'unknown' ? 'invalid-path' : undefined
  }

  commit(): void {
    this.commits++
  }
}

const door = () => {
  const log = new Log()
  const counters = new Counters()
  const intake = new Intake({
    writer: log,
    clock: new ManualClock(Date.UTC(2026, 5, 1)),
    counters,
    metadataOf: (segments) => table.of(segments),
  })
  const put = (path: string, value: unknown): Refusal | undefined =>
    intake.accept({ updates: [{ values: [{ path, value }] }] }, origin)?.reason
  return { log, counters, intake, put }
}

const nest = (depth: number): unknown => (depth === 0 ? 1 : { a: nest(depth - 1) })

test('refuses and counts a message that is not a delta', () => {
  const { intake, counters, log } = door()
  for (const message of [null, 1, 'x', [], {}, { updates: {} }, { updates: [], more: 1 }])
    assert.equal(intake.accept(message, origin)?.reason, 'invalid-delta')
  assert.equal(counters.refused['invalid-delta'], 7)
  assert.equal(counters.deltas, 0)
  assert.deepEqual(log.heads, [])
})

test('adds source and timestamp to an update without them', () => {
  const { log, put } = door()
  put('a.b', 1)
  assert.deepEqual(log.heads, [
    { context: 'vessels.self', source: 'origin', timestamp: '2026-06-01T00:00:00.000Z' },
  ])
})

test('takes the source from $source, or from the label of source', () => {
  const { log, intake } = door()
  intake.accept(
    { updates: [{ $source: 'gps', source: { label: 'x' } }, { source: { label: 'nmea' } }] },
    origin,
  )
  assert.deepEqual(
    log.heads.map(({ source }) => source),
    ['gps', 'nmea'],
  )
})

test('refuses a value that is not finite', () => {
  const { put, log } = door()
  // JSON has no infinity, but 1e999 becomes one.
  assert.equal(put('a.b', JSON.parse('1e999')), 'invalid-value')
  assert.equal(put('a.b', JSON.parse('{"deep":[-1e999]}')), 'invalid-value')
  assert.deepEqual(log.values, [])
})

test('refuses half a position at any path', () => {
  const { put, counters, log } = door()
  assert.equal(put('navigation.position', { latitude: 60 }), 'half-position')
  assert.equal(put('navigation.position', { latitude: 60, longitude: null }), 'half-position')
  assert.equal(put('navigation.position', { latitude: 91, longitude: 0 }), 'half-position')
  assert.equal(put('navigation.position', 5), 'half-position')
  assert.equal(put('navigation.position', 'here'), 'half-position')
  assert.equal(put('navigation.anchor.position', { longitude: 1 }), 'half-position')
  assert.equal(put('resources.mark', { longitude: 1 }), 'half-position')
  assert.equal(put('navigation.position.latitude', 60), 'half-position')
  assert.equal(put('navigation.position.longitude', null), 'half-position')
  assert.equal(counters.refused['half-position'], 9)
  assert.deepEqual(log.values, [])
})

test('accepts a complete position, or null', () => {
  const { put, log } = door()
  assert.equal(put('navigation.position', { latitude: 60, longitude: 20, altitude: 3 }), undefined)
  assert.equal(put('navigation.position', null), undefined)
  assert.equal(log.values.length, 2)
})

test('refuses a value with too many levels, members or characters', () => {
  const { put } = door()
  assert.equal(put('a.b', nest(7)), undefined)
  assert.equal(put('a.b', nest(8)), 'invalid-value')
  assert.equal(put('a.b', Array(256).fill(1)), 'invalid-value')
  assert.equal(put('a.b', 'x'.repeat(1025)), 'invalid-value')
  assert.equal(put('a.b', { ['x'.repeat(65)]: 1 }), 'invalid-value')
})

test('refuses member names that every JavaScript object has', () => {
  const { put } = door()
  for (const name of ['__proto__', 'constructor', 'prototype'])
    assert.equal(put('a.b', JSON.parse(`{"${name}":{"polluted":true}}`)), 'invalid-value')
})

test('requires state, method and message in a notification', () => {
  const { put } = door()
  const alarm = { state: 'alarm', method: ['sound'], message: 'Bilge' }
  assert.equal(put('notifications.bilge', alarm), undefined)
  assert.equal(put('notifications.bilge', null), undefined)
  assert.equal(put('notifications.bilge', { ...alarm, state: 'panic' }), 'invalid-notification')
  assert.equal(put('notifications.bilge', 'alarm'), 'invalid-notification')
  assert.equal(put('notifications.bilge', 1), 'invalid-notification')
})

test('merges an object at the empty path into the root, branch by branch', () => {
  const { put, log } = door()
  assert.equal(
    put('', { name: 'Anna', communication: { callsignVhf: 'OH1' }, registrations: [1] }),
    undefined,
  )
  assert.deepEqual(log.values, [
    ['name', 'Anna'],
    ['communication.callsignVhf', 'OH1'],
    ['registrations', [1]],
  ])
})

test('keeps a position in one piece when merging into the root', () => {
  const { put, log } = door()
  const position = { latitude: 60, longitude: 20 }
  assert.equal(put('', { navigation: { position } }), undefined)
  assert.deepEqual(log.values, [['navigation.position', position]])
  assert.equal(put('', { navigation: { position: { latitude: 60 } } }), 'half-position')
})

test('merges only objects into the root', () => {
  const { put } = door()
  for (const value of [null, 1, 'x', []]) assert.equal(put('', value), 'invalid-value')
})

test('refuses members beyond the limit when merging into the root', () => {
  const { put, log, counters } = door()
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, 1]))
  assert.equal(put('', many), 'invalid-value')
  assert.equal(log.values.length, 512)
  assert.equal(counters.refused['invalid-value'], 1)
})

test('accepts the other values beside a refused one, and returns the first reason', () => {
  const { intake, log, counters } = door()
  const values = [
    { path: 'a.b', value: Infinity },
    { path: 'navigation.position', value: 1 },
    { path: 'a.c', value: 3 },
  ]
  assert.equal(intake.accept({ updates: [{ values }] }, origin)?.reason, 'invalid-value')
  assert.deepEqual(log.values, [['a.c', 3]])
  assert.equal(log.commits, 1)
  assert.equal(counters.refused['invalid-value'] + counters.refused['half-position'], 2)
})

test('counts every refused metadata entry', () => {
  const { intake, counters } = door()
  const meta = [
    { path: 'unknown', value: { units: 'm' } },
    { path: 'unknown', value: { units: 'm' } },
  ]
  assert.equal(intake.accept({ updates: [{ meta }] }, origin)?.reason, 'invalid-path')
  assert.equal(counters.refused['invalid-path'], 2)
})

test('refuses metadata that is too deep or too large', () => {
  const { intake, log } = door()
  const describe = (value: object): Refusal | undefined =>
    intake.accept({ updates: [{ meta: [{ path: 'a.b', value }] }] }, origin)?.reason
  let deep: unknown = 1
  for (let depth = 0; depth < 100_000; depth++) deep = [deep]
  assert.equal(describe({ properties: { deep } }), 'invalid-value')
  assert.equal(describe({ enum: Array(250).fill(Array(250).fill(1)) }), 'invalid-value')
  assert.deepEqual(log.descriptions, [])
  assert.equal(
    describe({
      units: 'm',
      zones: Array.from({ length: 32 }, () => ({ lower: 1, upper: 2, state: 'warn' })),
    }),
    undefined,
  )
})

test('counts and skips an update whose context is refused', () => {
  const { intake, log, counters } = door()
  log.closed = 'invalid-context'
  const updates = [{ values: [{ path: 'a', value: 1 }] }]
  assert.equal(intake.accept({ context: 'boats.x', updates }, origin)?.reason, 'invalid-context')
  assert.deepEqual([log.values, log.commits], [[], 0])
  assert.equal(counters.refused['invalid-context'], 1)
})

const harbourPilot: Author = {
  sourceOf: (named) => (named === undefined || named === 'gps' ? `pilot.${named ?? 'own'}` : undefined),
  mayWriteTo: (context) => context === 'vessels.self',
  refusalOf: (path) => (path.startsWith('navigation.') ? undefined : 'undeclared-path'),
}

test('an author writes only as its own sources and only to its allowed paths', () => {
  const { log, intake, counters } = door()
  const values = [
    { path: 'navigation.log', value: 1 },
    { path: 'propulsion.main.revolutions', value: 20 },
    { path: '', value: { name: 'Pirate' } },
  ]
  assert.equal(
    intake.accept({ updates: [{ values }, { $source: 'gps' }] }, harbourPilot)?.reason,
    'undeclared-path',
  )
  assert.deepEqual(
    log.heads.map(({ source }) => source),
    ['pilot.own', 'pilot.gps'],
  )
  assert.equal(
    intake.accept({ updates: [{ $source: 'compass', values }] }, harbourPilot)?.reason,
    'foreign-source',
  )
  const other = { context: 'vessels.urn:mrn:imo:mmsi:230000002', updates: [{ values }] }
  assert.equal(intake.accept(other, harbourPilot)?.reason, 'undeclared-context')
  const meta = [{ path: 'tanks.fuel', value: { description: 'mine' } }]
  assert.equal(intake.accept({ updates: [{ meta }] }, harbourPilot)?.reason, 'undeclared-path')
  assert.equal(counters.refused['undeclared-path'], 3)
  assert.equal(counters.refused['foreign-source'], 1)
  assert.equal(counters.refused['undeclared-context'], 1)
})

const self = (values: Record<string, unknown>) => ({
  updates: [{ values: Object.entries(values).map(([path, value]) => ({ path, value })) }],
})

test('refuses and counts a value out of the range of its unit, and names path and unit', () => {
  const { intake, counters, log } = door()
  const accept = (path: string, value: unknown) => intake.accept(self({ [path]: value }), origin)
  const course = accept('navigation.courseOverGroundTrue', 270)
  assert.equal(course?.reason, 'out-of-range')
  assert.match(
    course?.describe() ?? '',
    /"navigation\.courseOverGroundTrue": 270 rad.*Did you mean degrees\?/,
  )
  const voltage = accept('electrical.batteries.a.voltage', '12,5')
  assert.equal(voltage?.reason, 'not-a-number')
  assert.match(voltage?.describe() ?? '', /"12,5" is not a number\. Send a number in V/)
  assert.equal(accept('navigation.datetime', '2026-02-30T00:00:00Z')?.reason, 'invalid-date')
  assert.equal(accept('environment.depth.belowTransducer', true)?.reason, 'not-a-number')
  assert.equal(accept('environment.water.temperature', -1)?.reason, 'out-of-range')
  assert.deepEqual(log.values, [])
  assert.equal(counters.refused['out-of-range'], 2)
  assert.equal(counters.refused['not-a-number'], 2)
  assert.equal(counters.refused['invalid-date'], 1)
})

test('accepts any valid value at a path without metadata', () => {
  const { put } = door()
  for (const value of ['fast', true, 1e9, { a: 1 }, null]) assert.equal(put('my.own.path', value), undefined)
})

test('refuses a timestamp of a day that does not exist', () => {
  const { intake, counters } = door()
  for (const timestamp of ['2026-02-30T00:00:00Z', '2026-02-29T00:00:00Z', '2026-04-31T12:00:00.5Z']) {
    const refusal = intake.accept({ updates: [{ timestamp, values: [{ path: 'a.b', value: 1 }] }] }, origin)
    assert.equal(refusal?.reason, 'invalid-date')
    assert.ok(refusal?.describe().includes(timestamp))
  }
  assert.equal(counters.refused['invalid-date'], 3)
})

test('replaces, marks and counts a timestamp that is more than a day off', () => {
  const { intake, log, counters } = door()
  const values = [{ path: 'a.b', value: 1 }]
  const now = '2026-06-01T00:00:00.000Z'
  for (const timestamp of ['1970-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '2025-12-31T00:00:00Z'])
    assert.equal(intake.accept({ updates: [{ timestamp, values }] }, origin), undefined)
  for (const head of log.heads) assert.deepEqual([head.timestamp, head.isTimestampReplaced], [now, true])
  assert.equal(counters.replacedTimestamps, 3)
  for (const timestamp of ['2026-05-31T00:00:01Z', '2026-06-01T23:59:59Z']) {
    intake.accept({ updates: [{ timestamp, values }] }, origin)
    assert.deepEqual(
      [log.heads.at(-1)?.timestamp, log.heads.at(-1)?.isTimestampReplaced],
      [timestamp, undefined],
    )
  }
})

test('accepts every timestamp while the server’s clock is not set', () => {
  const log = new Log()
  const clock = new ManualClock(0)
  const intake = new Intake({ writer: log, clock, counters: new Counters(), metadataOf: () => undefined })
  intake.accept({ updates: [{ timestamp: '2026-06-01T00:00:00Z', values: [] }] }, origin)
  assert.equal(log.heads[0]?.timestamp, '2026-06-01T00:00:00Z')
})

const alarm = { state: 'normal', method: [], message: '' }
const owned: Record<string, unknown> = {
  'steering.autopilot.engaged': true,
  'notifications.steering.autopilot.heading': alarm,
  'notifications.navigation.anchor': alarm,
  'notifications.mob': alarm,
  'notifications.server.storage': alarm,
}

test('refuses reserved paths for everyone but their owner', () => {
  const { intake, log } = door()
  const person = new PersonAuthor('stream.1', () => false)
  const device = new DeviceAuthor('device.x', ['*'])
  for (const author of [person, device])
    for (const [path, value] of Object.entries(owned)) {
      const refusal = intake.accept(self({ [path]: value }), author)
      assert.equal(refusal?.reason, 'reserved-path', path)
      assert.ok(refusal?.describe().startsWith(`"${path}" is reserved for the `), path)
      const meta = [{ path, value: { units: 'm' } }]
      assert.equal(intake.accept({ updates: [{ meta }] }, author)?.reason, 'reserved-path')
    }
  assert.deepEqual(log.values, [])
  for (const [path, value] of Object.entries(owned))
    assert.equal(intake.accept(self({ [path]: value }), new ServerAuthor()), undefined)
  const watch: Author = Object.assign(new DeviceAuthor('x', ['*']), {
    mayWriteFor: (owner: string) => owner === 'anchor',
  })
  assert.equal(intake.accept(self({ 'notifications.navigation.anchor': alarm }), watch), undefined)
  assert.equal(intake.accept(self({ 'notifications.mob': alarm }), watch)?.reason, 'reserved-path')
})

test('lists the schema faults of an invalid delta', () => {
  const { intake } = door()
  const refusal = intake.accept({ updates: [], request: 1 }, origin)
  assert.match(refusal?.describe() ?? '', /"\/request" is not a known member/)
  assert.deepEqual(refusal?.faults(), [{ path: '/request', message: 'is not a known member' }])
})
