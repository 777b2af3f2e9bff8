import {
  MarineDataError,
  problemOf,
  type Delta,
  type Hello,
  type SentDelta,
  type StreamQuery,
  type SubscribeMessage,
  type UnsubscribeMessage,
} from '@marinedata/model'
import { BackOff, defaultBackOff, type BackOffLimits } from './back-off.ts'
import { DeltaQueue } from './delta-queue.ts'
import { Listeners, type Listener } from './listeners.ts'
import { readFrame, type StreamProblem } from './stream-frame.ts'
import { StreamLink } from './stream-link.ts'
import { SubscriptionMemory } from './subscription-memory.ts'

/** `waiting` stands between two attempts to connect; `closed` is the end. */
export type StreamState = 'connecting' | 'open' | 'waiting' | 'closed'

export interface StreamOptions {
  /** What is subscribed to at once: the own vessel (the default), everything, or nothing. */
  readonly subscribe?: NonNullable<StreamQuery['subscribe']>
  /** Whether the latest known values are sent first, on every connection; the server does so unless told not to. */
  readonly sendCachedValues?: boolean
  readonly sendMeta?: NonNullable<StreamQuery['sendMeta']>
  /** Ends the stream, and with it the loop that reads it. */
  readonly signal?: AbortSignal
  /** How long to wait before connecting again: 250 ms at first, 10 s at most. */
  readonly reconnect?: BackOffLimits
  /** A connection that says nothing for so long is taken as dead, in milliseconds; 5,000 by default. */
  readonly silenceMs?: number
  /** Deltas that may wait for the reader; 10,000 by default. Beyond it the oldest are dropped and counted. */
  readonly queueLimit?: number
}

/** Gives the address of the stream for a query; asked anew for every connection. */
export type StreamAddress = (query: StreamQuery, signal: AbortSignal) => Promise<string>

const defaultSilenceMs = 5_000
const defaultQueueLimit = 10_000
const defaultOpenMs = 10_000

/**
 * A stream of deltas that comes back by itself: it connects again after every loss, asks again for all it had
 * subscribed to, and ends only when it is closed or its signal aborts. It has one reader.
 *
 * Leaving a `for await` loop does not end the stream; disposing of it does.
 */
export class DeltaStream implements AsyncIterable<SentDelta>, AsyncDisposable {
  readonly #address: StreamAddress
  readonly #options: StreamOptions
  readonly #backOff: BackOff
  readonly #memory: SubscriptionMemory
  readonly #queue: DeltaQueue<SentDelta>
  readonly #stateListeners = new Listeners<StreamState>()
  readonly #problemListeners = new Listeners<StreamProblem>()
  #state: StreamState = 'connecting'
  #hello: Hello | undefined
  #lastHeardAt: number | undefined
  readonly #ended = new AbortController()
  #link: StreamLink | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #closing: Promise<void> | undefined

  /** Starts to connect at once. */
  constructor(address: StreamAddress, options: StreamOptions = {}) {
    this.#address = address
    this.#options = options
    this.#backOff = new BackOff(options.reconnect ?? defaultBackOff)
    this.#memory = new SubscriptionMemory(options.subscribe ?? 'self')
    this.#queue = new DeltaQueue(options.queueLimit ?? defaultQueueLimit)
    if (options.signal?.aborted === true) this.#closing = this.#close()
    else {
      options.signal?.addEventListener('abort', this.#abort, { once: true })
      void this.#connect()
    }
  }

  get state(): StreamState {
    return this.#state
  }

  /** What the server said of itself on the newest connection; undefined before the first. */
  get hello(): Hello | undefined {
    return this.#hello
  }

  /** When anything was last heard, on the clock of `performance.now()`; undefined before the first word. */
  get lastHeardAt(): number | undefined {
    return this.#lastHeardAt
  }

  /** Waits for a connection that has greeted; rejects when the stream ends first or none comes in time. */
  async opened({ timeoutMs = defaultOpenMs }: { readonly timeoutMs?: number } = {}): Promise<Hello> {
    if (this.#state === 'open' && this.#hello !== undefined) return this.#hello
    const { promise, resolve, reject } = Promise.withResolvers<Hello>()
    const late = setTimeout(
      () => reject(new MarineDataError('unconfirmed', `No connection within ${timeoutMs} ms`)),
      timeoutMs,
    )
    using _listening = this.onState((state) => {
      if (state === 'closed') reject(new MarineDataError('shutting-down', 'The stream was closed'))
      else if (state === 'open' && this.#hello !== undefined) resolve(this.#hello)
    })
    return await promise.finally(() => clearTimeout(late))
  }

  /** How many deltas were dropped because the reader was too slow. */
  get dropped(): number {
    return this.#queue.dropped
  }

  /** Tells every change of state until what is given back is disposed of. */
  onState(listener: Listener<StreamState>): Disposable {
    return this.#stateListeners.add(listener)
  }

  /** Tells every message that the server refused, until what is given back is disposed of. */
  onProblem(listener: Listener<StreamProblem>): Disposable {
    return this.#problemListeners.add(listener)
  }

  /** Subscribes now or as soon as there is a connection, and again after every loss. */
  subscribe(message: SubscribeMessage): void {
    this.#memory.keep(message)
    this.#tell(message)
  }

  /** Takes subscriptions back, also the one that the stream was opened with. */
  unsubscribe(message: UnsubscribeMessage): void {
    this.#memory.drop(message)
    this.#tell(message)
  }

  /**
   * Sends a delta. False when there is no connection, or one too slow to take more: it is not kept,
   * because what was measured then is no news later.
   */
  send(delta: Delta): boolean {
    return this.#tell(delta)
  }

  /** Does not wait any longer before the next attempt to connect. */
  retry(): void {
    if (this.#state !== 'waiting') return
    clearTimeout(this.#retry)
    void this.#connect()
  }

  [Symbol.asyncIterator](): AsyncIterator<SentDelta, undefined> {
    return {
      next: () => this.#queue.next(),
      return: () => Promise.resolve({ done: true, value: undefined }),
    }
  }

  /** Ends the stream and the loop that reads it; what still waits is given up. Resolves when the socket is closed. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  readonly #abort = (): void => {
    void this.close()
  }

  async #close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#abort)
    clearTimeout(this.#retry)
    this.#ended.abort(new MarineDataError('shutting-down', 'The stream was closed'))
    this.#queue.end()
    const farewell = this.#link?.close()
    this.#enter('closed')
    await farewell
  }

  async #connect(): Promise<void> {
    this.#enter('connecting')
    const { sendCachedValues, sendMeta, silenceMs = defaultSilenceMs } = this.#options
    const { signal } = this.#ended
    const query = {
      subscribe: this.#memory.base,
      ...(sendCachedValues !== undefined && { sendCachedValues }),
      ...(sendMeta !== undefined && { sendMeta }),
    }
    try {
      const url = await this.#address(query, signal)
      signal.throwIfAborted()
      const onText = (text: string): void => this.#hear(text)
      this.#link = new StreamLink({ url, silenceMs, onText, onEnd: () => this.#wait() })
    } catch (error) {
      if (signal.aborted) return
      // A server that is away, or that does not let us in just now, is asked again later.
      if (error instanceof MarineDataError) this.#problemListeners.tell(problemOf(error))
      this.#wait()
    }
  }

  #wait(): void {
    this.#retry = setTimeout(() => void this.#connect(), this.#backOff.next())
    this.#enter('waiting')
  }

  #hear(text: string): void {
    this.#lastHeardAt = performance.now()
    const frame = readFrame(text)
    if (frame.kind === 'delta') this.#queue.push(frame.delta)
    else if (frame.kind === 'hello') this.#welcome(frame.hello)
    else if (frame.kind === 'problem') this.#problemListeners.tell(frame.problem)
    // A connection that lived to a heartbeat is sound: a server that greets and hangs up is not hurried.
    else if (frame.kind === 'heartbeat') this.#backOff.reset()
  }

  #welcome(hello: Hello): void {
    this.#hello = hello
    for (const message of this.#memory.messages) this.#link?.send(message)
    this.#enter('open')
  }

  #tell(message: object): boolean {
    // Before the hello nothing is said: everything that is remembered is said then.
    return this.#state === 'open' && this.#link?.send(message) === true
  }

  #enter(state: StreamState): void {
    if (this.#state === state) return
    this.#state = state
    this.#stateListeners.tell(state)
  }
}
