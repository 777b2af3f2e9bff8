import {
  fleetSilencePath,
  MarineDataError,
  type Delta,
  type FleetAlert,
  type FleetBoat,
  type FleetCondition,
} from '@marinedata/model'
import type { Layer } from '@marinedata/uplink-protocol'
import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import type { BoatUsage, Silence } from '#store/boat-records.ts'
import { storedBatch, type StoredBatch, type StoredContent, type UplinkStore } from '#store/uplink-store.ts'
import { batchSubjects, lastToken, layerOfToken, liveSubject, tokenOf, type VesselToken } from '#subjects.ts'
import { marksOf, recordsFrom, type Ownership } from '#store/ownership.ts'
import { BoatFeed } from './boat-feed.ts'
import { conditionOf } from './fleet-list.ts'
import type { OwnedVessel, ShardReader } from './shard-reader.ts'

/** A boat of the tenant, from the registry. */
export interface JoinedBoat {
  readonly vessel: string
  readonly name: string
  readonly ownership: Ownership
}

/** State of every boat, which is followed even without viewers. */
export interface WatchedBoats {
  /** Unix milliseconds; undefined when the boat was never heard. */
  lastContact(vessel: VesselToken): number | undefined
  /** Milliseconds without contact after which it counts as silent. */
  silentMs(vessel: VesselToken): number
  /** The alarm for its silence. */
  silenceOf(vessel: VesselToken): Silence | undefined
  usageOf(vessel: VesselToken): BoatUsage | undefined
}

export interface TenantViewOptions {
  readonly mostBoats: number
  /** The address of the boat's console, if it can be opened remotely. */
  readonly consoleOf: (vessel: VesselToken) => string | undefined
  readonly connection: NatsConnection
  readonly store: Pick<UplinkStore, 'lastBody'>
  readonly shards: ShardReader
  readonly accept: (delta: Delta) => void
  /** The latest number or position at a path; undefined when it is unknown or stale. */
  readonly latest: (context: string, path: string) => unknown
  readonly watched: WatchedBoats
  readonly failed: (error: unknown) => void
}

interface Followed {
  readonly boat: JoinedBoat
  readonly feed: BoatFeed
  readonly subscriptions: readonly Subscription[]
}

const readings = {
  course: 'navigation.courseOverGroundTrue',
  speed: 'navigation.speedOverGround',
  depth: 'environment.depth.belowTransducer',
  voltage: 'electrical.batteries.house.voltage',
} as const

const severities: readonly FleetAlert['state'][] = ['emergency', 'alarm', 'warn', 'alert']

/** The boats of one tenant: follows what they send, and has their last values. It knows no other boats. */
export class TenantView implements Disposable {
  readonly #options: TenantViewOptions
  readonly #boats = new Map<VesselToken, Followed>()
  #isFull = false

  constructor(options: TenantViewOptions) {
    this.#options = options
  }

  contexts(): string[] {
    return [...this.#boats.values()].map(({ boat }) => `vessels.${boat.vessel}`)
  }

  /** The token of a context, if it is a boat of this tenant. */
  tokenOf(context: string): VesselToken | undefined {
    const token = context.startsWith('vessels.') ? tokenOf(context.slice('vessels.'.length)) : undefined
    return token !== undefined && this.#boats.has(token) ? token : undefined
  }

  /**
   * A boat has joined, or its record has changed; undefined when it has left. Resolves when its last values are known,
   * or cannot be read.
   */
  async set(token: VesselToken, boat: JoinedBoat | undefined): Promise<void> {
    const known = this.#boats.get(token)
    if (boat === undefined || known?.boat.ownership.id !== boat.ownership.id) this.#forget(token)
    if (boat === undefined) return
    const followed = this.#boats.get(token)
    if (followed !== undefined) this.#boats.set(token, { ...followed, boat })
    else if (this.#boats.size < this.#options.mostBoats) await this.#follow(token, boat)
    else this.#noteFull()
  }

  /** All boats, in no order. */
  boats(now: number): FleetBoat[] {
    return [...this.#boats].map(([token, followed]) => this.#boatOf(token, followed, now))
  }

  /** One boat; undefined when the tenant has no such boat. */
  boat(token: VesselToken, now: number): FleetBoat | undefined {
    const followed = this.#boats.get(token)
    return followed && this.#boatOf(token, followed, now)
  }

  /** Undefined when the tenant has no such boat. */
  conditionOf(token: VesselToken, now: number): FleetCondition | undefined {
    const followed = this.#boats.get(token)
    return followed && conditionOf(this.#contactOf(token, followed, now))
  }

  /** The alarm for the silence of a boat was raised or cleared: subscribers must see it. */
  silenceChanged(token: VesselToken): void {
    const boat = this.#boats.get(token)?.boat
    if (boat === undefined) return
    const silence = this.#options.watched.silenceOf(token)
    const value = silence && { ...silenceAlert(silence), method: ['visual', 'sound'] }
    this.#options.accept({
      context: `vessels.${boat.vessel}`,
      updates: [
        {
          $source: 'fleet',
          timestamp: new Date().toISOString(),
          values: [{ path: fleetSilencePath, value: value ?? null }],
        },
      ],
    })
  }

  [Symbol.dispose](): void {
    for (const token of this.#boats.keys()) this.#forget(token)
  }

  #noteFull(): void {
    if (this.#isFull) return
    this.#isFull = true
    const { mostBoats, failed } = this.#options
    failed(new Error(`The tenant has more than ${mostBoats} boats: the others are not shown`))
  }

  #forget(token: VesselToken): void {
    for (const subscription of this.#boats.get(token)?.subscriptions ?? []) subscription.unsubscribe()
    this.#boats.delete(token)
  }

  async #follow(token: VesselToken, boat: JoinedBoat): Promise<void> {
    const { connection, accept, shards, failed } = this.#options
    const { ownership } = boat
    const feed = new BoatFeed({
      context: `vessels.${boat.vessel}`,
      accept,
      series: () => shards.series({ vessel: token, ownership }),
      from: recordsFrom(ownership),
    })
    // A message that does not fit is the boat's fault: the next one may fit.
    const guarded = (work: () => void): void => {
      try {
        work()
      } catch (error) {
        if (!(error instanceof MarineDataError)) failed(error)
      }
    }
    const live = connection.subscribe(liveSubject(token, ownership.id), {
      callback: (_error, { data }) => guarded(() => feed.live(data, Date.now())),
    })
    const batches = connection.subscribe(batchSubjects(token), {
      callback: (_error, { subject, headers, data }) =>
        guarded(() => {
          const batch = headers && storedBatch(headers, 0)
          if (batch === undefined || !isOwned(batch, ownership)) return
          if (layerOfToken(lastToken(subject)) === 'events') feed.events(data, Date.now(), batch.before)
          else feed.heard(Date.now())
        }),
    })
    this.#boats.set(token, { boat, feed, subscriptions: [live, batches] })
    if (this.#options.watched.silenceOf(token) !== undefined) this.silenceChanged(token)
    await this.#restore({ vessel: token, ownership }, feed).catch(failed)
  }

  /** The last minutes and the open notifications, until the boat sends something. */
  async #restore(owned: OwnedVessel, feed: BoatFeed): Promise<void> {
    const { shards } = this.#options
    const minutes = await this.#last(owned, 'minutes')
    if (minutes !== undefined) feed.minutes(minutes.body, minutes.at, minutes.before)
    const events = await this.#last(owned, 'events')
    const open = shards.open(owned)
    if (events !== undefined) feed.events(events.body, events.at, events.before)
    else if (open !== undefined) feed.restoreOpen(open)
  }

  /** The last batch of a layer, if it was sent during the ownership. */
  async #last({ vessel, ownership }: OwnedVessel, layer: Layer): Promise<StoredContent | undefined> {
    const last = await this.#options.store.lastBody(vessel, layer)
    if (last === undefined || !isOwned(last, ownership)) return undefined
    return last.at < Date.parse(ownership.since) ? undefined : last
  }

  #boatOf(token: VesselToken, followed: Followed, now: number): FleetBoat {
    const { watched, latest, consoleOf } = this.#options
    const { boat } = followed
    const contact = this.#contactOf(token, followed, now)
    const context = `vessels.${boat.vessel}`
    const position = latest(context, 'navigation.position')
    const usage = watched.usageOf(token)
    const address = usage?.hasConsole === true && !contact.isSilent ? consoleOf(token) : undefined
    return {
      vessel: boat.vessel,
      name: boat.name,
      condition: conditionOf(contact),
      ...contact,
      ...usedToday(usage, now),
      ...(isPosition(position) && { position }),
      ...this.#readings(context),
      ...(address !== undefined && { console: address }),
    }
  }

  #contactOf(
    token: VesselToken,
    { feed }: Followed,
    now: number,
  ): Pick<FleetBoat, 'isSilent' | 'alerts' | 'lastContact'> {
    const { watched } = this.#options
    const lastContact = latestOf(feed.lastContact, watched.lastContact(token))
    const silence = watched.silenceOf(token)
    return {
      isSilent: lastContact === undefined || now - lastContact > watched.silentMs(token),
      alerts: inOrder([...(silence === undefined ? [] : [silenceAlert(silence)]), ...alertsOf(feed.open)]),
      ...(lastContact !== undefined && { lastContact: new Date(lastContact).toISOString() }),
    }
  }

  #readings(context: string): Partial<Record<keyof typeof readings, number>> {
    const found = Object.entries(readings).flatMap(([name, path]) => {
      const value = this.#options.latest(context, path)
      return typeof value === 'number' ? [[name, value] as const] : []
    })
    return Object.fromEntries(found)
  }
}

/** A batch without a mark is of a gateway of an earlier version. */
const isOwned = ({ owner = '' }: Pick<StoredBatch, 'owner'>, ownership: Ownership): boolean =>
  marksOf(ownership).includes(owner)

const latestOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)

const silenceAlert = ({ since, raisedAt }: Silence): FleetAlert => ({
  path: fleetSilencePath,
  state: 'alarm',
  message: `No contact since ${since}`,
  raisedAt,
})

/** A report of yesterday says nothing about today. */
const usedToday = (
  usage: BoatUsage | undefined,
  now: number,
): Pick<FleetBoat, 'tariff' | 'sentToday' | 'budget'> => {
  if (usage === undefined) return {}
  const { at, tariff, sent, budget } = usage
  const isToday = at.slice(0, 10) === new Date(now).toISOString().slice(0, 10)
  return { tariff, ...(isToday && { sentToday: sent }), ...(budget !== undefined && { budget }) }
}

const isPosition = (value: unknown): value is { latitude: number; longitude: number } =>
  typeof value === 'object' && value !== null && 'latitude' in value && 'longitude' in value

const textIn = (value: object, name: string): string | undefined => {
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? text : undefined
}

const inOrder = (alerts: readonly FleetAlert[]): FleetAlert[] =>
  alerts.toSorted((one, other) => severities.indexOf(one.state) - severities.indexOf(other.state))

const alertsOf = (open: BoatFeed['open']): FleetAlert[] =>
  open.flatMap(({ path, value }): FleetAlert[] => {
    if (typeof value !== 'object' || value === null) return []
    const state = severities.find((severity) => severity === textIn(value, 'state'))
    if (state === undefined) return []
    const raisedAt = textIn(value, 'raisedAt')
    return [
      { path, state, message: textIn(value, 'message') ?? '', ...(raisedAt !== undefined && { raisedAt }) },
    ]
  })
