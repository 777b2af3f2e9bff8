import assert from 'node:assert/strict'
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'

/** The messages of a sending thread, so that sending takes no time of the measuring thread. */
export interface Flood {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent once, in this order, before the others. */
  readonly first?: readonly string[]
  /** Sent repeatedly, in this order, as fast as the server accepts them. */
  readonly texts: readonly string[]
  readonly isReading: boolean
  readonly kind: 'messages' | 'pings'
}

const waitingBytes = 262_144

const open = async ({ url, headers, isReading }: Flood): Promise<WebSocket> => {
  const address = `${url.replace('http', 'ws')}/marinedata/v1/stream?subscribe=none`
  const socket = new WebSocket(address, { headers })
  socket.on('error', () => undefined)
  await once(socket, 'open')
  if (!isReading) socket.pause()
  return socket
}

const run = async (flood: Flood): Promise<void> => {
  const { first = [], texts, kind } = flood
  const socket = await open(flood)
  for (const text of first) socket.send(text)
  let next = 0
  const send = (): void => {
    while (texts.length > 0 && socket.readyState === socket.OPEN && socket.bufferedAmount < waitingBytes) {
      const text = texts[next++ % texts.length] ?? ''
      if (kind === 'pings') socket.ping(text)
      else socket.send(text)
    }
  }
  setInterval(send, 5)
  parentPort?.postMessage('flooding')
}

assert.ok(parentPort !== null)
await run(workerData as Flood)
