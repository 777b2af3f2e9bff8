import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFailures, failuresOf } from './suite-failures.ts'

const offers = 'offers to answer questions within 10 s'
const head = 'an answer begins with a head that says what was asked'
const rows = 'has one row for each bucket, with its start, in order'
const values = 'has the values that were sent, in order, and no others between them'
const nothing = 'where nothing was recorded there is null: neither zero nor an earlier value'
const lists = 'lists the path, and the own vessel as its context'
const atOnce = 'answers four questions at once'
const gone = 'answers after forty readers that went away in the middle of an answer'
const all = [head, rows, values, nothing, lists, atOnce, gone]

const flawed: readonly (readonly [flaw: string, finds: readonly string[]])[] = [
  ['offers nothing', [offers]],
  ['never answers', all],
  ['has no head', all],
  ['ignores the resolution', [rows]],
  ['leaves out empty buckets', [rows]],
  ['sends zero for nothing', [values, nothing]],
  ['repeats the last value', [values]],
  ['forgets what it has read', [values]],
  ['answers for every path', [nothing]],
  ['lists nothing', [lists]],
  ['answers one question at a time', [atOnce]],
  ['never releases an answer', [gone]],
]

// A run waits for seconds that are recorded, and needs little processor time.
describe('the suite of history', { concurrency: 4 }, () => {
  test('passes a provider without a flaw', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-history', group: 'the ' }), [])
  })

  for (const [flaw, finds] of flawed)
    test(`fails a provider that ${flaw}`, async () => {
      await assertFailures({ suite: 'flawed-history', group: 'the history', words: [flaw] }, finds)
    })
})
