import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import { cellQuestionSubject, cellSubject, lastToken, type VesselToken } from '#subjects.ts'
import { checkPlace, checkPlaces, type Place } from './place.ts'
import { quadkeyOf, type Quadkey } from './quadkey.ts'

export interface MapCellOptions {
  readonly connection: NatsConnection
  readonly tenant: string
  readonly cell: Quadkey
  /** A boat of the cell has moved, is new or is gone. */
  readonly changed: (token: VesselToken, place: Place | undefined) => void
}

/** A boat leaves the map after this silence. The list still shows it. */
const silentMs = 180_000
/** Gateways answer sooner. Their number is unknown, so there is no last answer to wait for. */
const answerMs = 1_000
/** Maximum boats of one tenant in one cell. */
const mostBoats = 100_000

const parsed = (data: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(data).toString()) as unknown
  } catch {
    return undefined
  }
}

/** The boats of a tenant in one square of the map, while someone looks at it. */
export class MapCell implements Disposable {
  readonly #options: MapCellOptions
  readonly #places = new Map<VesselToken, Place>()
  readonly #subscriptions: readonly Subscription[]
  readonly #askedAt = performance.now()
  readonly #countsByDepth = new Map<number, ReadonlyMap<Quadkey, number>>()

  constructor(options: MapCellOptions) {
    this.#options = options
    const { connection, tenant, cell } = options
    const inbox = `_INBOX.${tenant}.${crypto.randomUUID()}`
    this.#subscriptions = [
      connection.subscribe(cellSubject(tenant, cell), {
        callback: (_error, { subject, data }) => this.#take(lastToken(subject), data),
      }),
      connection.subscribe(inbox, { callback: (_error, { data }) => this.#takeAnswer(data) }),
    ]
    connection.publish(cellQuestionSubject(tenant), cell, { reply: inbox })
  }

  /** Whether the gateways have had the time to say which boats are here. */
  get isAnswered(): boolean {
    return performance.now() - this.#askedAt > answerMs
  }

  get size(): number {
    return this.#places.size
  }

  get places(): ReadonlyMap<VesselToken, Place> {
    return this.#places
  }

  /** How many boats there are in each square of a depth. Counted again only after a change. */
  countsAt(depth: number): ReadonlyMap<Quadkey, number> {
    const known = this.#countsByDepth.get(depth)
    if (known !== undefined) return known
    const counts = new Map<Quadkey, number>()
    for (const place of this.#places.values()) {
      const key = quadkeyOf(place, depth)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    this.#countsByDepth.set(depth, counts)
    return counts
  }

  /** The boat is elsewhere. */
  forget(token: VesselToken): void {
    if (this.#places.has(token)) this.#set(token, undefined)
  }

  /** Forgets silent boats. */
  forgetSilent(now: number): void {
    for (const [token, { at }] of this.#places) if (now - at > silentMs) this.#set(token, undefined)
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription.unsubscribe()
  }

  #take(token: VesselToken, data: Uint8Array): void {
    const place = data.length === 0 ? undefined : parsed(data)
    if (place === undefined || checkPlace.accepts(place)) this.#set(token, place)
  }

  /** A gateway's answer is a snapshot: changes received since then are newer. */
  #takeAnswer(data: Uint8Array): void {
    const answer = parsed(data)
    if (!checkPlaces.accepts(answer)) return
    for (const { token, place } of answer)
      if ((this.#places.get(token)?.at ?? 0) < place.at) this.#set(token, place)
  }

  #set(token: VesselToken, place: Place | undefined): void {
    if (place === undefined) this.#places.delete(token)
    else if (this.#places.has(token) || this.#places.size < mostBoats) this.#places.set(token, place)
    this.#countsByDepth.clear()
    this.#options.changed(token, place)
  }
}
