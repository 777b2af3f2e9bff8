import type { AlertCallList, AlertCompleted, AlertReceipt, PushSetup } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertsApi, askAlerts, mustAlerts } from './alert-asking.ts'
import { Crew } from '@marinedata/testing/boats/crew'
import { PushPeer } from './push-peer.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const patienceMs = 150_000
const alarm = { path: 'notifications.bilge', state: 'alarm', message: 'Water in the bilge' } as const

const receiptsOf = async (url: string): Promise<readonly AlertReceipt[]> =>
  (await mustAlerts<AlertCallList>(url, 'GET calls'))[0]?.receipts ?? []

/** Waits for the first receipt with this state. */
const receiptOf = async (url: string, state: AlertReceipt['state']): Promise<AlertReceipt> => {
  const receipts = await until(
    () => receiptsOf(url),
    (list) => list.some((receipt) => receipt.state === state),
    { timeoutMs: patienceMs },
  )
  return receipts.find((receipt) => receipt.state === state)!
}

const withPhone = async () => {
  await using stack = new AsyncDisposableStack()
  const peer = stack.use(await PushPeer.start())
  const settings = { name: 'Aava', push: { services: [peer.origin] } }
  const boat = stack.use(await startBoat({ settings }))
  await mustAlerts<PushSetup>(boat.url, 'PUT push/annas-phone', peer.request('Phone'))
  const moved = stack.move()
  return { peer, boat, url: boat.url, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

test('a phone gets an alarm that only it can read, confirms it, and gets its end', limit, async () => {
  await using at = await withPhone()
  const { peer, url } = at
  const { alert } = await mustAlerts<AlertCompleted>(url, 'POST', alarm)
  await until(
    () => peer.received.length,
    (count) => count === 1,
    { timeoutMs: patienceMs },
  )
  const [push] = peer.received
  assert.deepEqual(push?.message, {
    kind: 'call',
    title: 'ALARM · Aava',
    body: 'Water in the bilge',
    state: 'alarm',
    call: alert.id,
    device: 'annas-phone',
    receipt: `${alertsApi}/push/annas-phone/receipt`,
  })
  assert.equal(push.headers['content-encoding'], 'aes128gcm')
  assert.equal(push.headers['urgency'], 'high')
  assert.deepEqual([(await receiptOf(url, 'accepted')).to, peer.refused], ['local', []])
  await mustAlerts(url, 'POST push/annas-phone/receipt', { call: alert.id })
  assert.equal((await receiptOf(url, 'delivered')).label, 'Phone')
  await mustAlerts(url, `POST ${alert.id}/acknowledge`)
  await until(
    () => peer.received.length,
    (count) => count === 2,
    { timeoutMs: patienceMs },
  )
  const { kind, title } = peer.received[1]!.message
  assert.deepEqual([kind, title], ['quiet', 'Acknowledged by local'])
})

test('a push service that fails is tried again until it accepts', limit, async () => {
  await using at = await withPhone()
  const { peer, url } = at
  peer.status = 503
  await mustAlerts(url, 'POST', alarm)
  assert.equal((await receiptOf(url, 'failed')).reason, 'The push service answered with status 503')
  peer.status = 201
  await receiptOf(url, 'accepted')
  assert.equal(peer.received.length, 1)
})

test('a phone that has unsubscribed is removed, and the receipt says so', limit, async () => {
  await using at = await withPhone()
  const { peer, boat, url } = at
  peer.status = 410
  await mustAlerts(url, 'POST', alarm)
  await until(
    () => mustAlerts<PushSetup>(url, 'GET push'),
    ({ devices }) => devices.length === 0,
    { timeoutMs: patienceMs },
  )
  assert.match((await receiptOf(url, 'failed')).reason ?? '', /no longer receives pushes/)
  await boat.restart()
  assert.deepEqual((await mustAlerts<PushSetup>(url, 'GET push')).devices, [])
})

test('a phone and the key of the boat are the same after a restart', limit, async () => {
  await using at = await withPhone()
  const { boat, url } = at
  const before = await mustAlerts<PushSetup>(url, 'GET push')
  await boat.restart()
  assert.deepEqual(await mustAlerts<PushSetup>(url, 'GET push'), before)
  assert.deepEqual(before.devices, [{ id: 'annas-phone', name: 'Phone', after: 0 }])
})

test('the server sends pushes to push services only', limit, async () => {
  await using at = await withPhone()
  const { peer, url } = at
  for (const endpoint of [
    'http://127.0.0.1:1/send',
    'https://192.168.1.1/reboot',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'http://fcm.googleapis.com/x',
    'file:///etc/passwd',
    'not an address',
  ]) {
    const body = { ...peer.request('Phone'), endpoint }
    const { status, text } = await askAlerts(url, 'PUT push/other-phone', { body })
    assert.equal(status, 400, `${endpoint}: ${text}`)
    assert.match(text, /not a known push service/)
  }
})

test('nobody can end the pushes of another person, and a revoked session gets none', limit, async () => {
  await using peer = await PushPeer.start()
  await using crew = await Crew.start({ settings: { push: { services: [peer.origin] } } })
  const { url } = crew.boat
  const { helm: token, crew: other, viewer, owner } = crew.tokens
  const put = (by: string | undefined) =>
    askAlerts(url, 'PUT push/helms-phone', { body: peer.request('Phone'), token: by })
  assert.equal((await put(viewer)).status, 403)
  assert.equal((await put(token)).status, 200)
  assert.equal((await put(other)).status, 403)
  assert.equal((await askAlerts(url, 'DELETE push/helms-phone', { token: other })).status, 403)
  const channels = async (): Promise<string> => (await askAlerts(url, 'GET channels', { token: owner })).text
  assert.match(await channels(), /push\.helms-phone/)
  const listed = await crew.must<readonly { readonly id: string; readonly role: string }[]>(
    'GET /marinedata/v2/api/access/credentials',
  )
  const { id } = listed.find(({ role }) => role === 'helm')!
  await crew.must(`DELETE /marinedata/v2/api/access/credentials/${id}`)
  await until(channels, (text) => text === '[]', { timeoutMs: patienceMs })
})
