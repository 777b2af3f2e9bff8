import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MarineDataError } from '@marinedata/model'
import { subscriptionsOf } from '@marinedata/core'
import { origin } from './boat.ts'
import { path } from './hostile-input.ts'
import { HostileFixture } from './hostile-fixture.ts'

test('no path throws, takes long, exceeds the limits or changes prototypes', () => {
  const fixture = new HostileFixture()
  let taken = 0
  fc.assert(
    fc.property(path, fc.nat(3), (text, craft) => {
      const context = craft === 0 ? 'vessels.self' : `vessels.urn:mrn:imo:mmsi:23000002${craft}`
      const message = { context, updates: [{ values: [{ path: text, value: 'x' }] }] }
      const refusal = fixture.timed(() => fixture.boat.intake.accept(message, origin)?.reason)
      const address = ['vessels', context.slice('vessels.'.length), ...text.split('.')]
      const found = fixture.read(address)
      if (refusal === undefined) {
        taken++
        assert.notEqual(found, undefined)
      }
      fixture.read([...address, 'value', text])
      fixture.read([text])
      fixture.timed(() => {
        try {
          subscriptionsOf({ subscribe: [{ path: text }] })
        } catch (error) {
          assert.ok(error instanceof MarineDataError)
        }
      })
      fixture.check()
    }),
    { numRuns: HostileFixture.runs },
  )
  assert.ok(taken > HostileFixture.runs / 20, `only ${taken} paths were taken: the fixture tries too little`)
})
