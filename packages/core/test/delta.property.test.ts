import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { origin } from './boat.ts'
import { delta } from './hostile-input.ts'
import { Trial } from './trial.ts'

test('no delta, however malicious, throws, takes long, spills over or leaves a trace', () => {
  const trial = new Trial()
  let taken = 0
  fc.assert(
    fc.property(delta, (message) => {
      const refusal = trial.timed(() => trial.boat.intake.accept(message, origin)?.reason)
      if (refusal === undefined) taken++
      trial.read(['vessels', 'self'])
      trial.check()
    }),
    { numRuns: Trial.runs },
  )
  assert.ok(taken > Trial.runs / 20, `only ${taken} deltas were taken: the trial tries too little`)
})
