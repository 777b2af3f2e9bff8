import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from './frames.ts'
import { sizes } from './limits.ts'
import { TunnelEnd } from './tunnel.ts'

type TunnelFrame = Extract<Frame, { readonly tunnel: number }>

/** A socket that reads and writes when the test says so. */
class SlowSocket {
  readonly written: Uint8Array[] = []
  readonly #callbacks: (() => void)[] = []
  isPaused = false
  isEnded = false

  write(bytes: Uint8Array, written: () => void): void {
    this.written.push(bytes)
    this.#callbacks.push(written)
  }

  /** The kernel takes some of what was written. */
  flush(count: number): void {
    for (const written of this.#callbacks.splice(0, count)) written()
  }

  pause(): void {
    this.isPaused = true
  }

  resume(): void {
    this.isPaused = false
  }

  end(): void {
    this.isEnded = true
  }
}

test('bytes arrive in order, and no more than a window is on its way', () => {
  const near = new SlowSocket()
  const far = new SlowSocket()
  const toFar: TunnelFrame[] = []
  const toNear: TunnelFrame[] = []
  const nearEnd = new TunnelEnd(1, near, (frame) => toFar.push(frame))
  const farEnd = new TunnelEnd(1, far, (frame) => toNear.push(frame))
  const sent: Buffer[] = []
  const total = 4 * 1024 * 1024
  let [sentBytes, mostWaiting] = [0, 0]
  const writtenBytes = (): number => far.written.reduce((sum, { length }) => sum + length, 0)
  let flushed = 0
  for (let step = 0; writtenBytes() < total || toFar.length > 0; step++) {
    assert.ok(step < 100_000, 'the tunnel stands still')
    if (!near.isPaused && sentBytes < total) {
      const chunk = Buffer.alloc(Math.min(total - sentBytes, 1 + ((step * 7_919) % 65_536)), step % 251)
      sent.push(chunk)
      sentBytes += chunk.length
      nearEnd.socketRead(chunk)
    }
    for (const frame of toFar.splice(0, step % 5)) farEnd.received(frame)
    if (step % 3 === 0) far.flush((flushed += 1) % 4)
    for (const frame of toNear.splice(0)) nearEnd.received(frame)
    mostWaiting = Math.max(mostWaiting, sentBytes - writtenBytes())
  }
  assert.ok(Buffer.concat(far.written).equals(Buffer.concat(sent)))
  assert.ok(mostWaiting <= sizes.tunnelWindow + sizes.tunnelOverrun, String(mostWaiting))
})

test('an end that sends more than it may, or grants what was not sent, is found', () => {
  const end = new TunnelEnd(1, new SlowSocket(), () => undefined)
  const body = new Uint8Array(sizes.tunnelBytes)
  assert.throws(() => {
    for (let count = 0; count < 100; count++) end.received({ type: 'tunnel-data', tunnel: 1, body })
  }, /more bytes/)
  const other = new TunnelEnd(1, new SlowSocket(), () => undefined)
  assert.throws(() => other.received({ type: 'tunnel-data', tunnel: 1, body: new Uint8Array() }), /not sent/)
})

test('either end closes the other, once', () => {
  const socket = new SlowSocket()
  const frames: TunnelFrame[] = []
  const end = new TunnelEnd(3, socket, (frame) => frames.push(frame))
  end.received({ type: 'tunnel-close', tunnel: 3 })
  assert.ok(socket.isEnded)
  end.socketClosed()
  end.socketRead(Buffer.from([1]))
  assert.equal(frames.length, 0)
  const other = new TunnelEnd(4, socket, (frame) => frames.push(frame))
  other.socketClosed()
  other.socketClosed()
  assert.deepEqual(frames, [{ type: 'tunnel-close', tunnel: 4 }])
})
