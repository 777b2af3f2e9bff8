import type { Link, OnBytes, WriteOptions } from '@marinedata/inputs'

/** A link to a gateway that also ends, with the reason, when the gateway refuses us. */
export class GatewayLink implements Link {
  readonly #link: Link
  readonly #refused = new AbortController()
  readonly #gone: AbortSignal

  constructor(link: Link) {
    this.#link = link
    this.#gone = AbortSignal.any([link.gone, this.#refused.signal])
  }

  get kind(): Link['kind'] {
    return this.#link.kind
  }

  get gone(): AbortSignal {
    return this.#gone
  }

  get lostWrites(): number {
    return this.#link.lostWrites
  }

  listen(onBytes: OnBytes): void {
    this.#link.listen(onBytes)
  }

  write(bytes: Uint8Array, options?: WriteOptions): boolean {
    return this.#link.write(bytes, options)
  }

  /** Ends the connection. It is opened again later. */
  refuse(reason: string): void {
    this.#refused.abort(Object.assign(new Error(reason), { code: 'EGATEWAY' }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#link[Symbol.asyncDispose]()
  }
}
