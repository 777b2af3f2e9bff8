import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkOf, MarineDataError, SubscribeMessage } from '@marinedata/model'
import { subscriptionsOf } from '@marinedata/core'
import { subscribeMessage } from './hostile-input.ts'
import { RecordingOutlet } from './recording-outlet.ts'
import { Trial } from './trial.ts'

const check = checkOf<SubscribeMessage>(SubscribeMessage)

/** What the stream does with a message: it is checked, parsed and taken, or refused with a reason. */
const take = ({ boat }: Trial, message: unknown): boolean => {
  if (!check.accepts(message)) return false
  const session = boat.hub.open(new RecordingOutlet())
  try {
    const wishes = subscriptionsOf(message)
    boat.hub.subscribe(session, wishes, { sendsCachedValues: true, sendsMetadata: true })
    boat.hear({ 'navigation.position': { latitude: 1, longitude: 1 }, 'a.b': 1 })
    return true
  } catch (error) {
    assert.ok(error instanceof MarineDataError)
    return false
  } finally {
    boat.hub.close(session)
  }
}

test('no subscription, however malicious, throws, takes long, spills over or leaves a trace', async () => {
  const trial = new Trial()
  take(trial, { subscribe: [] })
  let taken = 0
  await fc.assert(
    fc.asyncProperty(subscribeMessage, async (message) => {
      if (trial.timed(() => take(trial, message))) taken++
      trial.check()
      await Promise.resolve()
    }),
    { numRuns: Trial.runs },
  )
  assert.ok(taken > Trial.runs / 40, `only ${taken} subscriptions were taken: the trial tries too little`)
  assert.deepEqual(trial.boat.hub.size, { sessions: 1, groups: 1 })
})
