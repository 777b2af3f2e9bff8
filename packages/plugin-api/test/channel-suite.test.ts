import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFailures, failuresOf } from './suite-failures.ts'

const takes = 'takes a call within 1.2 s'
const reports = 'reports what became of a call'
const again = 'calls again for a call that was ended, and reports again'
const unknown = 'takes the end of a call that it does not know: it may have been started again meanwhile'
const many = 'takes 16 calls at once, and reports on each'
const valid = 'its reports are valid, and about calls that it was given'

const flawed: readonly (readonly [flaw: string, finds: readonly string[]])[] = [
  ['waits for the delivery before it answers', [takes, reports, again, many]],
  ['never reports', [reports, again, many]],
  ['reports once for each call', [again]],
  ['refuses the end of an unknown call', [unknown]],
  ['takes one call at a time', [many]],
  ['reports on another call', [reports, again, many, valid]],
  ['says what it likes', [reports, again, many, valid]],
]

describe('the suite of channels for alarms', { concurrency: 2 }, () => {
  test('passes a channel without a flaw', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-channel', group: 'the ' }), [])
  })

  for (const [flaw, finds] of flawed)
    test(`fails a channel that ${flaw}`, async () => {
      await assertFailures({ suite: 'flawed-channel', group: 'the alert channels', words: [flaw] }, finds)
    })
})
