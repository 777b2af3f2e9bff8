import { defaultProductWord, type Discovery, type Leaf, type ProductWord, type Root } from '@marinedata/model'
import { requestJson, type RequestOptions } from './request-json.ts'
import { ServerAddress, type TreePath } from './server-address.ts'
import { DeltaStream, type StreamOptions } from './stream/delta-stream.ts'

export interface ClientOptions {
  /** Where the server is, such as `http://127.0.0.1:3000`. */
  readonly url: string
  /** The word in the fixed path segment; `marinedata` unless the skipper has set another. */
  readonly productWord?: ProductWord
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

  /** Throws a MarineDataError when the url is not an http or https address. */
  constructor({ url, productWord = defaultProductWord, timeoutMs = defaultTimeoutMs }: ClientOptions) {
    this.#address = new ServerAddress(url, productWord)
    this.#timeoutMs = timeoutMs
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

  /** Where the server's doors are, and which boat it serves. */
  discover(options: RequestOptions = {}): Promise<Discovery> {
    return this.#request(this.#address.discovery, options)
  }

  /** Opens a stream of deltas; it connects, and connects again, by itself. Dispose of it to end it. */
  stream(options: StreamOptions = {}): DeltaStream {
    return new DeltaStream((query) => this.#address.stream(query), options)
  }

  async #request<T>(url: string, options: RequestOptions): Promise<T> {
    // The server answers by its schemas; the caller names the one that holds at this place.
    return (await requestJson(url, { ...options, timeoutMs: this.#timeoutMs })) as T
  }
}
