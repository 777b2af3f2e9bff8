import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MarineDataError } from '@marinedata/model'
import { subscriptionsOf } from '@marinedata/core'
import { origin } from './boat.ts'
import { context } from './hostile-input.ts'
import { Trial } from './trial.ts'

test('no context, however malicious, throws, takes long, spills over or leaves a trace', () => {
  const trial = new Trial()
  let taken = 0
  fc.assert(
    fc.property(context, (text) => {
      const message = { context: text, updates: [{ values: [{ path: 'navigation.a', value: 1 }] }] }
      const refusal = trial.timed(() => trial.boat.intake.accept(message, origin)?.reason)
      const dot = text.indexOf('.')
      const found = trial.read([text.slice(0, dot), text.slice(dot + 1)])
      trial.read([text])
      if (refusal === undefined) {
        taken++
        assert.ok(trial.boat.tree.context(text))
        const isMoved = found === undefined
        assert.ok(!isMoved || text.includes('mmsi'))
      }
      trial.timed(() => {
        try {
          subscriptionsOf({ context: text, subscribe: [{ path: '*' }] })
        } catch (error) {
          assert.ok(error instanceof MarineDataError)
        }
      })
      trial.check()
    }),
    { numRuns: Trial.runs },
  )
  assert.ok(taken > Trial.runs / 20, `only ${taken} contexts were taken: the trial tries too little`)
})
