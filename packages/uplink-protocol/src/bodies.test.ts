import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import {
  decodeEvents,
  decodeLive,
  decodeSegments,
  encodeEvents,
  encodeLive,
  encodeSegments,
} from './bodies.ts'
import {
  isJoiningProved,
  isLeavingProved,
  joinRequest,
  keyOfText,
  keyText,
  leaveRequest,
  proveJoining,
  proveLeaving,
} from './joining.ts'

const times = { boot: 1, mono: 60_000.5, wall: 1_790_000_000_000, trust: 'gnss' } as const
const series = [
  {
    id: 1,
    context: 'vessels.self',
    path: 'navigation.speedOverGround',
    source: 'gps',
    part: '',
    steps: 1_000,
  },
]
const segments = {
  series,
  segments: [
    { ...times, number: 7, blob: Buffer.from([1, 2, 3]) },
    { ...times, number: 8, blob: undefined },
    { ...times, number: 9, blob: Buffer.from([]) },
    { ...times, number: 10, blob: Buffer.from([4]) },
  ],
}

test('segments arrive as they were sent', () => {
  assert.deepEqual(decodeSegments(encodeSegments(segments)), segments)
  assert.deepEqual(decodeSegments(encodeSegments({ series: [], segments: [] })), { series: [], segments: [] })
})

test('a body that is cut or changed is refused, never read as something else', () => {
  const body = encodeSegments(segments)
  for (let length = 0; length < body.length; length++)
    assert.throws(() => decodeSegments(body.subarray(0, length)), /Not a body/)
  assert.throws(() => decodeSegments(Buffer.concat([body, Buffer.from([0])])), /after its end/)
  assert.throws(() => decodeEvents(Buffer.from('{}')), /cannot be unpacked/)
  assert.throws(() => decodeEvents(encodeLive({ updates: [] })), /Not a body/)
})

test('short blobs that are alike are packed together', () => {
  const alike = Array.from({ length: 60 }, (_, index) => ({
    ...times,
    number: index + 1,
    blob: Buffer.from(`${'0123456789'.repeat(20)}${index}`),
  }))
  const body = encodeSegments({ series: [], segments: alike })
  assert.ok(body.length < 3_000)
  assert.deepEqual(decodeSegments(body), { series: [], segments: alike })
  assert.throws(() => decodeSegments(body.subarray(0, -1)), /cannot be unpacked/)
})

test('events and live values arrive as they were sent', () => {
  const event = {
    number: 3,
    segment: 7,
    wall: times.wall,
    mono: 1,
    kind: 'notification',
    context: 'vessels.self',
    path: 'notifications.mob',
    source: 'console',
    json: '{"state":"emergency"}',
  }
  const events = { events: [event], open: [{ path: event.path, value: { state: 'emergency' } }] }
  assert.deepEqual(decodeEvents(encodeEvents(events)), events)
  const live = { updates: [{ $source: 'gps', values: [{ path: 'navigation.speedOverGround', value: 3.1 }] }] }
  assert.deepEqual(decodeLive(encodeLive(live)), live)
})

test('a boat joins and leaves with its own key only', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const [host, vessel, code] = ['fleet.test', 'urn:mrn:imo:mmsi:230000001', 'ABCD-EFGH-2345-6789']
  const key = keyText(publicKey)
  assert.ok(keyOfText(key).equals(publicKey))
  const request = { code, vessel, name: 'Aava', key, proof: proveJoining({ host, vessel }, code, privateKey) }
  assert.ok(joinRequest.accepts(request))
  assert.ok(isJoiningProved(request, host))
  assert.equal(isJoiningProved(request, 'other.test'), false)
  assert.equal(isJoiningProved({ ...request, code: 'ABCD-EFGH-2345-678A' }, host), false)
  const leave = { vessel, proof: proveLeaving({ host, vessel }, privateKey) }
  assert.ok(leaveRequest.accepts(leave))
  assert.ok(isLeavingProved(leave, host, publicKey))
  assert.equal(isLeavingProved({ ...leave, proof: request.proof }, host, publicKey), false)
})
