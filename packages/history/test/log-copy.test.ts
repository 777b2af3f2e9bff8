import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { LogCopy, type CopiedParts, type LogSegment } from '@marinedata/history'
import { Random } from '#testing/random.ts'

const clock = { wall: () => Date.now(), mono: () => performance.now() }

/** The runs that a copy finds when these parts are added to it. */
const runsOf = (parts: readonly CopiedParts[]): unknown[] => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-copy-'))
  try {
    {
      using copy = LogCopy.open(folder, clock)
      for (const one of parts) copy.add(one)
    }
    using database = new DatabaseSync(join(folder, 'history.db'), { readOnly: true })
    return database
      .prepare('SELECT first, boot FROM run ORDER BY first')
      .all()
      .map((row) => [row['first'], row['boot']])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const inMinutes = (minute: readonly LogSegment[]): CopiedParts => ({
  series: [],
  events: [],
  own: [],
  minute,
})

test('the runs of a copy do not depend on the parts in which it was made', () => {
  const random = new Random(7)
  for (let round = 0; round < 20; round++) {
    let [boot, mono, wall] = [1, 0, Date.parse('2026-01-01T00:00:00Z')]
    const segments = Array.from({ length: 40 }, (_, index): LogSegment => {
      const isBoot = random.next() < 0.1
      boot += isBoot ? 1 : 0
      mono = isBoot ? 0 : mono + 60_000
      wall += 60_000 + (random.next() < 0.1 ? 5_000 : 0)
      return { number: index + 1, boot, mono, wall, trust: 'none', blob: Buffer.from('x') }
    })
    const expected = runsOf([inMinutes(segments)])
    assert.ok(expected.length >= 1)
    const size = 1 + random.below(7)
    const inOrder: CopiedParts[] = []
    for (let at = 0; at < segments.length; at += size) inOrder.push(inMinutes(segments.slice(at, at + size)))
    const shuffled = inOrder.toSorted(() => random.next() - 0.5)
    assert.deepEqual(runsOf(inOrder), expected)
    assert.deepEqual(runsOf(shuffled), expected, 'in another order')
    assert.deepEqual(runsOf([...inOrder, ...inOrder.slice(2)]), expected, 'added again')
  }
})
