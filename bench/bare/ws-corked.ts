// Plain `ws` with corked batches: the deltas of 5 ms leave each socket in one write, one frame per delta.
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { serve } from './serve.ts'
import { isSubscribe, Subscribers } from './subscribers.ts'
import { ValueMap, type Delta } from './value-map.ts'

const batchMs = 5

const values = new ValueMap()
const subscribers = new Subscribers()
const streamBySocket = new WeakMap<WebSocket, Duplex>()
let batch: Buffer[] = []

const flush = (): void => {
  const sent = batch
  batch = []
  for (const { socket } of subscribers.all) {
    const stream = streamBySocket.get(socket)
    stream?.cork()
    for (const frame of sent) socket.send(frame, { binary: false })
    stream?.uncork()
  }
}

const server = createServer(values.answer)
const streams = new WebSocketServer({ server, perMessageDeflate: false })
streams.on('connection', (socket, request) => {
  streamBySocket.set(socket, request.socket)
  subscribers.greet(socket, request)
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Delta
    if (isSubscribe(message)) return subscribers.subscribe(socket, message)
    values.keep(message)
    if (batch.length === 0) setTimeout(flush, batchMs)
    batch.push(Buffer.from(JSON.stringify(message)))
  })
})
serve(server)
