import { encodeEvents, encodeSegments } from '@marinedata/uplink-protocol'
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ShardDatabase, shardFolder } from '#store/shard-database.ts'
import { ShardWriter, type ReceivedBatch } from './shard-writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'marinedata-shard-'))
after(() => rmSync(folder, { recursive: true }))

const vessel = 'urn-mrn-imo-mmsi-230000001'
const log = 'log-1'

/** One segment of a day. */
const batchOf = (number: number, wall: number): ReceivedBatch => ({
  vessel,
  log,
  layer: 'minutes',
  from: number - 1,
  to: number,
  body: encodeSegments({
    series: [],
    segments: [{ number, boot: 1, mono: 0, wall, trust: 'none', blob: Buffer.from('x') }],
  }),
})

const daysIn = (shard: number): string[] =>
  readdirSync(shardFolder(folder, shard))
    .filter((name) => /^(?:[0-9-]+|undated)\.db$/.test(name))
    .toSorted()

test('past days are removed with their files, and late batches for them are dropped', () => {
  const shard = 7
  using writer = new ShardWriter(folder, shard)
  const walls = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => Date.parse(`${day}T12:00:00Z`))
  const batches = [...walls, -1].map((wall, index) => batchOf(index + 1, wall))
  assert.deepEqual(writer.commit(batches), { stored: 4, repeated: 0, rejected: 0, holes: [] })
  assert.equal(writer.removeBefore('2026-01-03'), 2)
  assert.deepEqual(daysIn(shard), ['2026-01-03.db', 'undated.db'])
  assert.equal(writer.cursor(vessel, log, 'minutes'), 4, 'the boat need not send them again')
  writer.commit([batchOf(5, walls[0] ?? 0)])
  assert.equal(writer.removeBefore('2026-01-03'), 1)
  assert.equal(writer.removeBefore('2026-01-03'), 0)
  using rest = ShardDatabase.openDay(shardFolder(folder, shard), '2026-01-03')
  assert.deepEqual(
    rest.all('SELECT number FROM part').map((row) => Number(row['number'])),
    [3],
  )
  using other = new ShardWriter(folder, shard)
  assert.ok(other.cursor(vessel, log, 'minutes') === 5)
  assert.throws(() => writer.removeBefore('2027-01-01'), /Another writer has taken over/)
})

const times = { number: 1, boot: 1, mono: 0, wall: Date.UTC(2026, 0, 1), trust: 'none' as const }
const series = { id: 0, context: 'vessels.self', path: 'a', source: 'b', part: '', steps: 1 }
const event = {
  number: 1,
  segment: 1,
  wall: 0,
  mono: 0,
  kind: 'value',
  context: 'vessels.self',
  path: 'a',
  source: 'b',
  json: '1',
}

type HostileBody = Pick<ReceivedBatch, 'layer' | 'body'> & { readonly name: string }

const segment = (layer: 'minutes' | 'full', more: object): HostileBody => ({
  name: JSON.stringify(more),
  layer,
  body: encodeSegments({ series: [], segments: [{ ...times, blob: Buffer.from('x'), ...more }] }),
})

const named = (more: object): HostileBody => ({
  name: `series ${JSON.stringify(more)}`,
  layer: 'minutes',
  body: encodeSegments({ series: [{ ...series, ...more }], segments: [] }),
})

const eventWith = (more: object): HostileBody => ({
  name: JSON.stringify(more),
  layer: 'events',
  body: encodeEvents({ events: [{ ...event, ...more }], open: [] }),
})

/** Bodies that a boat with a valid key can send. */
const hostileBodies: readonly HostileBody[] = [
  ...[1e300, -1, 2 ** 31, 0.5].map((boot) => segment('minutes', { boot })),
  ...[1e300, 2 ** 60, 0].map((number) => segment('full', { number })),
  // The last ones are safe integers, and not dates.
  ...[1e300, -1e300, 8.7e15].map((wall) => segment('minutes', { wall })),
  ...[1e300, -1e300].map((mono) => segment('minutes', { mono })),
  // Larger than the maximum number of series in a boat's log.
  ...[1e300, 2 ** 31, 500_001].map((id) => named({ id })),
  // Means are divided by the steps.
  ...[0, -1, 1e-300].map((steps) => named({ steps })),
  ...[1e300, -1].map((one) => eventWith({ segment: one })),
  ...[1e300, -1e300, 8.7e15].map((wall) => eventWith({ wall })),
  // Readers parse every value, and the times of a log follow from its corrections of the clock.
  eventWith({ json: '{"state":' }),
  ...[
    'null',
    '[]',
    '{"boot":1,"offset":"now","trust":"gnss"}',
    '{"boot":1,"offset":1e300,"trust":"gnss"}',
  ].map((json) => eventWith({ kind: 'clock', json })),
  { name: 'nothing', layer: 'events', body: new Uint8Array() },
  { name: 'a length beyond its end', layer: 'full', body: Buffer.from([255, 255, 255, 255, 1]) },
]

test('a hostile batch is rejected, and the batches of other boats beside it are stored', () => {
  const shard = 9
  using writer = new ShardWriter(folder, shard)
  const outcomes = hostileBodies.map(({ name, layer, body }, index) => {
    const own = `log-${index}`
    const hostile = { vessel: 'urn-mrn-imo-mmsi-230000666', log: own, layer, from: 0, to: 1, body }
    const good = { ...batchOf(1, times.wall), log: own }
    const { stored, rejected } = writer.commit([hostile, good])
    return { name, stored, rejected }
  })
  assert.deepEqual(
    outcomes.filter(({ stored, rejected }) => stored !== 1 || rejected !== 1),
    [],
  )
})
