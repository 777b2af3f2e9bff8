import { MarineDataError, type BusNode, type BusState } from '@marinedata/model'
import type { HeardMessage } from '#protocol/bus-verbs.ts'
import type { Params, PluginVerbs } from '#protocol/verbs.ts'
import type { ServerConnection } from '../server-connection.ts'
import type { BusRequest, BusUserHandlers, HeardBusMessage, OpenedBus } from './buses.ts'
import { base64Of } from './offered-buses.ts'

type Notification<Name extends keyof PluginVerbs> = Params<PluginVerbs[Name]>

interface Opening {
  readonly handlers: BusUserHandlers
  readonly nodeByName: Map<string, BusNode>
  state: BusState | undefined
  /** The number of the last offer. */
  offer: number
}

/** The buses that the plugin uses. */
export class OpenedBuses {
  readonly #server: ServerConnection
  readonly #openingByNumber = new Map<number, Opening>()
  #lastNumber = 0

  constructor(server: ServerConnection) {
    this.#server = server
  }

  /** @throws MarineDataError `not-declared`, `too-many-requests` */
  async open({ kind, id, urgent = [] }: BusRequest, handlers: BusUserHandlers): Promise<OpenedBus> {
    const number = ++this.#lastNumber
    const opening: Opening = { handlers, nodeByName: new Map(), state: undefined, offer: 0 }
    // The bus may be offered before the response.
    this.#openingByNumber.set(number, opening)
    try {
      const bus = id === undefined ? {} : { bus: id }
      await this.#server.request('bus/open', { opening: number, kind, ...bus, urgent: [...urgent] })
    } catch (error) {
      this.#openingByNumber.delete(number)
      throw error
    }
    return this.#opened(number, opening)
  }

  offered({ opening, offer, bus }: Notification<'bus/offered'>): void {
    const found = this.#openingByNumber.get(opening)
    if (found === undefined) return
    found.state = bus
    found.offer = offer
    found.handlers.offered?.(bus)
  }

  heard({ opening, messages }: Notification<'bus/heard'>): void {
    this.#openingByNumber.get(opening)?.handlers.heard?.(messages.map(decoded))
  }

  changeNodes({ opening, nodes, gone }: Notification<'bus/nodes'>): void {
    const found = this.#openingByNumber.get(opening)
    if (found === undefined) return
    for (const name of gone) found.nodeByName.delete(name)
    for (const node of nodes) found.nodeByName.set(node.name, node)
    found.handlers.nodes?.([...found.nodeByName.values()])
  }

  lost({ opening }: Notification<'bus/lost'>): void {
    const found = this.#openingByNumber.get(opening)
    if (found === undefined) return
    found.state = undefined
    found.nodeByName.clear()
    found.handlers.lost?.()
  }

  #opened(number: number, opening: Opening): OpenedBus {
    return {
      get state() {
        return opening.state
      },
      get nodes() {
        return [...opening.nodeByName.values()]
      },
      send: async ({ payload, ...message }) => {
        const { state, offer } = opening
        if (state === undefined) throw new MarineDataError('bus-unavailable', 'The bus is not available')
        const params = { opening: number, offer, ...message, payload: base64Of(payload) }
        await this.#server.request('bus/send', params)
      },
      close: async () => {
        if (this.#openingByNumber.delete(number)) await this.#server.request('bus/close', { opening: number })
      },
    }
  }
}

const decoded = ([topic, from, to, priority, time, payload]: HeardMessage): HeardBusMessage => ({
  topic,
  from,
  to,
  priority,
  time,
  payload: new Uint8Array(Buffer.from(payload, 'base64')),
})
