import { encodeSegments } from '@marinedata/uplink-protocol'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { LogCopies } from '../../packages/fleet/src/reader/log-copies.ts'
import { ShardReader } from '../../packages/fleet/src/reader/shard-reader.ts'
import { shardOf } from '../../packages/fleet/src/subjects.ts'
import { ShardWriter } from '../../packages/fleet/src/writer/shard-writer.ts'

const dayMs = 86_400_000
const begin = Date.parse('2026-01-01T12:00:00Z')
/** A vessel whose records are not marked, as earlier versions stored them. */
const owned = (vessel: string) => ({
  vessel,
  ownership: { id: 'first', since: new Date(0).toISOString(), isUnmarked: true as const },
})
const vesselOf = (number: number): string => `urn-mrn-imo-mmsi-${230_000_000 + number}`

/** What a writer has of vessels, and the copies that a reader makes of it. */
class Shore implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-copies-'))
  readonly #shards = new ShardReader(join(this.#folder, 'shards'))
  readonly #most: number
  copies: LogCopies

  constructor(most: number) {
    this.#most = most
    this.copies = this.#open()
  }

  /** Stores a segment for each wall-clock time, with the numbers from `first` on. */
  store(vessel: string, walls: readonly number[], { first = 1, log = 'log-1' } = {}): void {
    const segments = walls.map((wall, index) => ({
      number: first + index,
      boot: 1,
      mono: index * 60_000,
      wall,
      trust: 'none' as const,
      blob: Buffer.from('x'),
    }))
    using writer = new ShardWriter(join(this.#folder, 'shards'), shardOf(vessel))
    const to = first + walls.length - 1
    const body = encodeSegments({ series: [], segments })
    writer.commit([{ vessel, log, layer: 'minutes', from: first - 1, to, body }])
  }

  /** As after a restart of the reader, which ends what it is copying. */
  restart(): void {
    this.copies[Symbol.dispose]()
    this.copies = this.#open()
  }

  /** The file of the copy of a log. */
  file(vessel: string, log = 'log-1'): string {
    return join(this.#folder, 'cache', vessel, 'first', log, 'history.db')
  }

  /** The numbers in the copy of a log. */
  copied(vessel: string, log = 'log-1'): number[] {
    using database = new DatabaseSync(this.file(vessel, log), { readOnly: true })
    return database
      .prepare('SELECT number FROM segment ORDER BY number')
      .all()
      .map((row) => Number(row['number']))
  }

  [Symbol.dispose](): void {
    this.copies[Symbol.dispose]()
    this.#shards[Symbol.dispose]()
    rmSync(this.#folder, { recursive: true })
  }

  #open(): LogCopies {
    return new LogCopies({ shards: this.#shards, folder: join(this.#folder, 'cache'), most: this.#most })
  }
}

const numbers = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1)

test('a copy that was interrupted has everything after the next question', async () => {
  using shore = new Shore(4)
  const vessel = vesselOf(1)
  // The clock was lost twice, and set back once: numbers are not in the order of the days.
  const walls = [-1, begin + 3 * dayMs, -1, begin, begin + dayMs, begin + 2 * dayMs]
  shore.store(vessel, walls)
  const first = assert.rejects(shore.copies.lend(owned(vessel)), { code: 'busy' })
  while (shore.copied(vessel).length < 2) await new Promise((resolve) => setImmediate(resolve))
  shore.restart()
  await first
  assert.ok(shore.copied(vessel).length < walls.length)
  using _lent = await shore.copies.lend(owned(vessel))
  assert.deepEqual(shore.copied(vessel), numbers(walls.length))
})

test('a copy whose file was damaged is made anew, with everything', async () => {
  using shore = new Shore(4)
  const vessel = vesselOf(1)
  shore.store(vessel, [begin, begin + dayMs])
  ;(await shore.copies.lend(owned(vessel)))?.[Symbol.dispose]()
  shore.restart()
  writeFileSync(shore.file(vessel), 'this is not a database')
  ;(await shore.copies.lend(owned(vessel)))?.[Symbol.dispose]()
  assert.deepEqual(shore.copied(vessel), numbers(2))
})

test('a copy has what was stored after the last question', async (context) => {
  using shore = new Shore(4)
  const vessel = vesselOf(1)
  shore.store(vessel, [begin, begin + dayMs])
  ;(await shore.copies.lend(owned(vessel)))?.[Symbol.dispose]()
  shore.store(vessel, [begin + dayMs, begin, -1], { first: 3 })
  const now = performance.now.bind(performance)
  context.mock.method(performance, 'now', () => now() + 10_000)
  ;(await shore.copies.lend(owned(vessel)))?.[Symbol.dispose]()
  assert.deepEqual(shore.copied(vessel), numbers(5))
})

test('a log that is being read is not closed for that of another boat', async () => {
  using shore = new Shore(2)
  for (const number of [1, 2, 3]) shore.store(vesselOf(number), [begin])
  const first = await shore.copies.lend(owned(vesselOf(1)))
  const again = await shore.copies.lend(owned(vesselOf(1)))
  const second = await shore.copies.lend(owned(vesselOf(2)))
  await assert.rejects(shore.copies.lend(owned(vesselOf(3))), { code: 'too-many-requests' })
  const read = (): unknown[] => [...(first?.log.paths({ from: 0, to: begin }) ?? [])]
  read()
  second?.[Symbol.dispose]()
  again?.[Symbol.dispose]()
  const third = await shore.copies.lend(owned(vesselOf(3)))
  read()
  await assert.rejects(shore.copies.lend(owned(vesselOf(2))), { code: 'too-many-requests' })
  first?.[Symbol.dispose]()
  third?.[Symbol.dispose]()
})

test('a new log of a boat takes the place of the one that is being read, which stays open until then', async () => {
  using shore = new Shore(1)
  const vessel = vesselOf(1)
  shore.store(vessel, [begin])
  const old = await shore.copies.lend(owned(vessel))
  await new Promise((resolve) => setTimeout(resolve, 2))
  shore.store(vessel, [begin, begin + dayMs], { log: 'log-2' })
  const fresh = await shore.copies.lend(owned(vessel))
  assert.deepEqual(shore.copied(vessel, 'log-2'), [1, 2])
  const read = (): unknown[] => [...(old?.log.paths({ from: 0, to: begin }) ?? [])]
  read()
  old?.[Symbol.dispose]()
  assert.throws(read)
  fresh?.[Symbol.dispose]()
})

test('other work goes on after each day that is copied, of however many boats', async () => {
  using shore = new Shore(8)
  const days = 40
  const walls = numbers(days).map((day) => begin + day * dayMs)
  for (const number of [1, 2, 3]) shore.store(vesselOf(number), walls)
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const lent = await Promise.all([1, 2, 3].map((number) => shore.copies.lend(owned(vesselOf(number)))))
  isDone = true
  assert.ok(turns >= 3 * days, `${turns} turns`)
  for (const one of lent) one?.[Symbol.dispose]()
  assert.deepEqual(shore.copied(vesselOf(3)), numbers(days))
})
