import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { origin } from './boat.ts'
import { delta } from './hostile-input.ts'
import { HostileFixture } from './hostile-fixture.ts'

test('no delta throws, takes long, exceeds the limits or changes prototypes', () => {
  const fixture = new HostileFixture()
  let taken = 0
  fc.assert(
    fc.property(delta, (message) => {
      const refusal = fixture.timed(() => fixture.boat.intake.accept(message, origin)?.reason)
      if (refusal === undefined) taken++
      fixture.read(['vessels', 'self'])
      fixture.check()
    }),
    { numRuns: HostileFixture.runs },
  )
  assert.ok(taken > HostileFixture.runs / 20, `only ${taken} deltas were taken: the fixture tries too little`)
})
