import type { Timer } from '#timer.ts'

export interface OpeningOptions {
  readonly timer: Timer
  readonly write: (bytes: Uint8Array) => void
  /** PGNs that will be sent: some gateways must know them beforehand. */
  readonly transmits: readonly number[]
  readonly password: string | undefined
  /** The gateway sends and takes messages from now on. */
  readonly onReady: () => void
  /** The gateway refused us, or does not answer: the connection is of no use. */
  readonly onFailed: (reason: string) => void
}

/** Prepares a gateway before it sends and takes messages. */
export interface Opening extends Disposable {
  start(): void
  /** The gateway sent a text about itself. */
  takeText?(text: string): void
  /** The gateway answered a command in binary form. */
  takeAnswer?(answer: Uint8Array): void
  /** The gateway sent a message. */
  takeMessage?(): void
  /** Whether the gateway would send this PGN. */
  transmits?(pgn: number): boolean
  /** The address of the gateway on the bus, if it says so. */
  readonly address?: number | undefined
}

/** For a gateway that is ready without preparation. */
export class NoOpening implements Opening {
  readonly #onReady: () => void

  constructor({ onReady }: OpeningOptions) {
    this.#onReady = onReady
  }

  start(): void {
    this.#onReady()
  }

  [Symbol.dispose](): void {}
}
