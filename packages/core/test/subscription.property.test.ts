import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkOf, MarineDataError, SubscribeMessage } from '@marinedata/model'
import { subscriptionsOf } from '@marinedata/core'
import { subscribeMessage } from './hostile-input.ts'
import { RecordingOutlet } from './recording-outlet.ts'
import { HostileFixture } from './hostile-fixture.ts'

const check = checkOf<SubscribeMessage>(SubscribeMessage)

/** Handles a message like the stream: validates, parses and subscribes, or rejects it with a reason. */
const take = ({ boat }: HostileFixture, message: unknown): boolean => {
  if (!check.accepts(message)) return false
  const session = boat.hub.open(new RecordingOutlet())
  try {
    const specs = subscriptionsOf(message)
    boat.hub.subscribe(session, specs, { sendsCachedValues: true, sendsMetadata: true })
    boat.write({ 'navigation.position': { latitude: 1, longitude: 1 }, 'a.b': 1 })
    return true
  } catch (error) {
    assert.ok(error instanceof MarineDataError)
    return false
  } finally {
    boat.hub.close(session)
  }
}

/** One in fifteen messages is valid, so that the hub is tried and not only the validation. */
const validMessage = fc.record({
  context: fc.constantFrom('*', 'vessels.self', 'vessels.*'),
  subscribe: fc.array(fc.record({ path: fc.constantFrom('*', 'a.*', 'a.b', 'navigation.position') }), {
    maxLength: 5,
  }),
})
const message = fc.oneof({ weight: 14, arbitrary: subscribeMessage }, { weight: 1, arbitrary: validMessage })

test('no subscription throws, takes long, exceeds the limits or changes prototypes', async () => {
  const fixture = new HostileFixture()
  take(fixture, { subscribe: [] })
  let taken = 0
  await fc.assert(
    fc.asyncProperty(message, async (each) => {
      if (fixture.timed(() => take(fixture, each))) taken++
      fixture.check()
      await Promise.resolve()
    }),
    { numRuns: HostileFixture.runs },
  )
  assert.ok(
    taken > HostileFixture.runs / 20,
    `only ${taken} subscriptions were taken: the fixture tries too little`,
  )
  assert.deepEqual(fixture.boat.hub.size, { sessions: 1, groups: 1 })
})
