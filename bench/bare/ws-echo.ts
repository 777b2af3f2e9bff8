// Plain `ws`: parse, store in a Map, send to each subscriber, one send per message.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { serve } from './serve.ts'
import { isSubscribe, Subscribers } from './subscribers.ts'
import { ValueMap, type Delta } from './value-map.ts'

const values = new ValueMap()
const subscribers = new Subscribers()

const pick = (delta: Delta, paths: ReadonlySet<string>): Delta => ({
  ...delta,
  updates: delta.updates.map((update) => ({
    ...update,
    values: update.values.filter(({ path }) => paths.has(path)),
  })),
})

const send = (delta: Delta): void => {
  if (subscribers.all.size === 0) return
  const text = JSON.stringify(delta)
  for (const { socket, paths } of subscribers.all) {
    socket.send(paths === undefined ? text : JSON.stringify(pick(delta, paths)))
  }
}

const server = createServer(values.answer)
const streams = new WebSocketServer({ server, perMessageDeflate: false })
streams.on('connection', (socket, request) => {
  subscribers.greet(socket, request)
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Delta
    if (isSubscribe(message)) return subscribers.subscribe(socket, message)
    values.keep(message)
    send(message)
  })
})
serve(server)
