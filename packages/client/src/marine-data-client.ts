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
  /** Where the server is, such as `http://127.0.0.1:3000`. */
  readonly url: string
  /** The word in the fixed path segment; `marinedata` unless the skipper has set another. */
  readonly productWord?: ProductWord
  /** Who asks: a token of the boat. A page of the boat's own needs none, as its browser keeps a cookie. */
  readonly token?: string
  /** For a page of the boat's own, whose browser keeps the cookie of whoever is signed in. */
  readonly usesCookie?: boolean
  /** Deadline of every request in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 10_000

/**
 * A client of one server, in browsers and in Node.
 *
 * Requests throw a MarineDataError with the server's code when it refuses, and the platform's own error when
 * there was no answer in time.
 */
export class MarineDataClient {
  readonly #address: ServerAddress
  readonly #timeoutMs: number
  readonly #token: string | undefined
  readonly #needsTicket: boolean

  /** Throws a MarineDataError when the url is not an http or https address. */
  constructor(options: ClientOptions) {
    const { url, productWord = defaultProductWord, timeoutMs = defaultTimeoutMs, token, usesCookie } = options
    this.#address = new ServerAddress(url, productWord)
    this.#timeoutMs = timeoutMs
    this.#token = token
    this.#needsTicket = token !== undefined || usesCookie === true
  }

  /**
   * What stands at a place below the root: a leaf, or whatever type the caller knows to be there.
   *
   * @param path `vessels/self/navigation/position` with identifiers URL-encoded, or its segments as they are
   */
  async get<T = Leaf>(path: TreePath, options: RequestOptions = {}): Promise<T> {
    return this.#request(this.#address.tree(path), options)
  }

  /** The root object: everything that is known. */
  root(options: RequestOptions = {}): Promise<Root> {
    return this.#request(this.#address.tree([]), options)
  }

  /**
   * Asks for anything below `…/v2/api`: autopilots, the anchor, alerts, access.
   *
   * @param path `vessels/self/autopilots/_default/engage` with identifiers URL-encoded, or its segments as they are
   */
  async call<T = unknown>(method: CallMethod, path: TreePath, options: CallOptions = {}): Promise<T> {
    const search = new URLSearchParams(options.query).toString()
    return this.#request(`${this.#address.below(path)}${search === '' ? '' : `?${search}`}`, options, method)
  }

  /** Where the server's doors are, and which boat it serves. */
  discover(options: RequestOptions = {}): Promise<Discovery> {
    return this.#request(this.#address.discovery, options)
  }

  /** Opens a stream of deltas; it connects, and connects again, by itself. Dispose of it to end it. */
  stream(options: StreamOptions = {}): DeltaStream {
    return new DeltaStream((query, signal) => this.#streamAddress(query, signal), options)
  }

  /** No browser can send a token when it opens a stream, so a ticket is fetched for every one. */
  async #streamAddress(query: StreamQuery, signal: AbortSignal): Promise<string> {
    if (!this.#needsTicket) return this.#address.stream(query)
    const { ticket } = await this.#request<StreamTicket>(this.#address.ticket, { signal }, 'POST')
    return this.#address.stream(query, ticket)
  }

  async #request<T>(url: string, options: CallOptions, method: CallMethod = 'GET'): Promise<T> {
    const needs = { timeoutMs: this.#timeoutMs, token: this.#token, method }
    // The server answers by its schemas; the caller names the one that holds at this place.
    return (await requestJson(url, { ...options, ...needs })) as T
  }
}
