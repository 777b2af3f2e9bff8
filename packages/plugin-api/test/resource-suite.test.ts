import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFailures, failuresOf } from './suite-failures.ts'

const each = 'provides a resource of each declared kind within 10 s'
const shape = 'each resource has the shape of its kind, and none is refused'
const limits = 'its resources are within the limits of the server'
const changed = 'sends a resource again only when it has changed'
const stopped = 'sends nothing after it has stopped'
const ids = 'a resource has the same id after a restart'

const flawed: readonly (readonly [flaw: string, finds: readonly string[]])[] = [
  ['provides nothing', [each]],
  ['forgets a kind', [each]],
  ['sends half a position', [shape]],
  ['misspells a member', [shape]],
  ['sends an undeclared kind', [shape]],
  ['sends too many', [limits]],
  ['repeats itself', [changed]],
  ['makes new ids', [ids]],
  ['goes on after its stop', [stopped]],
]

describe('the suite of resources', { concurrency: 2 }, () => {
  test('passes a provider without a flaw', async () => {
    assert.deepEqual(await failuresOf({ suite: 'flawed-resources', group: 'the ' }), [])
  })

  for (const [flaw, finds] of flawed)
    test(`fails a provider that ${flaw}`, async () => {
      await assertFailures({ suite: 'flawed-resources', group: 'the resources', words: [flaw] }, finds)
    })
})
