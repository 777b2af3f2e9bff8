import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFailures, failuresOf } from './suite-failures.ts'

const offers = 'offers to answer questions within 10 s'
const inTime = 'answers each question in time'
const valid = 'each answer is valid: SI units, the times that were asked for, unknown values absent'
const something = 'has an observation, an entry or a warning for the place of the suite'
const limits = 'sends no more than was asked for'
const place = 'has no answer for the other side of the world that is of another place'
const atOnce = 'answers four questions at once'
const ids = 'a warning that is repeated has the same id'

const flawed: readonly (readonly [flaw: string, finds: readonly string[]])[] = [
  ['offers nothing', [offers]],
  ['never answers', [inTime, valid, something, limits, place, atOnce, ids]],
  ['has nothing', [something]],
  ['sends degrees', [valid, limits]],
  ['sends null for an unknown value', [valid, limits]],
  ['ignores the step', [limits]],
  ['ignores the position', [place]],
  ['fails when it is asked again meanwhile', [atOnce]],
  ['makes new ids of warnings', [ids]],
]

describe('the suite of weather', { concurrency: 2 }, () => {
  test('passes a provider without a flaw', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-weather', group: 'the weather' }), [])
  })

  for (const [flaw, finds] of flawed)
    test(`fails a provider that ${flaw}`, async () => {
      await assertFailures({ suite: 'flawed-weather', group: 'the weather', words: [flaw] }, finds)
    })
})
