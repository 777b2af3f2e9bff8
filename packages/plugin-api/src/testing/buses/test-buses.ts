import { busLimits, MarineDataError, type BusNode, type BusState } from '@marinedata/model'
import type { LaunchedPlugin } from '#host/launch.ts'
import type { DeclaredBus, HeardBusMessage, SentBusMessage } from '#plugin/buses/buses.ts'
import type { Capabilities } from '#protocol/capabilities.ts'
import type { HeardMessage } from '#protocol/bus-verbs.ts'
import type { ServerVerbs } from '#protocol/verbs.ts'
import type { Handlers } from '#rpc/rpc-connection.ts'
import { Arrivals } from './arrivals.ts'

type Rpc = LaunchedPlugin['rpc']
type BusVerb = Extract<keyof ServerVerbs, `bus/${string}`>

const bytesOf = (payload: string): Uint8Array => new Uint8Array(Buffer.from(payload, 'base64'))
const base64Of = (payload: Uint8Array): string => Buffer.from(payload).toString('base64')

/** A bus that the plugin under test offers. */
export interface OfferedTestBus {
  readonly state: BusState
  readonly nodes: ReadonlyMap<string, BusNode>
  /** The messages that the plugin passed on. */
  readonly heard: Arrivals<HeardBusMessage>
  /** Sets the topics that users of the bus want. */
  want(topics: readonly string[], urgent?: readonly string[]): void
  /** Sends a message, as a user of the bus does. Rejects with the error of the plugin. */
  send(message: SentBusMessage, deadlineSeconds?: number): Promise<void>
}

/** A bus that the test offers to the plugin under test. */
export interface TestBus {
  /** The messages that the plugin sent. */
  readonly sent: Arrivals<SentBusMessage>
  update(change: Partial<Omit<BusState, 'id' | 'kind'>>): void
  /** Passes messages on to the plugin. Returns how many of them have topics that the plugin declares. */
  heard(messages: readonly HeardBusMessage[]): number
  nodes(nodes: readonly BusNode[], gone?: readonly string[]): void
  /** The bus is lost, as when its owner crashes. */
  lose(): void
}

interface Opening {
  readonly number: number
  readonly kind: string
  readonly id: string | undefined
  readonly hears: readonly string[]
  readonly sends: readonly string[]
}

interface Wire {
  state: BusState
  readonly bus: TestBus
  readonly onSend: (message: SentBusMessage) => Promise<void> | void
}

interface Offer {
  state: BusState
  readonly nodes: Map<string, BusNode>
  readonly heard: Arrivals<HeardBusMessage>
  readonly bus: OfferedTestBus
}

const undeclared = (what: string): never => {
  throw new MarineDataError('not-declared', `The manifest does not declare ${what}`)
}

/** The buses of a test: the test is the user of a bus that the plugin offers, or the owner of one that it uses. */
export class TestBuses {
  readonly #capabilities: Capabilities
  readonly #offerById = new Map<string, Offer>()
  readonly #openingByNumber = new Map<number, Opening>()
  readonly #wireById = new Map<string, Wire>()
  #rpc: Rpc | undefined

  constructor(capabilities: Capabilities) {
    this.#capabilities = capabilities
  }

  /** Connects to the process of the plugin. */
  connect(rpc: Rpc): void {
    this.#rpc = rpc
  }

  /** The buses that the plugin offers, by id. */
  get offered(): ReadonlyMap<string, OfferedTestBus> {
    return new Map([...this.#offerById].map(([id, { bus }]) => [id, bus]))
  }

  /**
   * Offers a bus to the plugin.
   * @param onSend called for every message that the plugin sends; throws when it cannot be written
   */
  offer(declared: DeclaredBus, onSend: Wire['onSend'] = () => undefined): TestBus {
    const { id } = declared
    const sent = new Arrivals<SentBusMessage>()
    const wire: Wire = {
      state: { canSend: true, ...declared },
      onSend: async (message) => {
        await onSend(message)
        sent.add(message)
      },
      bus: {
        sent,
        update: (change) => {
          wire.state = { ...wire.state, ...change }
          this.#announce(wire)
        },
        heard: (messages) => this.#deliver(wire, messages),
        nodes: (nodes, gone = []) =>
          this.#eachUser(wire, ({ number }) =>
            this.#rpc?.notify('bus/nodes', { opening: number, nodes: [...nodes], gone: [...gone] }),
          ),
        lose: () => {
          this.#wireById.delete(id)
          this.#eachUser(wire, ({ number }) => this.#rpc?.notify('bus/lost', { opening: number }))
        },
      },
    }
    this.#wireById.set(id, wire)
    this.#announce(wire)
    return wire.bus
  }

  /** Handlers of the plugin's requests. */
  handlers(): Pick<Handlers<ServerVerbs>, BusVerb> {
    return { ...this.#ownerHandlers(), ...this.#userHandlers() }
  }

  #ownerHandlers(): Pick<Handlers<ServerVerbs>, 'bus/offer' | 'bus/withdraw' | 'bus/nodes' | 'bus/heard'> {
    return {
      'bus/offer': ({ bus }) => {
        if (!this.#capabilities.offersBus(bus.kind)) undeclared(`"${bus.kind}" in "offers.buses"`)
        const known = this.#offerById.get(bus.id)
        if (known === undefined) this.#offerById.set(bus.id, this.#newOffer(bus))
        else known.state = bus
        return {}
      },
      'bus/withdraw': ({ bus }) => {
        if (!this.#offerById.delete(bus)) unknownBus(bus)
        return {}
      },
      'bus/nodes': ({ bus, nodes, gone }) => {
        const known = this.#offerById.get(bus) ?? unknownBus(bus)
        for (const { source } of nodes)
          if (source !== undefined && this.#capabilities.sourceOf(source) === undefined)
            undeclared(`"${source}" in "writes.sources"`)
        for (const name of gone) known.nodes.delete(name)
        for (const node of nodes) known.nodes.set(node.name, node)
        return {}
      },
      'bus/heard': ({ bus, messages }) => {
        const { heard } = this.#offerById.get(bus) ?? unknownBus(bus)
        for (const [topic, from, to, priority, time, payload] of messages)
          heard.add({ topic, from, to, priority, time, payload: bytesOf(payload) })
        return {}
      },
    }
  }

  #newOffer(state: BusState): Offer {
    const { id } = state
    const offer: Offer = {
      state,
      nodes: new Map(),
      heard: new Arrivals(),
      bus: {
        get state() {
          return offer.state
        },
        get nodes() {
          return offer.nodes
        },
        get heard() {
          return offer.heard
        },
        want: (topics, urgent = []) =>
          this.#rpc?.notify('bus/wanted', { bus: id, topics: [...topics], urgent: [...urgent] }),
        send: async ({ payload, ...message }, deadline = busLimits.defaultDeadlineSeconds) => {
          const params = { bus: id, user: 'test', ...message, payload: base64Of(payload), deadline }
          await this.#rpc?.request('bus/send', params, { deadlineMs: deadline * 1_000 })
        },
      },
    }
    return offer
  }

  #userHandlers(): Pick<Handlers<ServerVerbs>, 'bus/open' | 'bus/close' | 'bus/send'> {
    return {
      'bus/open': ({ opening, kind, bus }) => {
        const topics = this.#capabilities.busTopics(kind) ?? undeclared(`"${kind}" in "buses"`)
        this.#openingByNumber.set(opening, { number: opening, kind, id: bus, ...topics })
        const wire = this.#wireOf(opening)
        if (wire !== undefined) this.#rpc?.notify('bus/offered', { opening, offer: 1, bus: wire.state })
        return {}
      },
      'bus/close': ({ opening }) => {
        this.#openingByNumber.delete(opening)
        return {}
      },
      'bus/send': async ({ opening, topic, to, priority, payload, urgent, addressAt }) => {
        const { sends = [], kind } = this.#openingByNumber.get(opening) ?? {}
        if (!sends.includes(topic)) undeclared(`"${topic}" in "sends" of "${kind ?? 'no bus'}"`)
        const wire = this.#wireOf(opening)
        if (wire === undefined) throw new MarineDataError('bus-unavailable', 'No such bus is available')
        if (!wire.state.canSend) throw new MarineDataError('not-claimed', 'The bus cannot send now')
        await wire.onSend({
          topic,
          to,
          priority,
          payload: bytesOf(payload),
          ...(urgent !== undefined && { urgent }),
          ...(addressAt !== undefined && { addressAt }),
        })
        return {}
      },
    }
  }

  #announce(wire: Wire): void {
    this.#eachUser(wire, ({ number }) =>
      this.#rpc?.notify('bus/offered', { opening: number, offer: 1, bus: wire.state }),
    )
  }

  #deliver(wire: Wire, messages: readonly HeardBusMessage[]): number {
    let delivered = 0
    this.#eachUser(wire, ({ number, hears }) => {
      const wanted = messages.filter(({ topic }) => hears.includes(topic)).map(encoded)
      delivered += wanted.length
      if (wanted.length > 0) this.#rpc?.notify('bus/heard', { opening: number, messages: wanted })
    })
    return delivered
  }

  #eachUser({ state }: Wire, run: (opening: Opening) => void): void {
    for (const opening of this.#openingByNumber.values()) if (isFor(opening, state)) run(opening)
  }

  #wireOf(number: number): Wire | undefined {
    const opening = this.#openingByNumber.get(number)
    return opening && [...this.#wireById.values()].find(({ state }) => isFor(opening, state))
  }
}

const isFor = ({ kind, id }: Opening, state: BusState): boolean =>
  kind === state.kind && (id ?? state.id) === state.id

const unknownBus = (id: string): never => {
  throw new MarineDataError('not-found', `No bus with the id "${id}" is offered`)
}

const encoded = ({ topic, from, to, priority, time, payload }: HeardBusMessage): HeardMessage => [
  topic,
  from,
  to,
  priority,
  time,
  base64Of(payload),
]
