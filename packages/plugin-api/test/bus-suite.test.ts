import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFailures, failuresOf } from './suite-failures.ts'

const offers = 'offers a bus of each declared kind within 10 s'
const ready = 'a bus can send when its wire is connected'
const once = 'a message is on the wire when its sending is answered, once'
const order = 'writes 50 messages that are sent at once, in their order'
const nobody = 'refuses a message to a device that is not on the bus, and writes nothing'
const passes = 'passes on what devices send, with its time in milliseconds since 1970'
const ids = 'a bus has the same id after a restart'

const flawed: readonly (readonly [flaw: string, finds: readonly string[]])[] = [
  ['offers nothing', [offers]],
  ['never can send', [ready]],
  ['answers before it writes', [once, order]],
  ['writes twice', [once, order]],
  ['changes the order', [order]],
  ['takes any receiver', [nobody]],
  ['passes nothing on', [passes]],
  ['sends seconds', [passes]],
  ['makes new ids', [ids]],
]

describe('the suite of buses', { concurrency: 2 }, () => {
  test('passes a bus without a flaw', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-bus', group: 'the ' }), [])
  })

  for (const [flaw, finds] of flawed)
    test(`fails a bus that ${flaw}`, async () => {
      await assertFailures({ suite: 'flawed-bus', group: 'the buses', words: [flaw] }, finds)
    })
})
