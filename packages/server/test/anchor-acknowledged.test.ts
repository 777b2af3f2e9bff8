import type { AlertCompleted, Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mustAlerts } from './alert-asking.ts'
import { AnchorBoat } from './anchor-boat.ts'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { timeLimit } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const alarmPath = 'notifications.navigation.anchor'
const rode = { rodeLength: 40, anchorDepth: 6 }
/** Less than the 39 metres between the boat and its anchor, so that the alarm sounds at once. */
const tooSmall = { value: 35 }

/** The next notification of the alarm that meets the condition. */
const hears = async (
  listener: StreamListener,
  isRight: (reported: Notification) => boolean,
): Promise<Notification> => {
  const { value } = await listener.firstValue(
    ({ path, value: reported }) => path === alarmPath && isRight(reported as Notification),
  )
  return value as Notification
}

const isSounding = ({ status, method }: Notification): boolean =>
  status === 'active' && method.includes('sound')

const startOutside = async (boat: AnchorBoat, listener: StreamListener): Promise<Notification> => {
  await boat.must('POST reposition', rode)
  await boat.must('POST radius', tooSmall)
  return await hears(listener, isSounding)
}

/** Whether the watch reports its alarm as acknowledged. */
const isHeeded = async (boat: AnchorBoat): Promise<boolean> =>
  (await boat.state()).alert?.isAcknowledged === true

/** Waits until the watch knows of the acknowledgement. */
const knows = async (boat: AnchorBoat): Promise<void> => {
  await until(
    () => isHeeded(boat),
    (isSo) => isSo,
  )
}

test(
  'an acknowledgement on any screen silences the alarm in the watch, which sounds again ten metres further off',
  limit,
  async (t) => {
    await using boat = await AnchorBoat.start()
    await using listener = await StreamListener.open(boat.url)
    const { id = '', state, episode = -1 } = await startOutside(boat, listener)
    assert.equal(state, 'alarm')
    assert.equal(await isHeeded(boat), false)
    const begun = performance.now()
    const { alert } = await mustAlerts<AlertCompleted>(boat.url, `POST ${id}/acknowledge`)
    assert.deepEqual([alert.status, alert.method], ['acknowledged', ['visual']])
    await knows(boat)
    const after = performance.now() - begun
    t.diagnostic(`the watch knew after ${after.toFixed(0)} ms`)
    assert.ok(after < timeLimit(1_000), `${after} ms`)
    listener.forget()
    boat.driftAt(2.5)
    const again = await hears(listener, isSounding)
    boat.driftAt(0)
    assert.deepEqual([again.id, again.state, again.episode], [id, 'alarm', episode + 1])
    const [metres] = /\d+/.exec(again.message) ?? assert.fail(again.message)
    assert.ok(Number(metres) >= 49 && Number(metres) < 53, again.message)
    const calls = listener.valuesAt(alarmPath).map((reported) => reported as Notification)
    assert.ok(
      calls.slice(0, -1).every(({ status }) => status === 'acknowledged'),
      'before that it was silent',
    )
    assert.equal(await isHeeded(boat), false, 'the new call is for the crew to acknowledge again')
  },
)

test('a restarted watch knows of an acknowledgement made while it was stopped', limit, async () => {
  await using boat = await AnchorBoat.start()
  await using listener = await StreamListener.open(boat.url)
  const { id = '' } = await startOutside(boat, listener)
  await boat.switch('disable')
  const { message } = await hears(listener, (reported) => reported.message.includes('no longer watched'))
  assert.equal(message, 'The anchor is no longer watched')
  await mustAlerts(boat.url, `POST ${id}/acknowledge`)
  listener.forget()
  await boat.switch('enable')
  const back = await hears(listener, (reported) => reported.message.includes('outside the circle'))
  assert.deepEqual([back.id, back.status], [id, 'acknowledged'])
  await knows(boat)
})

test('an acknowledgement survives a restart of the server and the watch', limit, async () => {
  await using boat = await AnchorBoat.start()
  const id = await (async () => {
    await using listener = await StreamListener.open(boat.url)
    const call = await startOutside(boat, listener)
    await mustAlerts(boat.url, `POST ${call.id}/acknowledge`)
    await knows(boat)
    return call.id
  })()
  await boat.boat.restart()
  await using listener = await StreamListener.open(boat.url)
  const first = await hears(listener, () => true)
  assert.deepEqual([first.id, first.state, first.status], [id, 'alarm', 'acknowledged'])
  await boat.isOnline()
  await knows(boat)
  assert.ok(!listener.valuesAt(alarmPath).some((reported) => isSounding(reported as Notification)))
})
