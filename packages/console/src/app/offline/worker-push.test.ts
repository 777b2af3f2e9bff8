import type { PushMessage } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationOptions, openAlerts, showPush } from './worker-push.ts'

const push: PushMessage = {
  kind: 'call',
  call: 'one',
  device: 'annas-phone',
  title: 'ALARM · Aava',
  body: 'The anchor drags',
  state: 'alarm',
  receipt: '/marinedata/v2/api/notifications/push/annas-phone/receipt',
}

const options = (message: PushMessage) => notificationOptions(message) as Readonly<Record<string, unknown>>

test('an alarm vibrates and stays, its end replaces it silently', () => {
  const [call, quiet] = [options(push), options({ ...push, kind: 'quiet' })]
  assert.equal(call['requireInteraction'], true)
  assert.ok(Array.isArray(call['vibrate']))
  assert.equal(quiet['tag'], call['tag'])
  assert.deepEqual([quiet['silent'], quiet['renotify'], quiet['vibrate']], [true, false, undefined])
})

test('a shown alarm is confirmed to the boat, and an unreachable boat changes nothing', async () => {
  const shown: string[] = []
  const asked: unknown[] = []
  const registration = { showNotification: (title: string) => Promise.resolve(void shown.push(title)) }
  const request = (address: unknown, init?: RequestInit): Promise<Response> => {
    asked.push([address, init?.body])
    return Promise.reject(new TypeError('out of range'))
  }
  await showPush(push, { registration, request })
  await showPush({ ...push, kind: 'quiet', title: 'Acknowledged by Anna' }, { registration, request })
  assert.deepEqual(shown, ['ALARM · Aava', 'Acknowledged by Anna'])
  assert.deepEqual(asked, [[push.receipt, '{"call":"one"}']])
})

test('a touch opens the alerts in the console that is open, or in a new one', async () => {
  const done: string[] = []
  const note = (what: string) => (): Promise<void> => Promise.resolve(void done.push(what))
  const open = { url: '/', focus: note('focus'), navigate: note('navigate') }
  for (const list of [[open], []])
    await openAlerts({ matchAll: () => Promise.resolve(list), openWindow: note('new') }, '/#/alerts')
  assert.deepEqual(done, ['focus', 'navigate', 'new'])
})
