import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { WebSocket } from 'ws'
import { exchangesOf, refusedAddresses, type Exchange } from './stream-exchanges.ts'

interface Message {
  readonly requestId?: string
  readonly status?: number
  readonly heartbeat?: object
  readonly self?: string
  readonly context?: string
  readonly updates?: readonly Update[]
}

interface Update {
  readonly $source?: string
  readonly values?: readonly { readonly path: string; readonly value: unknown }[]
  readonly meta?: readonly { readonly path: string; readonly value: unknown }[]
}

const patienceMs = 60_000
const streamPath = '/marinedata/v1/stream'

/** One of the two servers. */
interface Place {
  readonly address: string
  readonly token?: string
}

const socketOf = ({ address, token }: Place, path: string): WebSocket =>
  new WebSocket(address.replace('http', 'ws') + path, {
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    handshakeTimeout: patienceMs,
  })

/** A stream, and everything that it has sent, in order. */
class ComparedStream implements Disposable {
  readonly #socket: WebSocket
  readonly #messages: Message[] = []

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('message', (data: Buffer) => this.#messages.push(JSON.parse(data.toString()) as Message))
  }

  static async open(place: Place, query = 'subscribe=none'): Promise<ComparedStream> {
    const socket = socketOf(place, `${streamPath}?${query}`)
    const stream = new ComparedStream(socket)
    await once(socket, 'open', { signal: AbortSignal.timeout(patienceMs) })
    return stream
  }

  [Symbol.dispose](): void {
    this.#socket.terminate()
  }

  send(message: string | object): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next message for which this holds. Those before it are dropped. */
  async next(what: string, isWanted: (message: Message) => boolean): Promise<Message> {
    const signal = AbortSignal.timeout(patienceMs)
    for (;;) {
      const at = this.#messages.findIndex(isWanted)
      if (at !== -1) return this.#messages.splice(0, at + 1)[at] ?? {}
      if (signal.aborted) throw new Error(`The stream does not send ${what}`)
      await once(this.#socket, 'message', { signal }).catch(() => undefined)
    }
  }
}

const isHello = ({ self }: Message): boolean => self !== undefined
const isHeartbeat = ({ heartbeat }: Message): boolean => heartbeat !== undefined
const hasValue =
  (path: string) =>
  ({ updates = [] }: Message): boolean =>
    updates.some(({ values = [] }) => values.some((one) => one.path === path))

const isAnswerTo =
  ({ send }: Exchange) =>
  (message: Message): boolean => {
    if (message.updates !== undefined || isHello(message) || isHeartbeat(message)) return false
    const id = typeof send === 'object' && 'requestId' in send ? send.requestId : undefined
    return typeof id !== 'string' || id.length > 128 || message.requestId === id
  }

const membersOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object.keys(value).toSorted() : typeof value

/** The members of an object, and of the objects in it. */
const nestedMembersOf = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'object' && member !== null ? nestedMembersOf(member as object) : typeof member,
    ]),
  )

/** What a delta says about a path, without what changes with the time: alerts as they are, other values by their form. */
const formOf = ({ context, updates = [] }: Message, path: string): object => ({
  context,
  updates: updates.map((update) => ({
    members: membersOf(update),
    source: update.$source,
    values: update.values?.map(({ path: own, value }) => [
      own,
      own.startsWith('notifications.') ? value : membersOf(value),
    ]),
    meta: update.meta?.filter((one) => one.path === path),
  })),
})

export interface ComparedPlaces {
  readonly boat: Place
  readonly shore: Place
  readonly context: string
  readonly alertPath: string
}

export interface ComparedStreams {
  readonly exchanges: number
  readonly differing: readonly string[]
}

class Comparison {
  readonly #places: ComparedPlaces
  readonly differing: string[] = []

  constructor(places: ComparedPlaces) {
    this.#places = places
  }

  /** A boat calls itself `vessels.self`. */
  #plain(message: object): unknown {
    return JSON.parse(JSON.stringify(message).replaceAll('vessels.self', this.#places.context)) as unknown
  }

  compare(name: string, aboard: object, ashore: object): void {
    const [one, other] = [this.#plain(aboard), this.#plain(ashore)]
    if (isDeepStrictEqual(one, other)) return
    this.differing.push([`stream, ${name}`, ...[one, other].map((value) => JSON.stringify(value))].join('\n'))
  }

  async both<T>(read: (place: Place) => Promise<T>): Promise<[aboard: T, ashore: T]> {
    const { boat, shore } = this.#places
    return await Promise.all([read(boat), read(shore)])
  }

  async hello(): Promise<void> {
    const [aboard, ashore] = await this.both(async (place) => {
      using stream = await ComparedStream.open(place)
      const [hello, heartbeat] = [
        await stream.next('a hello', isHello),
        await stream.next('a beat', isHeartbeat),
      ]
      return { hello: membersOf(hello), heartbeat: membersOf(heartbeat.heartbeat) }
    })
    this.compare('hello and heartbeat', aboard, ashore)
  }

  async exchange(exchange: Exchange): Promise<void> {
    const { name, permitted, send, value, times = 1 } = exchange
    const [aboard, ashore] = await this.both(async (place) => {
      using stream = await ComparedStream.open(place)
      stream.send(send)
      const answer = await stream.next(`an answer to "${name}"`, isAnswerTo(exchange))
      if (value === undefined) return { answer }
      const values: object[] = []
      while (values.length < times)
        values.push(formOf(await stream.next(`${value} for "${name}"`, hasValue(value)), value))
      return { answer, values }
    })
    if (permitted === undefined) this.compare(name, aboard, ashore)
    else if (permitted === 'numbers') this.compare(name, nestedMembersOf(aboard), nestedMembersOf(ashore))
    else if (permitted === 'write' && ashore.answer.status !== 403)
      this.differing.push(`stream, ${name}: not refused ashore\n${JSON.stringify(ashore.answer)}`)
  }

  /** After unsubscribing, nothing comes until the second heartbeat, although each period is shorter. */
  async unsubscribing(): Promise<void> {
    const { context } = this.#places
    const [path, isThere] = ['navigation.position', hasValue('navigation.position')]
    const [aboard, ashore] = await this.both(async (place) => {
      using stream = await ComparedStream.open(place)
      stream.send({ context, subscribe: [{ path, policy: 'fixed', period: 100 }] })
      await stream.next(path, isThere)
      stream.send({ requestId: 'off', context, unsubscribe: [{ path }] })
      await stream.next('an answer', ({ requestId }) => requestId === 'off')
      let beats = 0
      const next = await stream.next('heartbeats', (message) => !isHeartbeat(message) || ++beats === 2)
      return { next: membersOf(next) }
    })
    this.compare('after unsubscribing', aboard, ashore)
    if (!isDeepStrictEqual(aboard.next, ['heartbeat']))
      this.differing.push('stream, unsubscribing has no effect')
  }

  async refused(path: string): Promise<void> {
    const [aboard, ashore] = await this.both(async (place) => {
      const socket = socketOf(place, path)
      socket.on('error', () => undefined)
      const signal = AbortSignal.timeout(patienceMs)
      const [, response] = (await once(socket, 'unexpected-response', { signal })) as [
        unknown,
        IncomingMessage,
      ]
      let text = ''
      for await (const part of response.setEncoding('utf8')) text += String(part)
      return { status: response.statusCode, type: response.headers['content-type'], text }
    })
    this.compare(path, aboard, ashore)
  }
}

/** Sends the same messages to the streams of a boat and of the shore. Returns how many, and where the answers differ. */
export const compareStreams = async (places: ComparedPlaces): Promise<ComparedStreams> => {
  const comparison = new Comparison(places)
  const exchanges = exchangesOf(places.context, places.alertPath)
  await comparison.hello()
  for (const exchange of exchanges) await comparison.exchange(exchange)
  await comparison.unsubscribing()
  for (const path of refusedAddresses) await comparison.refused(path)
  return { exchanges: exchanges.length + refusedAddresses.length + 2, differing: comparison.differing }
}
