/// <reference lib="esnext.disposable" preserve="true" />
import {
  MarineDataError,
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
import { PendingDeltas } from './pending-deltas.ts'
import { readFrame, type StreamProblem } from './stream-frame.ts'
import { StreamConnection } from './stream-connection.ts'
import { ActiveSubscriptions } from './active-subscriptions.ts'

/** `waiting`: between two attempts to connect. `closed`: the stream has ended. */
export type StreamState = 'connecting' | 'open' | 'waiting' | 'closed'

export interface StreamOptions {
  /** The initial subscription: the own vessel (default), everything, or nothing. */
  readonly subscribe?: NonNullable<StreamQuery['subscribe']>
  /** Whether the server sends the present values first on every connection; true by default. */
  readonly sendCachedValues?: boolean
  readonly sendMeta?: NonNullable<StreamQuery['sendMeta']>
  /** Ends the stream and the loop that reads it. */
  readonly signal?: AbortSignal
  /** Delays before reconnecting: 250 ms at first, 10 s at most by default. */
  readonly reconnect?: BackOffLimits
  /** A connection without a message for this many milliseconds is closed; 5,000 by default. */
  readonly silenceMs?: number
  /** Maximum number of queued deltas; 10,000 by default. Beyond it, the oldest are dropped and counted. */
  readonly queueLimit?: number
}

/** Returns the stream URL for a query. Called for every connection. */
export type StreamAddress = (query: StreamQuery, signal: AbortSignal) => Promise<string>

const defaultSilenceMs = 5_000
const defaultQueueLimit = 10_000
const defaultOpenTimeoutMs = 10_000
const defaultResponseTimeoutMs = 5_000

/**
 * A stream of deltas that reconnects automatically and restores its subscriptions. It ends only when it is closed or
 * its signal aborts. It has one reader.
 *
 * Leaving a `for await` loop does not end the stream; disposing of it does.
 */
export class DeltaStream implements AsyncIterable<SentDelta>, AsyncDisposable {
  readonly #address: StreamAddress
  readonly #options: StreamOptions
  readonly #backOff: BackOff
  readonly #subscriptions: ActiveSubscriptions
  readonly #queue: DeltaQueue<SentDelta>
  readonly #pending = new PendingDeltas()
  readonly #stateListeners = new Listeners<StreamState>()
  readonly #problemListeners = new Listeners<StreamProblem>()
  #state: StreamState = 'connecting'
  #hello: Hello | undefined
  #lastReceivedAt: number | undefined
  readonly #ended = new AbortController()
  #connection: StreamConnection | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #closing: Promise<void> | undefined

  /** Starts to connect immediately. */
  constructor(address: StreamAddress, options: StreamOptions = {}) {
    this.#address = address
    this.#options = options
    this.#backOff = new BackOff(options.reconnect ?? defaultBackOff)
    this.#subscriptions = new ActiveSubscriptions(options.subscribe ?? 'self')
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

  /** The hello message of the latest connection; undefined before the first. */
  get hello(): Hello | undefined {
    return this.#hello
  }

  /** Time of the last message on the clock of `performance.now()`; undefined before the first. */
  get lastReceivedAt(): number | undefined {
    return this.#lastReceivedAt
  }

  /** Waits for the hello message of a connection. Rejects when the stream ends or the timeout passes. */
  async opened({ timeoutMs = defaultOpenTimeoutMs }: { readonly timeoutMs?: number } = {}): Promise<Hello> {
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

  /** Number of deltas dropped because the reader was too slow. */
  get dropped(): number {
    return this.#queue.dropped
  }

  /** Calls the listener for every change of state until the result is disposed. */
  onState(listener: Listener<StreamState>): Disposable {
    return this.#stateListeners.add(listener)
  }

  /** Calls the listener for every message and connection that the server refused until the result is disposed. */
  onProblem(listener: Listener<StreamProblem>): Disposable {
    return this.#problemListeners.add(listener)
  }

  /** Subscribes now or when connected, and again after every reconnect. */
  subscribe(message: SubscribeMessage): void {
    this.#subscriptions.add(message)
    this.#send(message)
  }

  /** Removes subscriptions, including the initial one. */
  unsubscribe(message: UnsubscribeMessage): void {
    this.#subscriptions.remove(message)
    this.#send(message)
  }

  /**
   * Sends a delta. Returns false without a connection or when its buffer is full. The delta is not queued, because an
   * old measurement is of no use later.
   */
  send(delta: Delta): boolean {
    return this.#send(delta)
  }

  /**
   * Sends a delta and resolves when the server has accepted it. It is sent once, and not queued.
   * @throws MarineDataError why the server refused it, `busy` when it was not sent, or `unconfirmed` without a response
   */
  async confirm(
    delta: Delta,
    { timeoutMs = defaultResponseTimeoutMs }: { readonly timeoutMs?: number } = {},
  ): Promise<void> {
    await this.#pending.confirm((requestId) => this.#send({ ...delta, requestId }), timeoutMs)
  }

  /** Connects now instead of after the delay. */
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

  /** Ends the stream and the loop that reads it. Queued deltas are dropped. Resolves when the socket is closed. */
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
    this.#pending.end()
    const closed = this.#connection?.close()
    this.#setState('closed')
    await closed
  }

  async #connect(): Promise<void> {
    this.#setState('connecting')
    const { sendCachedValues, sendMeta, silenceMs = defaultSilenceMs } = this.#options
    const { signal } = this.#ended
    const query = {
      subscribe: this.#subscriptions.base,
      ...(sendCachedValues !== undefined && { sendCachedValues }),
      ...(sendMeta !== undefined && { sendMeta }),
    }
    try {
      const url = await this.#address(query, signal)
      signal.throwIfAborted()
      const onText = (text: string): void => this.#receive(text)
      this.#connection = new StreamConnection({ url, silenceMs, onText, onEnd: () => this.#wait() })
    } catch (error) {
      if (signal.aborted) return
      // An unreachable server, or one that refuses the connection, is retried later.
      if (error instanceof MarineDataError) {
        const { code, message: detail, details } = error
        this.#problemListeners.emit({ code, detail, errors: [...(details.errors ?? [])] })
      }
      this.#wait()
    }
  }

  #wait(): void {
    this.#pending.end()
    this.#retry = setTimeout(() => void this.#connect(), this.#backOff.next())
    this.#setState('waiting')
  }

  #receive(text: string): void {
    this.#lastReceivedAt = performance.now()
    const frame = readFrame(text)
    if (frame.kind === 'delta') this.#queue.push(frame.delta)
    else if (frame.kind === 'hello') this.#handleHello(frame.hello)
    else if (frame.kind === 'done') this.#pending.settle(frame.requestId)
    else if (frame.kind === 'problem') this.#handleProblem(frame.problem)
    // The delay is reset only by a heartbeat, so that a server that closes connections after its hello is not retried
    // at full rate.
    else if (frame.kind === 'heartbeat') this.#backOff.reset()
  }

  #handleHello(hello: Hello): void {
    this.#hello = hello
    for (const message of this.#subscriptions.messages) this.#connection?.send(message)
    this.#setState('open')
  }

  #handleProblem(problem: StreamProblem): void {
    if (!this.#pending.settle(problem.requestId, problem)) this.#problemListeners.emit(problem)
  }

  #send(message: object): boolean {
    // Nothing is sent before the hello message: all subscriptions are sent then.
    return this.#state === 'open' && this.#connection?.send(message) === true
  }

  #setState(state: StreamState): void {
    if (this.#state === state) return
    this.#state = state
    this.#stateListeners.emit(state)
  }
}
