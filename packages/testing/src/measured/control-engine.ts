/**
 * The control of every time measurement: a plain HTTP and WebSocket server in its own process. It answers every
 * request with a short JSON document and forwards every delta to all other sockets, so only the machine slows it down,
 * never our code.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

const answer = JSON.stringify({ value: 3.1, $source: 'control', timestamp: '2026-01-01T00:00:00.000Z' })
const http = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(answer)
})
const streams = new WebSocketServer({ server: http })

const passOn = (from: WebSocket, text: string): void => {
  for (const socket of streams.clients) if (socket !== from) socket.send(text)
}

streams.on('connection', (socket) => {
  socket.on('error', () => undefined)
  socket.on('message', (data) => {
    const text = (data as Buffer).toString()
    // Parses the message, as every server must.
    const { requestId, updates } = JSON.parse(text) as { requestId?: string; updates?: unknown }
    if (requestId !== undefined) socket.send(JSON.stringify({ requestId }))
    else if (updates !== undefined) passOn(socket, text)
  })
  socket.send(JSON.stringify({ roles: [] }))
})
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
