import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'

export interface Subscriber {
  readonly socket: WebSocket
  /** The subscribed paths; `undefined` means all of them. */
  paths: ReadonlySet<string> | undefined
}

interface SubscribeMessage {
  readonly subscribe: readonly { readonly path: string }[]
}

/** The clients that get deltas: those that subscribed by `subscribe=self|all` in the URL or by a message. */
export class Subscribers {
  readonly all = new Set<Subscriber>()

  greet(socket: WebSocket, request: IncomingMessage): void {
    socket.send(JSON.stringify({ name: 'bare', version: 'V1.0.0', timestamp: new Date().toISOString() }))
    if (request.url?.includes('subscribe=none') !== true) this.#add({ socket, paths: undefined })
  }

  subscribe(socket: WebSocket, message: SubscribeMessage): void {
    this.#add({ socket, paths: new Set(message.subscribe.map(({ path }) => path)) })
  }

  #add(subscriber: Subscriber): void {
    this.all.add(subscriber)
    subscriber.socket.on('close', () => this.all.delete(subscriber))
  }
}

export const isSubscribe = (message: unknown): message is SubscribeMessage =>
  typeof message === 'object' && message !== null && 'subscribe' in message
