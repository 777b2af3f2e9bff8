import { encodeSegments } from '@marinedata/uplink-protocol'
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

test('days that are over are removed with their files, and what comes of them later, too', () => {
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
