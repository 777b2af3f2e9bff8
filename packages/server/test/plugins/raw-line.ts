import { writeSync } from 'node:fs'

/** A raw protocol message with any content; one with an id expects a response. */
export const rawMessage = (method: string, params: unknown, id?: string): Buffer => {
  const json = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  return Buffer.from(`Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`)
}

/** Writes directly to stdout, and blocks while the pipe is full. */
export const writeRaw = (bytes: Buffer): void => {
  for (let from = 0; from < bytes.length;) {
    try {
      from += writeSync(1, bytes, from)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
