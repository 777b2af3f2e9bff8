import type { Batch, BatchStore, StoredBatch, VesselToken } from '@marinedata/fleet'
import type { Layer } from '@marinedata/uplink-protocol'

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
 * A store without protection against lost answers: it stores every batch after the last one, without comparing, and
 * assumes after a lost answer that nothing was stored. The trial must find the batches that it stores twice.
 */
export class BlindStore implements BatchStore {
  readonly #store: BatchStore
  readonly #share: number
  /** The last batch that the store has confirmed, by vessel and layer. */
  readonly #confirmed = new Map<string, StoredBatch | undefined>()

  constructor(store: BatchStore, share: number) {
    this.#store = store
    this.#share = share
  }

  async last(
    vessel: VesselToken,
    layer: Layer,
    from: 'replica' | 'leader',
  ): Promise<StoredBatch | undefined> {
    const place = `${vessel} ${layer}`
    if (from === 'leader') return this.#confirmed.get(place)
    const last = await this.#store.last(vessel, layer, from)
    this.#confirmed.set(place, last)
    return last
  }

  async store(
    { vessel, layer }: { vessel: VesselToken; layer: Layer },
    batch: Batch,
    timeoutMs: number,
  ): Promise<number> {
    const last = await this.#store.last(vessel, layer, 'leader')
    const place = { vessel, layer, after: last?.sequence ?? 0 }
    const sequence = await this.#store.store(place, batch, timeoutMs)
    loseSome(this.#share)
    this.#confirmed.set(`${vessel} ${layer}`, { owner: undefined, before: 0, ...batch, sequence })
    return sequence
  }

  sendLive(...live: Parameters<BatchStore['sendLive']>): void {
    this.#store.sendLive(...live)
  }
}
