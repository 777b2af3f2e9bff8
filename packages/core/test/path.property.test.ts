import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MarineDataError } from '@marinedata/model'
import { subscriptionsOf } from '@marinedata/core'
import { origin } from './boat.ts'
import { path } from './hostile-input.ts'
import { Trial } from './trial.ts'

test('no path, however malicious, throws, takes long, spills over or leaves a trace', () => {
  const trial = new Trial()
  let taken = 0
  fc.assert(
    fc.property(path, fc.nat(3), (text, craft) => {
      const context = craft === 0 ? 'vessels.self' : `vessels.urn:mrn:imo:mmsi:23000002${craft}`
      const message = { context, updates: [{ values: [{ path: text, value: 'x' }] }] }
      const refusal = trial.timed(() => trial.boat.intake.accept(message, origin)?.reason)
      const address = ['vessels', context.slice('vessels.'.length), ...text.split('.')]
      const found = trial.read(address)
      if (refusal === undefined) {
        taken++
        assert.notEqual(found, undefined)
      }
      trial.read([...address, 'value', text])
      trial.read([text])
      trial.timed(() => {
        try {
          subscriptionsOf({ subscribe: [{ path: text }] })
        } catch (error) {
          assert.ok(error instanceof MarineDataError)
        }
      })
      trial.check()
    }),
    { numRuns: Trial.runs },
  )
  assert.ok(taken > Trial.runs / 20, `only ${taken} paths were taken: the trial tries too little`)
})
