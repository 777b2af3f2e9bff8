import {
  batchSubject,
  type Batch,
  type StoredBatch,
  type UplinkStore,
  type VesselToken,
} from '@marinedata/fleet'
import { jetstream } from '@nats-io/jetstream'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import type { Layer } from '@marinedata/uplink-protocol'

/** What a gateway needs of a store. */
export type BatchStore = Pick<UplinkStore, 'store' | 'last' | 'sendLive'>

const loseSome = (share: number): void => {
  if (Math.random() < share) throw new Error('The answer got lost')
}

/** A store whose answers get lost now and then, after the batch was stored. */
export class LossyStore implements BatchStore {
  readonly #store: BatchStore
  readonly #share: number

  constructor(store: BatchStore, share: number) {
    this.#store = store
    this.#share = share
  }

  last(...question: Parameters<BatchStore['last']>): ReturnType<BatchStore['last']> {
    return this.#store.last(...question)
  }

  async store(...batch: Parameters<BatchStore['store']>): Promise<number> {
    const sequence = await this.#store.store(...batch)
    loseSome(this.#share)
    return sequence
  }

  sendLive(...live: Parameters<BatchStore['sendLive']>): void {
    this.#store.sendLive(...live)
  }
}

/**
 * A store as one might write it without thinking of lost answers: it stores whatever it is given, and after an unknown
 * outcome believes that nothing was stored. The trial must find what that doubles.
 */
export class BlindStore implements BatchStore {
  readonly #connection: NatsConnection
  readonly #store: UplinkStore
  readonly #share: number
  readonly #known = new Map<string, StoredBatch | undefined>()

  constructor(connection: NatsConnection, store: UplinkStore, share: number) {
    this.#connection = connection
    this.#store = store
    this.#share = share
  }

  async last(
    vessel: VesselToken,
    layer: Layer,
    from: 'replica' | 'leader',
  ): Promise<StoredBatch | undefined> {
    const subject = batchSubject(vessel, layer)
    if (from === 'leader') return this.#known.get(subject)
    const last = await this.#store.last(vessel, layer, from)
    this.#known.set(subject, last)
    return last
  }

  async store(
    { vessel, layer }: { vessel: VesselToken; layer: Layer },
    { from, to, log, body }: Batch,
    timeout: number,
  ): Promise<number> {
    const named = headers()
    for (const [name, value] of Object.entries({ 'Md-From': from, 'Md-To': to, 'Md-Log': log }))
      named.set(name, String(value))
    const subject = batchSubject(vessel, layer)
    const { seq } = await jetstream(this.#connection).publish(subject, body, { headers: named, timeout })
    loseSome(this.#share)
    this.#known.set(subject, { from, to, log, sequence: seq })
    return seq
  }

  sendLive(vessel: VesselToken, body: Uint8Array): void {
    this.#store.sendLive(vessel, body)
  }
}
