import {
  defaultProductWord,
  type Discovery,
  type Leaf,
  type ProductWord,
  type Root,
  type StreamQuery,
  type StreamTicket,
} from '@marinedata/model'
import { requestJson, type CallMethod, type CallOptions, type RequestOptions } from './request-json.ts'
import { ServerAddress, type TreePath } from './server-address.ts'
import { DeltaStream, type StreamOptions } from './stream/delta-stream.ts'

export interface ClientOptions {
  /** URL of the server, such as `http://127.0.0.1:3000`. */
  readonly url: string
  /** The word in the fixed path segment; `marinedata` unless the server's settings change it. */
  readonly productWord?: ProductWord
  /** Access token. Not needed in a page served by the server, where the browser sends a cookie. */
  readonly token?: string
  /** Set this in a page served by the server, where the browser has a session cookie. */
  readonly usesCookie?: boolean
  /** Timeout of every request in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 10_000

/**
 * A client of one server, in browsers and in Node.
 *
 * Requests throw a MarineDataError with the server's code when the server responds with an error, and the platform's
 * own error when there is no response in time.
 */
export class MarineDataClient {
  readonly #address: ServerAddress
  readonly #timeoutMs: number
  readonly #token: string | undefined
  readonly #needsTicket: boolean

  /** @throws MarineDataError when the url is not an http or https URL */
  constructor(options: ClientOptions) {
    const { url, productWord = defaultProductWord, timeoutMs = defaultTimeoutMs, token, usesCookie } = options
    this.#address = new ServerAddress(url, productWord)
    this.#timeoutMs = timeoutMs
    this.#token = token
    this.#needsTicket = token !== undefined || usesCookie === true
  }

  /**
   * Reads a path below the root: a leaf, or the type that the caller expects there.
   *
   * @param path `vessels/self/navigation/position` with identifiers URL-encoded, or its segments as they are
   */
  async get<T = Leaf>(path: TreePath, options: RequestOptions = {}): Promise<T> {
    return this.#request(this.#address.tree(path), options)
  }

  /** Reads the root object with the whole tree. */
  root(options: RequestOptions = {}): Promise<Root> {
    return this.#request(this.#address.tree([]), options)
  }

  /**
   * Sends a request to any URL below `…/v2/api`: autopilots, anchor, alerts, access.
   *
   * @param path `vessels/self/autopilots/_default/engage` with identifiers URL-encoded, or its segments as they are
   */
  async call<T = unknown>(method: CallMethod, path: TreePath, options: CallOptions = {}): Promise<T> {
    const search = new URLSearchParams(options.query).toString()
    return this.#request(`${this.#address.below(path)}${search === '' ? '' : `?${search}`}`, options, method)
  }

  /** Reads the discovery document: endpoints and own vessel. */
  discover(options: RequestOptions = {}): Promise<Discovery> {
    return this.#request(this.#address.discovery, options)
  }

  /** Opens a stream of deltas. It connects and reconnects automatically. Dispose of it to end it. */
  stream(options: StreamOptions = {}): DeltaStream {
    return new DeltaStream((query, signal) => this.#streamAddress(query, signal), options)
  }

  /** Fetches a ticket for every connection, because a browser cannot send a token when it opens a WebSocket. */
  async #streamAddress(query: StreamQuery, signal: AbortSignal): Promise<string> {
    if (!this.#needsTicket) return this.#address.stream(query)
    const { ticket } = await this.#request<StreamTicket>(this.#address.ticket, { signal }, 'POST')
    return this.#address.stream(query, ticket)
  }

  async #request<T>(url: string, options: CallOptions, method: CallMethod = 'GET'): Promise<T> {
    const settings = { timeoutMs: options.timeoutMs ?? this.#timeoutMs, token: this.#token, method }
    // The server responds by its schemas; the caller names the type for this URL.
    return (await requestJson(url, { ...options, ...settings })) as T
  }
}
