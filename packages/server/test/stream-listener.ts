import type { Problem, SentDelta } from '@marinedata/model'
import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'

/** Any message of the stream; which of the members are there tells what it is. */
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

/** How a stream is asked for: headers and the like, and the product word when it is another. */
export interface StreamOpening extends ClientOptions {
  readonly word?: string
}

/** One value of the stream with all that was said around it. */
export interface HeardValue {
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

/** Longer than anything takes here, shorter than the limit of a test, so that what was started is also ended. */
const patienceMs = 20_000

const valuesOf = ({ context = '', updates = [], conflated = false }: StreamMessage): HeardValue[] =>
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

/** A plain WebSocket at the stream that remembers all it hears. */
export class StreamListener implements AsyncDisposable {
  readonly socket: WebSocket
  readonly messages: StreamMessage[] = []
  /** Code and reason of the end, once it came. */
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
    { word = 'marinedata', ...options }: StreamOpening = {},
  ): Promise<StreamListener> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${word}/v1/stream${query}`, options)
    const listener = new StreamListener(socket)
    await once(socket, 'open')
    await listener.first((message) => message.roles !== undefined)
    return listener
  }

  get values(): HeardValue[] {
    return this.messages.flatMap(valuesOf)
  }

  valuesAt(path: string): unknown[] {
    return this.values.filter((heard) => heard.path === path).map(({ value }) => value)
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  /** A value of the own vessel, from a source of the test. */
  put(path: string, value: unknown, source = 'test'): void {
    this.send({ updates: [{ $source: source, values: [{ path, value }] }] })
  }

  /** Sends a message and gives the answer to it, and to no other. */
  ask(message: object): Promise<StreamMessage> {
    const requestId = `request-${++this.#asked}`
    const answer = this.first((heard) => heard.requestId === requestId)
    this.send({ ...message, requestId })
    return answer
  }

  /** Returns once the server has acted on everything that was sent before. */
  async settled(): Promise<void> {
    await this.ask({ unsubscribe: [] })
  }

  /** The first message so far or from now on for which that holds. */
  first(isWanted: (message: StreamMessage) => boolean): Promise<StreamMessage> {
    const heard = this.messages.find(isWanted)
    if (heard !== undefined) return Promise.resolve(heard)
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

  /** The first value heard so far or from now on for which that holds. */
  async firstValue(isWanted: (heard: HeardValue) => boolean): Promise<HeardValue> {
    const message = await this.first((heard) => valuesOf(heard).some(isWanted))
    return valuesOf(message).find(isWanted)!
  }

  firstAt(path: string): Promise<HeardValue> {
    return this.firstValue((heard) => heard.path === path)
  }

  /** Forgets what was heard, so that the next wait is for something new. */
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

/** Makes something known at the server, and returns once it is. */
export const tell = async (url: string, deltas: readonly object[], word?: string): Promise<void> => {
  await using teller = await StreamListener.open(url, '?subscribe=none', word === undefined ? {} : { word })
  for (const delta of deltas) teller.send(delta)
  await teller.settled()
}

/** A delta with one value of the own vessel, or of another craft. */
export const valueDelta = (path: string, value: unknown, context?: string): object => ({
  ...(context !== undefined && { context }),
  updates: [{ $source: 'test', values: [{ path, value }] }],
})
