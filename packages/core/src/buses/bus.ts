import { busLimits, MarineDataError, type BusNode, type BusReport, type BusState } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { BusOpening } from './bus-opening.ts'
import type { BusOwner, HeardMessage, NodeChange, WantedTopics } from './bus-ports.ts'
import { HeardBudget } from './heard-budget.ts'
import { RateWindow } from './rate-window.ts'

/** A list of devices takes four messages; then one more a second is enough. */
const nodeChangesPerSecond = 8

/** A bus that a plugin offers: its state, the devices on it and its users. */
export class Bus {
  readonly owner: BusOwner
  readonly openings = new Set<BusOpening>()
  readonly #nodeByName = new Map<string, BusNode>()
  readonly #clock: Clock
  readonly #nodeChanges = new RateWindow(nodeChangesPerSecond)
  readonly #heardBudget = new HeardBudget()
  #state: BusState
  #openingsByTopic: ReadonlyMap<string, readonly BusOpening[]> = new Map()
  #wanted = ''

  constructor(owner: BusOwner, state: BusState, clock: Clock) {
    this.owner = owner
    this.#clock = clock
    this.#state = state
  }

  get id(): string {
    return this.#state.id
  }

  get kind(): string {
    return this.#state.kind
  }

  get state(): BusState {
    return this.#state
  }

  get nodes(): readonly BusNode[] {
    return [...this.#nodeByName.values()]
  }

  get isFull(): boolean {
    return this.openings.size >= busLimits.usersPerBus
  }

  /** @throws MarineDataError `invalid-value` when the kind differs */
  change(state: BusState): void {
    if (state.kind !== this.kind)
      throw new MarineDataError('invalid-value', `The bus "${this.id}" is of the kind "${this.kind}"`)
    this.#state = state
    for (const opening of this.openings) opening.announce(state)
  }

  attach(opening: BusOpening): void {
    this.openings.add(opening)
    opening.attach(this)
    opening.announce(this.#state)
    const { user, number } = opening
    for (let at = 0; at < this.nodes.length; at += busLimits.nodesPerMessage)
      user.nodes(number, { nodes: this.nodes.slice(at, at + busLimits.nodesPerMessage), gone: [] })
    this.#usersChanged()
  }

  /** Ends the use of the bus by one user. */
  detach(opening: BusOpening): void {
    if (!this.openings.delete(opening)) return
    opening.detach()
    this.#usersChanged()
  }

  /** Ends the use of the bus by all users: it is gone. */
  lose(): void {
    for (const opening of this.openings) {
      opening.detach()
      opening.user.lost(opening.number)
    }
    this.openings.clear()
  }

  /**
   * Changes the list of devices. Returns whether anything but the time of their last message changed.
   * @throws MarineDataError `too-many-requests`, and `storage-full` when there would be too many devices
   */
  changeNodes({ nodes, gone }: NodeChange): boolean {
    if (!this.#nodeChanges.tryTake(this.#clock.now()))
      throw new MarineDataError('too-many-requests', 'Report changes of the devices once a second')
    const names = new Set([...this.#nodeByName.keys(), ...nodes.map(({ name }) => name)])
    for (const name of gone) names.delete(name)
    if (names.size > busLimits.nodes)
      throw new MarineDataError('storage-full', `A bus has at most ${busLimits.nodes} devices`)
    let isChanged = false
    for (const name of gone) isChanged = this.#nodeByName.delete(name) || isChanged
    for (const node of nodes) {
      isChanged ||= identityOf(this.#nodeByName.get(node.name)) !== identityOf(node)
      this.#nodeByName.set(node.name, node)
    }
    for (const { user, number } of this.openings) user.nodes(number, { nodes, gone })
    return isChanged
  }

  /**
   * Passes messages on to the users that want them. Each message is serialized once.
   * @throws MarineDataError `too-many-requests`
   */
  heard(messages: readonly HeardMessage[]): void {
    this.#heardBudget.take(messages, this.#clock.now())
    const reached = new Set<BusOpening>()
    for (const message of messages) {
      const openings = this.#openingsByTopic.get(message[0])
      if (openings === undefined) continue
      const text = JSON.stringify(message)
      for (const opening of openings) {
        opening.collect(text)
        reached.add(opening)
      }
    }
    for (const opening of reached) opening.flush()
  }

  /** Tells the owner which topics are wanted, even if it knows. */
  announceWanted(): void {
    this.owner.wanted(this.id, this.#wantedTopics())
  }

  report(): BusReport {
    const users = new Set([...this.openings].map(({ user }) => user.plugin))
    return { ...this.#state, users: [...users], devices: [...this.nodes] }
  }

  #usersChanged(): void {
    const openingsByTopic = new Map<string, BusOpening[]>()
    for (const opening of this.openings)
      for (const topic of opening.hears)
        openingsByTopic.set(topic, [...(openingsByTopic.get(topic) ?? []), opening])
    this.#openingsByTopic = openingsByTopic
    const wanted = JSON.stringify(this.#wantedTopics())
    if (wanted === this.#wanted) return
    this.#wanted = wanted
    this.announceWanted()
  }

  #wantedTopics(): WantedTopics {
    const topics = [...this.#openingsByTopic.keys()].toSorted()
    const isUrgent = (topic: string): boolean =>
      this.#openingsByTopic.get(topic)?.some(({ urgent }) => urgent.has(topic)) === true
    return { topics, urgent: topics.filter(isUrgent) }
  }
}

/** Identity of a device, as text. */
const identityOf = (node: BusNode | undefined): string | undefined =>
  node && JSON.stringify({ ...node, lastHeard: undefined })
