import { MarineDataError, type BusState } from '@marinedata/model'
import type { HeardMessage } from '#protocol/bus-verbs.ts'
import type { Params, PluginVerbs } from '#protocol/verbs.ts'
import type { CommandControl } from '../devices/device-kinds.ts'
import type { ServerConnection } from '../server-connection.ts'
import type { BusOwnerHandlers, DeclaredBus, HeardBusMessage, OfferedBus } from './buses.ts'
import { HeardBatches } from './heard-batches.ts'
import { NodeReports } from './node-reports.ts'

interface Offer {
  readonly handlers: BusOwnerHandlers
  wanted: ReadonlySet<string>
  urgent: ReadonlySet<string>
}

const time = {
  now: () => performance.now(),
  later: (run: () => void, ms: number) => void setTimeout(run, ms),
}

/** The buses that the plugin offers. */
export class OfferedBuses {
  readonly #server: ServerConnection
  readonly #warn: (message: string) => void
  readonly #offerById = new Map<string, Offer>()

  constructor(server: ServerConnection, warn: (message: string) => void) {
    this.#server = server
    this.#warn = warn
  }

  /** @throws MarineDataError `not-declared`, `name-taken`, `too-many-requests` */
  async offer(declared: DeclaredBus, handlers: BusOwnerHandlers): Promise<OfferedBus> {
    const { id } = declared
    if (this.#offerById.has(id))
      throw new MarineDataError('name-taken', `The plugin offers the bus "${id}" already`)
    const offer: Offer = { handlers, wanted: new Set(), urgent: new Set() }
    // The wanted topics arrive before the response.
    this.#offerById.set(id, offer)
    const state: BusState = { canSend: false, ...declared }
    try {
      await this.#server.request('bus/offer', { bus: state })
    } catch (error) {
      this.#offerById.delete(id)
      throw error
    }
    return this.#offered(state, offer)
  }

  setWanted({ bus, topics, urgent }: Params<PluginVerbs['bus/wanted']>): void {
    const offer = this.#offerById.get(bus)
    if (offer === undefined) return
    offer.wanted = new Set(topics)
    offer.urgent = new Set(urgent)
    offer.handlers.wanted?.(offer.wanted)
  }

  /** @throws MarineDataError `bus-unavailable` when the bus was withdrawn, or the error of the plugin's handler */
  async send({ bus, payload, ...message }: Params<PluginVerbs['bus/send']>, control: CommandControl) {
    const offer = this.#offerById.get(bus)
    if (offer === undefined) throw new MarineDataError('bus-unavailable', `The bus "${bus}" was withdrawn`)
    const { topic, to, priority, user, addressAt, urgent = false } = message
    const bytes = new Uint8Array(Buffer.from(payload, 'base64'))
    const place = addressAt === undefined ? {} : { addressAt }
    await offer.handlers.send({ topic, to, priority, user, urgent, payload: bytes, ...place }, control)
  }

  #offered(declared: BusState, offer: Offer): OfferedBus {
    const { id } = declared
    const server = this.#server
    let state = declared
    const common = { ...time, warn: this.#warn }
    const batches = new HeardBatches({
      ...common,
      bus: id,
      send: (params) => server.request('bus/heard', params),
    })
    const nodeReports = new NodeReports({
      ...common,
      send: (changes) => server.request('bus/nodes', { bus: id, ...changes }),
    })
    return {
      id,
      update: async (change) => {
        // A message that was received before must not come after it: a pilot would be shown although its gateway is lost.
        batches.flush()
        state = { ...state, ...change }
        await server.request('bus/offer', { bus: state })
      },
      nodes: (nodes) => nodeReports.set(nodes),
      heard: (message) => {
        if (offer.wanted.has(message.topic)) batches.add(encoded(message), offer.urgent.has(message.topic))
      },
      close: async () => {
        if (this.#offerById.delete(id)) await server.request('bus/withdraw', { bus: id })
        offer.wanted = new Set()
      },
    }
  }
}

const encoded = ({
  topic,
  from,
  to,
  priority,
  time: at = Date.now(),
  payload,
}: Omit<HeardBusMessage, 'time'> & { readonly time?: number }): HeardMessage => [
  topic,
  from,
  to,
  priority,
  at,
  base64Of(payload),
]

/** Bytes as base64, without copying them. */
export const base64Of = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
