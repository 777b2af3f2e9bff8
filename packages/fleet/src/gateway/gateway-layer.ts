import {
  continuationOf,
  deadlines,
  gatewayLayerSteps,
  publishAttempts,
  type GatewayLayerEvent,
  type GatewayLayerState,
  type Layer,
} from '@marinedata/uplink-protocol'
import type { Batch, UplinkStore } from '#store/uplink-store.ts'
import type { VesselToken } from '#subjects.ts'

export interface GatewayLayerOptions {
  readonly store: Pick<UplinkStore, 'store' | 'last'>
  readonly vessel: VesselToken
  readonly log: string
  readonly layer: Layer
  /** @param seconds since the batch arrived; undefined for a batch that was stored before */
  readonly acknowledge: (to: number, seconds: number | undefined) => void
  readonly rewind: (to: number) => void
  readonly close: (reason: string) => void
}

/** One layer of one boat: stores its batches, each once, and says how far they are. */
export class GatewayLayer {
  readonly #options: GatewayLayerOptions
  #state: GatewayLayerState = 'ready'
  #cursor: number
  /** The sequence of the last batch in the store, of any log. */
  #sequence: number
  #batch: Batch | undefined
  #attempts = 0
  #takenAt = 0

  /**
   * @param cursor the last number in the store
   * @param sequence of the last batch in the store, of any log; 0 without a batch
   */
  constructor(options: GatewayLayerOptions, cursor: number, sequence: number) {
    this.#options = options
    this.#cursor = cursor
    this.#sequence = sequence
  }

  /** The last number that is stored. */
  get cursor(): number {
    return this.#cursor
  }

  /** Whether a batch is on its way to the store. */
  get isBusy(): boolean {
    return this.#state !== 'ready' && this.#state !== 'closed'
  }

  take(batch: Batch): void {
    if (this.#state === 'ready') {
      this.#batch = batch
      this.#attempts = 0
      this.#takenAt = performance.now()
    }
    this.#handle(`batch-${continuationOf(this.#cursor, batch)}`)
  }

  /** Stores again what comes after this number. Does nothing while a batch is on its way: the writer will report the hole again. */
  rewindTo(to: number): void {
    if (this.#state !== 'ready' || to >= this.#cursor) return
    this.#cursor = to
    this.#options.rewind(to)
  }

  /**
   * The store has this now. It can be less than before, after it was restored from a copy: the boat sends again from
   * there. Without this, a boat with nothing new to send would not notice.
   * @param before the cursor when the store was asked
   */
  verify(before: number, cursor: number, sequence: number): void {
    if (this.#state !== 'ready' || this.#cursor !== before || cursor >= before) return
    this.#sequence = sequence
    this.rewindTo(cursor)
  }

  connectionLost(): void {
    this.#handle('connection-lost')
  }

  #handle(event: GatewayLayerEvent): void {
    const [next, action] = gatewayLayerSteps[this.#state][event]
    this.#state = next
    const { acknowledge, rewind, close, layer } = this.#options
    const to = this.#batch?.to ?? this.#cursor
    switch (action) {
      case 'publish':
        return void this.#publish()
      case 'read':
        return void this.#read()
      case 'acknowledge':
        this.#cursor = Math.max(this.#cursor, to)
        return acknowledge(to, this.#secondsSince(event))
      case 'rewind':
        return rewind(this.#cursor)
      case 'close':
        return close(`${event} in ${layer}`)
      default:
        return undefined
    }
  }

  #secondsSince(event: GatewayLayerEvent): number | undefined {
    return event === 'stored' ? (performance.now() - this.#takenAt) / 1_000 : undefined
  }

  async #publish(): Promise<void> {
    const { store, vessel, layer } = this.#options
    const batch = this.#batch
    if (batch === undefined) return
    if (++this.#attempts > publishAttempts) return this.#handle('read-failed')
    try {
      const place = { vessel, layer, after: this.#sequence }
      this.#sequence = await store.store(place, batch, deadlines.publishMs)
      this.#handle('stored')
    } catch {
      this.#handle('outcome-unknown')
    }
  }

  async #read(): Promise<void> {
    const { store, vessel, layer, log } = this.#options
    const batch = this.#batch
    if (batch === undefined) return
    try {
      const last = await store.last(vessel, layer, 'leader')
      this.#sequence = last?.sequence ?? 0
      const cursor = last?.log === log ? last.to : 0
      this.#handle(`found-${continuationOf(cursor, batch)}`)
    } catch {
      this.#handle('read-failed')
    }
  }
}
