import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeFrame, encodeFrame, isOfTunnel, type Frame } from './frames.ts'
import { sizes } from './limits.ts'

const body = Uint8Array.of(1, 2, 3)
const frames: readonly Frame[] = [
  { type: 'batch', layer: 'events', from: 0, to: 1, body },
  { type: 'batch', layer: 'full', from: 127, to: 128, body: new Uint8Array() },
  { type: 'batch', layer: 'minutes', from: 2 ** 32, to: Number.MAX_SAFE_INTEGER, body },
  { type: 'ack', layer: 'minutes', to: 300 },
  { type: 'live', body },
  { type: 'tunnel-open', tunnel: 7 },
  { type: 'tunnel-data', tunnel: 7, body },
  { type: 'tunnel-close', tunnel: 0 },
]

const isRefused = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'invalid-message'

test('a frame that was encoded is decoded', () => {
  for (const frame of frames) assert.deepEqual(decodeFrame(encodeFrame(frame)), frame)
})

test('a frame of a tunnel is known before it is decoded', () => {
  for (const frame of frames) assert.equal(isOfTunnel(encodeFrame(frame)), 'tunnel' in frame, frame.type)
  assert.equal(isOfTunnel(new Uint8Array()), false)
})

test('bytes that are no frame are refused', () => {
  const refused: Readonly<Record<string, readonly number[]>> = {
    'no bytes': [],
    'an unknown type': [9],
    'an unknown layer': [2, 9, 1],
    'a batch that ends too early': [1, 1, 0x80],
    'a batch of nothing': [1, 1, 5, 5],
    'a batch backwards': [1, 1, 5, 4],
    'a number beyond the highest': [2, 1, ...Array.from({ length: 8 }, () => 0xff), 0x7f],
    'a number that is longer than needed': [2, 1, 0x81, 0x00],
    'bytes after the end of an acknowledgement': [2, 1, 1, 1],
    'bytes after the end of an opening': [4, 1, 1],
  }
  for (const [what, bytes] of Object.entries(refused))
    assert.throws(() => decodeFrame(Uint8Array.from(bytes)), isRefused, what)
})

test('a body that is too long is refused at both ends', () => {
  const long = new Uint8Array(sizes.batchBytes + 1)
  assert.throws(() => encodeFrame({ type: 'batch', layer: 'full', from: 0, to: 1, body: long }), isRefused)
  assert.throws(() => decodeFrame(Buffer.concat([Uint8Array.of(1, 3, 0, 1), long])), isRefused)
  assert.throws(() => decodeFrame(new Uint8Array(sizes.liveBytes + 2).fill(3)), isRefused)
})

test('any bytes are a frame with the same bytes, or refused', () => {
  let state = 1
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  let decoded = 0
  for (let run = 0; run < 50_000; run++) {
    const bytes = Uint8Array.from({ length: random(14) }, (_, index) => (index < 2 ? random(8) : random(256)))
    try {
      assert.deepEqual(encodeFrame(decodeFrame(bytes)), bytes)
      decoded++
    } catch (error) {
      assert.ok(isRefused(error), String(error))
    }
  }
  assert.ok(decoded > 5_000, `${decoded} frames`)
})
