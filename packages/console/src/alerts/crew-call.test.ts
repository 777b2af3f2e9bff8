import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crewCall } from './crew-call.ts'

for (const [name, station, message] of [
  ['Anna', 'Cockpit', 'Anna calls all hands (Cockpit)'],
  ['Anna', 'Anna, Phone', 'Anna calls all hands (Phone)'],
  ['Anna', 'Annapolis', 'Anna calls all hands (Annapolis)'],
] as const)
  test(`${name} at ${station}: ${message}`, () => {
    assert.deepEqual(crewCall({ boat: 'claimed', name }, station), {
      path: 'notifications.crew.call',
      state: 'alarm',
      message,
      lasts: 600,
    })
  })

test('the open demo has no user names', () => {
  assert.equal(crewCall({ boat: 'open', name: 'open' }, 'Phone').message, 'All hands are called (Phone)')
})
