import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MarineDataError } from '@marinedata/model'
import { subscriptionsOf } from '@marinedata/core'
import { origin } from './boat.ts'
import { context } from './hostile-input.ts'
import { HostileFixture } from './hostile-fixture.ts'

test('no context throws, takes long, exceeds the limits or changes prototypes', () => {
  const fixture = new HostileFixture()
  let taken = 0
  fc.assert(
    fc.property(context, (text) => {
      const message = { context: text, updates: [{ values: [{ path: 'navigation.a', value: 1 }] }] }
      const refusal = fixture.timed(() => fixture.boat.intake.accept(message, origin)?.reason)
      const dot = text.indexOf('.')
      const found = fixture.read([text.slice(0, dot), text.slice(dot + 1)])
      fixture.read([text])
      if (refusal === undefined) {
        taken++
        assert.ok(fixture.boat.tree.context(text))
        const isMoved = found === undefined
        assert.ok(!isMoved || text.includes('mmsi'))
      }
      fixture.timed(() => {
        try {
          subscriptionsOf({ context: text, subscribe: [{ path: '*' }] })
        } catch (error) {
          assert.ok(error instanceof MarineDataError)
        }
      })
      fixture.check()
    }),
    { numRuns: HostileFixture.runs },
  )
  assert.ok(
    taken > HostileFixture.runs / 20,
    `only ${taken} contexts were taken: the fixture tries too little`,
  )
})
