import { busLimits, MarineDataError, type BusReport, type BusState } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import { Bus } from './bus.ts'
import { BusOpening, type OpenRequest } from './bus-opening.ts'
import type {
  BusOwner,
  BusUser,
  HeardMessage,
  NodeChange,
  OfferNumber,
  SendLimits,
  SentMessage,
} from './bus-ports.ts'
import { BusSender } from './bus-sender.ts'

/** Writes bus operations to the audit. */
export interface BusAudit {
  /** A plugin opened a bus on which it may send. */
  opened(
    plugin: string,
    details: { readonly kind: string; readonly bus?: string; readonly sends: readonly string[] },
  ): void
  /** A plugin tried to send a topic that its manifest does not declare. */
  undeclared(plugin: string, details: { readonly kind: string; readonly topic: string }): void
}

export interface BusRegistryOptions {
  readonly clock: Clock
  readonly counters: Counters
  readonly audit: BusAudit
}

/** The buses that a plugin process uses. */
interface Usage {
  readonly openingByNumber: Map<number, BusOpening>
  readonly sender: BusSender
  /** Openings for sending that the audit contains. */
  readonly audited: Set<string>
}

/**
 * Connects plugins that own a wire with plugins that use it. An owner offers a bus and reports whole messages; users
 * receive the topics that their manifests declare, and every message that they send is checked. Nothing is stored: a
 * message that the owner has not written when it ends is never sent.
 */
export class BusRegistry {
  readonly #options: BusRegistryOptions
  readonly #busById = new Map<string, Bus>()
  readonly #usageByUser = new Map<BusUser, Usage>()
  #revision = 0

  constructor(options: BusRegistryOptions) {
    this.#options = options
  }

  /**
   * Offers a bus, or changes its state.
   * @throws MarineDataError `name-taken`, `too-many-requests`, `invalid-value`
   */
  offer(owner: BusOwner, state: BusState): void {
    const known = this.#busById.get(state.id)
    if (known !== undefined) return this.#own(owner, state.id).change(state)
    if (this.#busById.size >= busLimits.buses)
      throw new MarineDataError('too-many-requests', `A boat has at most ${busLimits.buses} buses`)
    const bus = new Bus(owner, state, this.#options.clock)
    this.#busById.set(bus.id, bus)
    bus.announceWanted()
    for (const { openingByNumber } of this.#usageByUser.values())
      for (const opening of openingByNumber.values())
        if (opening.isWaitingFor(bus) && !bus.isFull) bus.attach(opening)
  }

  withdraw(owner: BusOwner, id: string): void {
    this.#remove(this.#own(owner, id))
  }

  /** @throws MarineDataError `too-many-requests`, `storage-full` */
  changeNodes(owner: BusOwner, id: string, change: NodeChange): void {
    if (this.#own(owner, id).changeNodes(change)) this.#revision++
  }

  /** @throws MarineDataError `too-many-requests` */
  heard(owner: BusOwner, id: string, messages: readonly HeardMessage[]): void {
    this.#own(owner, id).heard(messages)
    this.#options.counters.heardBusMessages += messages.length
  }

  /**
   * Opens a bus, or waits for it.
   * @throws MarineDataError `invalid-value` when the number is in use, `too-many-requests`
   */
  open(user: BusUser, request: OpenRequest): void {
    const usage = this.#usageByUser.get(user) ?? this.#newUsage(user)
    if (usage.openingByNumber.has(request.opening))
      throw new MarineDataError('invalid-value', `The opening ${request.opening} is in use`)
    if (usage.openingByNumber.size >= busLimits.openingsPerPlugin)
      throw new MarineDataError(
        'too-many-requests',
        `A plugin opens at most ${busLimits.openingsPerPlugin} buses`,
      )
    const opening = new BusOpening(request, { user, ...this.#options })
    const bus = [...this.#busById.values()].find((each) => opening.isWaitingFor(each))
    if (bus?.isFull === true)
      throw new MarineDataError(
        'too-many-requests',
        `The bus "${bus.id}" has ${busLimits.usersPerBus} users already`,
      )
    usage.openingByNumber.set(request.opening, opening)
    this.#auditOpening(usage, user, request)
    bus?.attach(opening)
  }

  close(user: BusUser, opening: number): void {
    const found = this.#opening(user, opening)
    this.#usageByUser.get(user)?.openingByNumber.delete(opening)
    found.bus?.detach(found)
  }

  /** Resolves when the message is on the wire. See {@link BusSender.send} for its errors. */
  async send(
    user: BusUser,
    { opening, offer, ...message }: SentMessage & OfferNumber,
    limits: SendLimits,
  ): Promise<void> {
    const found = this.#opening(user, opening)
    await this.#usageByUser.get(user)?.sender.send(found, { ...message, offer }, limits)
  }

  /** The process has ended or is being stopped: its buses are lost. */
  lose(process: BusOwner & BusUser): void {
    const openings = [...(this.#usageByUser.get(process)?.openingByNumber.values() ?? [])]
    this.#usageByUser.delete(process)
    for (const opening of openings) opening.bus?.detach(opening)
    for (const bus of this.#busById.values()) if (bus.owner === process) this.#remove(bus)
  }

  /** The buses that a plugin offers. */
  reportsOf(plugin: string): BusReport[] {
    return [...this.#busById.values()]
      .filter(({ owner }) => owner.plugin === plugin)
      .map((bus) => bus.report())
  }

  /** Incremented when `sources` changes. */
  get revision(): number {
    return this.#revision
  }

  /** Details of the sources that are devices on a bus. */
  sources(): [source: string, details: Readonly<Record<string, unknown>>][] {
    return [...this.#busById.values()].flatMap((bus) =>
      bus.nodes.flatMap(({ source, lastHeard: _, ...node }) =>
        source === undefined ? [] : [[source, { protocol: bus.kind, interface: bus.id, ...node }] as const],
      ),
    ) as [string, Readonly<Record<string, unknown>>][]
  }

  #newUsage(user: BusUser): Usage {
    const { clock, counters, audit } = this.#options
    const onUndeclared = (topic: string, { kind }: BusOpening): void =>
      audit.undeclared(user.plugin, { kind, topic })
    const usage = {
      openingByNumber: new Map<number, BusOpening>(),
      sender: new BusSender({ clock, counters, onUndeclared }),
      audited: new Set<string>(),
    }
    this.#usageByUser.set(user, usage)
    return usage
  }

  #auditOpening({ audited }: Usage, user: BusUser, { kind, bus, sends }: OpenRequest): void {
    const key = `${kind} ${bus ?? ''}`
    if (sends.length === 0 || audited.has(key) || audited.size >= busLimits.openingsPerPlugin) return
    audited.add(key)
    this.#options.audit.opened(user.plugin, { kind, ...(bus !== undefined && { bus }), sends })
  }

  #remove(bus: Bus): void {
    this.#busById.delete(bus.id)
    if (bus.nodes.length > 0) this.#revision++
    bus.lose()
  }

  #own(owner: BusOwner, id: string): Bus {
    const bus = this.#busById.get(id)
    if (bus === undefined) throw new MarineDataError('not-found', `No bus with the id "${id}" is offered`)
    if (bus.owner !== owner)
      throw new MarineDataError('name-taken', `The bus "${id}" belongs to plugin "${bus.owner.plugin}"`)
    return bus
  }

  #opening(user: BusUser, number: number): BusOpening {
    const opening = this.#usageByUser.get(user)?.openingByNumber.get(number)
    if (opening === undefined) throw new MarineDataError('not-found', `The opening ${number} does not exist`)
    return opening
  }
}
