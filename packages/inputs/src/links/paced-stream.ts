import type { Readable, Writable } from 'node:stream'
import { Pace } from './pace.ts'

export interface PacedStreamOptions {
  readonly bytesPerSecond: number
  readonly onBytes: (bytes: Buffer) => void
}

/** Reads a stream, no faster than a number of bytes per second. */
export class PacedStream implements Disposable {
  #pause: NodeJS.Timeout | undefined

  constructor(stream: Readable, { bytesPerSecond, onBytes }: PacedStreamOptions) {
    const pace = new Pace(bytesPerSecond)
    stream.on('data', (bytes: Buffer) => {
      const pauseMs = pace.take(bytes.length)
      if (pauseMs > 0) {
        stream.pause()
        clearTimeout(this.#pause)
        this.#pause = setTimeout(() => stream.resume(), pauseMs)
      }
      onBytes(bytes)
    })
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#pause)
  }
}

/** Holds 500 sentences or more. */
const queueBytes = 65_536

/** Queues bytes for a stream. Returns false when its queue is full or the stream has ended. */
export const writeBounded = (stream: Writable, bytes: Uint8Array): boolean => {
  if (!stream.writable || stream.writableLength + bytes.length > queueBytes) return false
  stream.write(bytes)
  return true
}
