import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

/** A server scripted by the test, for behaviour that a correct server never shows. */
export interface ScriptedServer extends AsyncDisposable {
  readonly url: string
  /** Every stream that was opened, with its query, oldest first. */
  readonly opened: readonly { readonly query: string; readonly received: readonly unknown[] }[]
}

export interface ScriptedBehaviour {
  /** Handles a new stream; the number counts streams from 0. */
  readonly onStream?: (socket: WebSocket, number: number) => void
  readonly onRequest?: (request: IncomingMessage, response: ServerResponse) => void
}

export const hello = (sequence = 0): string =>
  JSON.stringify({
    name: 'scripted',
    version: 'V2.0.0',
    self: 'vessels.urn:mrn:imo:mmsi:230099999',
    timestamp: '2026-01-01T00:00:00Z',
    roles: ['owner'],
    epoch: 1,
    sequence,
  })

export const heartbeat = JSON.stringify({ heartbeat: { timestamp: '2026-01-01T00:00:00Z', sequence: 0 } })

export const startScriptedServer = async (behaviour: ScriptedBehaviour): Promise<ScriptedServer> => {
  const opened: { query: string; received: unknown[] }[] = []
  const http = createServer((request, response) => behaviour.onRequest?.(request, response))
  const streams = new WebSocketServer({ server: http })
  streams.on('connection', (socket, request) => {
    const received: unknown[] = []
    const number = opened.push({ query: new URL(request.url ?? '/', 'http://scripted').search, received }) - 1
    // `ws` delivers a text message as one buffer by default.
    socket.on('message', (data) => received.push(JSON.parse((data as Buffer).toString())))
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

/** The URL of a server that was stopped, so that no one listens there. */
export const startStoppedServer = async (): Promise<{ readonly url: string }> => {
  await using server = await startScriptedServer({})
  return { url: server.url }
}
