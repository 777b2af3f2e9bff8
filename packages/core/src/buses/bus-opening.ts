import type { BusState } from '@marinedata/model'
import { HeardDelivery, type HeardDeliveryOptions } from './heard-delivery.ts'
import type { Bus } from './bus.ts'
import type { BusUser } from './bus-ports.ts'

/** A user's request to open a bus, as far as its manifest allows it. */
export interface OpenRequest {
  readonly opening: number
  readonly kind: string
  /** The id of the bus; undefined for the first one of the kind. */
  readonly bus?: string | undefined
  readonly hears: readonly string[]
  readonly sends: readonly string[]
  /** Topics that are passed on immediately. */
  readonly urgent: readonly string[]
}

/** The use of one bus by one plugin. It stays when the bus is lost, and gets the same bus again when it is back. */
export class BusOpening {
  readonly user: BusUser
  readonly number: number
  readonly kind: string
  readonly hears: ReadonlySet<string>
  readonly sends: ReadonlySet<string>
  readonly urgent: ReadonlySet<string>
  readonly #delivery: HeardDelivery
  /** The bus that it uses, also while that bus is lost: a pilot must not move to another wire by itself. */
  #busId: string | undefined
  #bus: Bus | undefined
  #offer = 0
  #ending = new AbortController()
  #collected: string[] = []

  constructor(request: OpenRequest, options: Omit<HeardDeliveryOptions, 'opening'>) {
    this.user = options.user
    this.number = request.opening
    this.kind = request.kind
    this.#busId = request.bus
    this.hears = new Set(request.hears)
    this.sends = new Set(request.sends)
    this.urgent = new Set(request.urgent)
    this.#delivery = new HeardDelivery({ ...options, opening: request.opening })
  }

  /** Undefined while it waits for the bus. */
  get bus(): Bus | undefined {
    return this.#bus
  }

  /** The number of the present offer. A message that was decided on during an earlier one is not sent. */
  get offer(): number {
    return this.#offer
  }

  /** Aborted when the bus is lost or the use ends: messages that are not written yet are cancelled. */
  get ending(): AbortSignal {
    return this.#ending.signal
  }

  isWaitingFor({ id, kind }: { readonly id: string; readonly kind: string }): boolean {
    return this.#bus === undefined && this.kind === kind && (this.#busId ?? id) === id
  }

  attach(bus: Bus): void {
    this.#offer++
    this.#bus = bus
    this.#busId = bus.id
    this.#ending = new AbortController()
  }

  detach(): void {
    this.#bus = undefined
    this.#collected = []
    this.#delivery.clear()
    this.#ending.abort()
  }

  /** Sends the user the state of its bus. Batches waiting for a slow user belong to an earlier state, and must not follow it. */
  announce(state: BusState): void {
    this.#delivery.discard()
    this.user.offered({ opening: this.number, offer: this.#offer }, state)
  }

  /** Adds a serialized message to the batch that `flush` delivers. */
  collect(message: string): void {
    this.#collected.push(message)
  }

  flush(): void {
    if (this.#collected.length === 0) return
    const messages = this.#collected
    this.#collected = []
    this.#delivery.deliver(messages)
  }
}
