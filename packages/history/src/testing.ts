import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HistoryRow, HistoryValuesHead, HistoryValuesQuestion } from '@marinedata/model'
import type { HistoryChange } from './interface.ts'

export { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** A history under test: of a boat, or of the shore. */
export interface HistoryUnderTest extends AsyncDisposable {
  /** Records changes, each at its own time; the clock of the history stands at the last of them afterwards. */
  record(changes: readonly HistoryChange[]): Promise<void>
  values(
    question: HistoryValuesQuestion,
  ): Promise<{ readonly head: HistoryValuesHead; readonly rows: readonly HistoryRow[] }>
  contexts(range: { readonly from: number; readonly to: number }): Promise<readonly string[]>
  paths(range: { readonly from: number; readonly to: number }): Promise<readonly string[]>
}

const context = 'vessels.self'
const begin = Date.UTC(2026, 5, 1, 12)
const range = { from: begin, to: begin + 119_999 }
const heading = 'navigation.headingTrue'
const depth = 'environment.depth.belowKeel'

/** Two minutes, a sample a second: a depth that rises, a heading around north, a position that moves north. */
const changes: readonly HistoryChange[] = Array.from({ length: 120 }, (_, second) => {
  const at = begin + second * 1_000
  const base = { context, source: 'a', at }
  return [
    { ...base, path: depth, value: second / 10 },
    { ...base, path: heading, value: second % 2 === 0 ? 0.1 : 6.1831 },
    { ...base, path: 'navigation.position', value: { latitude: 54 + second / 1_000, longitude: 10 } },
  ]
}).flat()

const isNear = (cell: unknown, expected: number, within: number): void =>
  assert.ok(
    typeof cell === 'number' && Math.abs(cell - expected) <= within,
    `${JSON.stringify(cell)} is not ${expected}`,
  )

const ask = (
  history: HistoryUnderTest,
  columns: HistoryValuesQuestion['columns'],
  resolution: number,
): ReturnType<HistoryUnderTest['values']> => history.values({ context, ...range, columns, resolution })

const checks: Readonly<Record<string, (history: HistoryUnderTest) => Promise<void>>> = {
  'lists what was recorded': async (history) => {
    assert.deepEqual(await history.contexts(range), [context])
    assert.deepEqual(await history.paths(range), [depth, heading, 'navigation.position'])
  },
  'gives a row per bucket, the start of the bucket first': async (history) => {
    const { head, rows } = await ask(history, [{ path: depth, method: 'max' }], 30)
    assert.equal(head.tier, 'full')
    assert.deepEqual(
      rows.map(([time]) => time),
      [0, 30, 60, 90].map((second) => new Date(begin + second * 1_000).toISOString()),
    )
    for (const [index, row] of rows.entries()) isNear(row[1], 2.9 + index * 3, 1e-4)
  },
  'answers by minutes from a minute on': async (history) => {
    const { head, rows } = await ask(history, [{ path: depth }, { path: depth, method: 'min' }], 60)
    assert.equal(head.tier, 'minute')
    isNear(rows[0]?.[1], 2.95, 1e-4)
    isNear(rows[1]?.[2], 6, 1e-4)
  },
  'the mean of headings on both sides of north is north': async (history) => {
    const { rows } = await ask(history, [{ path: heading }], 20)
    isNear(Math.sin(Number(rows[0]?.[1])), 0, 1e-3)
    isNear(Math.cos(Number(rows[0]?.[1])), 1, 1e-3)
  },
  'gives the first position of a bucket unless asked for another': async (history) => {
    const { head, rows } = await ask(history, [{ path: 'navigation.position' }], 10)
    assert.equal(head.values[0]?.method, 'first')
    assert.deepEqual(rows[1]?.[1], { latitude: 54.01, longitude: 10 })
  },
  'gives null where nothing was recorded': async (history) => {
    const question = {
      context,
      from: begin - 10_000,
      to: begin - 1,
      resolution: 5,
      columns: [{ path: depth }],
    }
    const { rows } = await history.values(question)
    assert.deepEqual(
      rows.map(([, cell]) => cell),
      [null, null],
    )
  },
  'refuses the maximum of a position': async (history) => {
    await assert.rejects(ask(history, [{ path: 'navigation.position', method: 'max' }], 10))
  },
}

/** The conformance suite of a history: every implementation gives the same answers. */
export const describeHistory = (name: string, open: () => Promise<HistoryUnderTest>): void => {
  describe(`history: ${name}`, () => {
    for (const [title, check] of Object.entries(checks))
      test(title, async () => {
        await using history = await open()
        await history.record(changes)
        await check(history)
      })
  })
}
