import type { Problem, SentDelta } from '@marinedata/model'
import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'

/** Any message of the stream; its members determine its kind. */
export type StreamMessage = Partial<SentDelta> &
  Partial<Problem> & {
    readonly name?: string
    readonly version?: string
    readonly self?: string
    readonly timestamp?: string
    readonly roles?: readonly string[]
    readonly sequence?: number
    readonly heartbeat?: { readonly timestamp: string; readonly sequence: number }
    readonly requestId?: string
  }

/** Options of a stream: of the socket, the product word, and the kind of stream. */
export interface StreamOpening extends ClientOptions {
  readonly word?: string
  readonly kind?: 'stream' | 'playback'
}

/** One value of the stream with its context, path, source and time. */
export interface ReceivedValue {
  readonly context: string
  readonly source: string | undefined
  readonly timestamp: string
  readonly path: string
  readonly value: unknown
  readonly isStale: boolean
  readonly isConflated: boolean
}

interface Wait {
  readonly isWanted: (message: StreamMessage) => boolean
  readonly resolve: (message: StreamMessage) => void
}

/** Longer than any expected wait, but shorter than the test limit, so that resources are released. */
const patienceMs = 60_000

const valuesOf = ({ context = '', updates = [], conflated = false }: StreamMessage): ReceivedValue[] =>
  updates.flatMap(({ $source, timestamp, values = [] }) =>
    values.map(({ path, value, stale = false }) => ({
      context,
      source: $source,
      timestamp,
      path,
      value,
      isStale: stale,
      isConflated: conflated,
    })),
  )

/** A plain WebSocket client that records all messages. */
export class StreamListener implements AsyncDisposable {
  readonly socket: WebSocket
  readonly messages: StreamMessage[] = []
  /** Code and reason of the close, once received. */
  readonly ended: Promise<{ readonly code: number; readonly reason: string }>
  readonly #waits = new Set<Wait>()
  #asked = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    this.ended = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
    socket.on('error', () => undefined)
    socket.on('message', (data) => this.#hear(JSON.parse((data as Buffer).toString()) as StreamMessage))
  }

  /** @param query such as `?subscribe=none` */
  static async open(
    url: string,
    query = '',
    { word = 'marinedata', kind = 'stream', ...options }: StreamOpening = {},
  ): Promise<StreamListener> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${word}/v1/${kind}${query}`, options)
    const listener = new StreamListener(socket)
    await once(socket, 'open')
    await listener.first((message) => message.roles !== undefined)
    return listener
  }

  get values(): ReceivedValue[] {
    return this.messages.flatMap(valuesOf)
  }

  valuesAt(path: string): unknown[] {
    return this.values.filter((received) => received.path === path).map(({ value }) => value)
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  /** Publishes a value of `vessels.self` from a test source. */
  put(path: string, value: unknown, source = 'test'): void {
    this.send({ updates: [{ $source: source, values: [{ path, value }] }] })
  }

  /** Sends a message and returns its reply. */
  ask(message: object): Promise<StreamMessage> {
    const requestId = `request-${++this.#asked}`
    const answer = this.first((received) => received.requestId === requestId)
    this.send({ ...message, requestId })
    return answer
  }

  /** Waits until the server has handled everything sent before. */
  async settled(): Promise<void> {
    await this.ask({ unsubscribe: [] })
  }

  /** The first past or future message that meets the condition. */
  first(isWanted: (message: StreamMessage) => boolean): Promise<StreamMessage> {
    const received = this.messages.find(isWanted)
    if (received !== undefined) return Promise.resolve(received)
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        const last = JSON.stringify(this.messages.slice(-3)).slice(0, 1_000)
        reject(new Error(`What was waited for did not come; the last was ${last}`))
      }, patienceMs)
      this.#waits.add({
        isWanted,
        resolve: (message) => {
          clearTimeout(deadline)
          resolve(message)
        },
      })
    })
  }

  /** The first past or future value that meets the condition. */
  async firstValue(isWanted: (received: ReceivedValue) => boolean): Promise<ReceivedValue> {
    const message = await this.first((received) => valuesOf(received).some(isWanted))
    return valuesOf(message).find(isWanted)!
  }

  firstAt(path: string): Promise<ReceivedValue> {
    return this.firstValue((received) => received.path === path)
  }

  /** Clears the recorded messages, so that the next wait is for a new one. */
  forget(): void {
    this.messages.length = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.close()
    const cutOff = setTimeout(() => this.socket.terminate(), 500)
    await this.ended
    clearTimeout(cutOff)
  }

  #hear(message: StreamMessage): void {
    this.messages.push(message)
    for (const wait of this.#waits) {
      if (!wait.isWanted(message)) continue
      this.#waits.delete(wait)
      wait.resolve(message)
    }
  }
}

/** Publishes deltas and waits until the server has handled them. */
export const tell = async (url: string, deltas: readonly object[], word?: string): Promise<void> => {
  await using teller = await StreamListener.open(url, '?subscribe=none', word === undefined ? {} : { word })
  for (const delta of deltas) teller.send(delta)
  await teller.settled()
}

/** A delta with one value of `vessels.self` or of another context. */
export const valueDelta = (path: string, value: unknown, context?: string): object => ({
  ...(context !== undefined && { context }),
  updates: [{ $source: 'test', values: [{ path, value }] }],
})
