import { defaultProductWord, type ProductWord, type StreamQuery } from '@marinedata/model'
import { requestJson, type RequestOptions, type RequestParts } from './request-json.ts'
import { addressOf, ServerAddress } from './server-address.ts'
import type { CallOf, OperationKey, RequestOf } from './operations/operation.ts'
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

/** A request to any operation. */
interface AnyRequest extends RequestOptions, RequestParts {
  readonly params?: Readonly<Record<string, unknown>>
}

const defaultTimeoutMs = 10_000

/**
 * A client of one server: requests and streams. `Boat` adds the tree and the features.
 *
 * Requests throw a MarineDataError with the server's code when the server responds with an error, and the platform's
 * own error when there is no response in time.
 */
export class MarineDataClient {
  readonly #address: ServerAddress
  readonly #timeoutMs: number
  /** The access token. */
  readonly token: string | undefined
  readonly #needsTicket: boolean

  /** @throws MarineDataError when the url is not an http or https URL */
  constructor(options: ClientOptions) {
    const { url, productWord = defaultProductWord, timeoutMs = defaultTimeoutMs, token, usesCookie } = options
    this.#address = new ServerAddress(url, productWord)
    this.#timeoutMs = timeoutMs
    this.token = token
    this.#needsTicket = token !== undefined || usesCookie === true
  }

  /**
   * Sends a request to an operation below `…/v2/api`. The types of its parameters, query, body and response follow from
   * the operation: `call('PUT vessels/self/autopilots/{id}/target', { params: { id: '_default' }, body: { value: 1 } })`.
   */
  call<Key extends OperationKey>(operation: Key, ...[request]: RequestOf<Key>): CallOf<Key>
  async call(operation: string, request: AnyRequest = {}): Promise<unknown> {
    const [method = '', path = ''] = operation.split(' ')
    const filled = addressOf(path, (name) => request.params?.[name])
    return this.send(method, `v2/api/${filled}`, request)
  }

  /**
   * Sends a request to a path below the product word, such as `v2/api/plugins`. Identifiers in it are URL-encoded. For
   * operations without types.
   */
  send(method: string, path: string, request: RequestOptions & RequestParts = {}): Promise<unknown> {
    const { timeoutMs = this.#timeoutMs, query } = request
    return requestJson(this.#address.below(path, query), { ...request, timeoutMs, token: this.token, method })
  }

  /** Opens a stream of deltas. It connects and reconnects automatically. Dispose of it to end it. */
  stream(options: StreamOptions = {}): DeltaStream {
    return new DeltaStream((query, signal) => this.#streamAddress(query, signal), options)
  }

  /** Fetches a ticket for every connection, because a browser cannot send a token when it opens a WebSocket. */
  async #streamAddress(query: StreamQuery, signal: AbortSignal): Promise<string> {
    if (!this.#needsTicket) return this.#address.stream(query)
    const { ticket } = await this.call('POST access/ticket', { signal })
    return this.#address.stream(query, ticket)
  }
}
