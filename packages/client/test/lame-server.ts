import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

/** A server that does only what a test tells it to: what a sound one never does can be seen here. */
export interface LameServer extends AsyncDisposable {
  readonly url: string
  /** Every stream that was opened, with its query, oldest first. */
  readonly opened: readonly { readonly query: string; readonly heard: readonly unknown[] }[]
}

export interface LameBehaviour {
  /** What becomes of a new stream; the number counts them from 0. */
  readonly onStream?: (socket: WebSocket, number: number) => void
  readonly onRequest?: (request: IncomingMessage, response: ServerResponse) => void
}

export const hello = (sequence = 0): string =>
  JSON.stringify({
    name: 'lame',
    version: 'V2.0.0',
    self: 'vessels.urn:mrn:imo:mmsi:230099999',
    timestamp: '2026-01-01T00:00:00Z',
    roles: ['owner'],
    sequence,
  })

export const heartbeat = JSON.stringify({ heartbeat: { timestamp: '2026-01-01T00:00:00Z', sequence: 0 } })

export const startLameServer = async (behaviour: LameBehaviour): Promise<LameServer> => {
  const opened: { query: string; heard: unknown[] }[] = []
  const http = createServer((request, response) => behaviour.onRequest?.(request, response))
  const streams = new WebSocketServer({ server: http })
  streams.on('connection', (socket, request) => {
    const heard: unknown[] = []
    const number = opened.push({ query: new URL(request.url ?? '/', 'http://lame').search, heard }) - 1
    // `ws` hands a text over as one buffer unless told otherwise.
    socket.on('message', (data) => heard.push(JSON.parse((data as Buffer).toString())))
    behaviour.onStream?.(socket, number)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  // A listening TCP server has an address.
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    opened,
    [Symbol.asyncDispose]: async () => {
      for (const socket of streams.clients) socket.terminate()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** A server that has gone: nobody listens at its address any more. */
export const startGoneServer = async (): Promise<{ readonly url: string }> => {
  await using server = await startLameServer({})
  return { url: server.url }
}
