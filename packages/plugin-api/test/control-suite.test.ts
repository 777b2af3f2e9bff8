import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFailures, failuresOf } from './suite-failures.ts'

const first = 'each control has a path of its own, and reports a value when it has started'
const shown = 'a report shows the value that was set, within the time that the server waits'
const again = 'a report follows a command that changes nothing'
const bounds = 'refuses a value outside its range, and does not clamp it'
const others = 'setting a control changes no other control'

const flawed: readonly (readonly [flaw: string, finds: readonly string[]])[] = [
  ['answers without an effect', [shown, again, bounds, others]],
  ['reports only changes', [shown, again, others]],
  ['makes a value fit', [bounds]],
  ['switches two circuits at once', [others]],
  ['reports nothing at first', [first]],
  ['has one path twice', [first]],
]

describe('the suite of controls', { concurrency: 2 }, () => {
  test('passes a switchboard without a flaw', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-control', group: 'the ' }), [])
  })

  for (const [flaw, finds] of flawed)
    test(`fails a switchboard that ${flaw}`, async () => {
      await assertFailures({ suite: 'flawed-control', group: 'the controls', words: [flaw] }, finds)
    })
})
