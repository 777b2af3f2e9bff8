import { MarineDataError, problemOf, type FleetBoat } from '@marinedata/model'
import { composeReading, SystemClock, type Reading } from 'marinedata/reading'
import type { NatsConnection } from '@nats-io/transport-node'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { streamMap } from '#map/map-stream.ts'
import type { MapBoat } from '#map/map-window.ts'
import { TenantMap } from '#map/tenant-map.ts'
import type { TunnelSetup } from '#settings.ts'
import { TenantUses } from '#reader/tenant-uses.ts'
import { FleetSilence } from './fleet-silence.ts'
import type { SilenceCalls } from './silence-calls.ts'
import { BoatLeases } from '#reader/boat-leases.ts'
import { FleetList } from '#reader/fleet-list.ts'
import { FleetPages } from '#reader/fleet-pages.ts'
import { fleetRoutes } from '#reader/fleet-routes.ts'
import { LogCopies } from '#reader/log-copies.ts'
import { MemberGate } from '#reader/member-gate.ts'
import { selfOf } from '#reader/tenant-self.ts'
import { usageOf } from './boat-usage.ts'
import { ShardReader } from '#reader/shard-reader.ts'
import { ShoreHistory } from '#reader/shore-history.ts'
import { TenantView, type WatchedBoats } from '#reader/tenant-view.ts'
import type { UplinkStore } from '#store/uplink-store.ts'
import { leaseSubject } from '#subjects.ts'
import type { BoatUsage } from '#store/boat-records.ts'
import { ownershipOf, withOwnership, type Ownership } from '#store/ownership.ts'
import type { Boat, Member, Tenant } from '#tenants/records.ts'
import type { TenantRegistry } from '#tenants/tenant-registry.ts'

export interface ReaderOptions {
  readonly connection: NatsConnection
  readonly store: UplinkStore
  readonly registry: TenantRegistry
  readonly log: Logger
  /** The folder of the writer. */
  readonly shards: string
  /** For the logs of vessels about whose history someone asks. */
  readonly cache: string
  readonly liveMs: number
  /** Addresses of the boats' consoles. Undefined: consoles cannot be opened remotely. */
  readonly tunnels?: TunnelSetup | undefined
  readonly observer?: ReaderObserver
  /** Calls people about silent boats. Absent: no calls. */
  readonly calls?: Pick<SilenceCalls, 'changed'>
  /** Certificate and key, PEM. Absent: without TLS. */
  readonly identity?: { readonly cert: string; readonly key: string }
}

/** Kinds of requests to a reader. */
export const questionKinds = ['page', 'fleet', 'history', 'tree', 'other'] as const
export type QuestionKind = (typeof questionKinds)[number]

/** Told about every question and its answer. */
export interface ReaderObserver {
  answered(kind: QuestionKind, status: number, seconds: number): void
}

interface OpenTenant {
  readonly view: TenantView
  readonly reading: Reading
}

const timeouts = { requestTimeout: 15_000, headersTimeout: 5_000 }
const mapAddress = '/marinedata/v2/api/fleet/map?'
/** Maximum boats of one tenant. Further boats are stored, but not shown. */
const mostBoats = 20_000
/** Boats of a tenant whose last values are read in parallel. */
const restoredTogether = 50

/**
 * The REST interface of boats, by tenant. Each tenant has a separate tree, routes and stream, so that tenants cannot reach each
 * other's data. The token of a request selects the tenant.
 */
export class Reader implements AsyncDisposable {
  readonly #options: ReaderOptions
  readonly #shards: ShardReader
  readonly #copies: LogCopies
  readonly #gate: MemberGate
  readonly #silence: FleetSilence
  readonly #leases: BoatLeases
  readonly #pages = new FleetPages()
  readonly #members = new Map<string, Member>()
  readonly #boats = new Map<string, Boat>()
  readonly #owners = new Map<string, Tenant>()
  readonly #usage = new Map<string, BoatUsage>()
  readonly #tenants = new Map<string, Promise<OpenTenant>>()
  readonly #uses = new TenantUses((id) => this.#close(id))
  /** Views of the open tenants. */
  readonly #views = new Map<string, TenantView>()
  readonly #maps = new Map<string, TenantMap>()
  readonly #watched: WatchedBoats = {
    lastContact: (token) => this.#silence.lastContact(token),
    silentMs: (token) => this.#silence.silentMs(token),
    silenceOf: (token) => this.#silence.silenceOf(token),
    usageOf: (token) => usageOf(this.#boats.get(token), this.#usage.get(token)),
  }
  readonly #running = new AsyncDisposableStack()
  readonly server: Server
  #streams = 0

  private constructor(options: ReaderOptions) {
    this.#options = options
    this.#shards = this.#running.use(new ShardReader(options.shards))
    this.#copies = this.#running.use(new LogCopies({ shards: this.#shards, folder: options.cache }))
    this.#gate = new MemberGate((digest) => this.#members.get(digest), new SystemClock())
    const { identity } = options
    this.server =
      identity === undefined ? createServer(timeouts) : createTlsServer({ ...timeouts, ...identity })
    this.#silence = this.#running.use(
      new FleetSilence({
        ...options,
        boats: this.#boats,
        owners: this.#owners,
        usage: this.#usage,
        changed: (token) => this.#views.get(this.#boats.get(token)?.tenant ?? '')?.silenceChanged(token),
      }),
    )
    this.#leases = new BoatLeases((token) => options.connection.publish(leaseSubject(token)))
    this.server.on('request', (request, response) => void this.#pass(request, response))
    this.server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head))
  }

  /** Tenants whose boats are followed, and streams that are open. */
  get size(): { readonly tenants: number; readonly streams: number } {
    return { tenants: this.#tenants.size, streams: this.#streams }
  }

  /** Does not listen yet. */
  static async start(options: ReaderOptions): Promise<Reader> {
    const reader = new Reader(options)
    const { registry } = options
    reader.#running.use(await registry.members.watch((digest, member) => reader.#setMember(digest, member)))
    reader.#running.use(await registry.tenants.watch((id, tenant) => change(reader.#owners, id, tenant)))
    reader.#running.use(await registry.usage.watch((token, usage) => change(reader.#usage, token, usage)))
    reader.#running.use(await registry.boats.watch((token, boat) => reader.#setBoat(token, boat)))
    await reader.#silence.start()
    return reader
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    this.#uses[Symbol.dispose]()
    for (const map of this.#maps.values()) map[Symbol.dispose]()
    for (const id of this.#tenants.keys()) await this.#close(id)
    await this.#running.disposeAsync()
  }

  /** Boats that are not heard, and for which someone wants to know. */
  get silent(): number {
    return this.#silence.silent
  }

  #setMember(digest: string, member: Member | undefined): void {
    change(this.#members, digest, member)
  }

  #setBoat(token: string, boat: Boat | undefined): void {
    const before = this.#boats.get(token)
    change(this.#boats, token, boat)
    const ownership = boat && ownershipOf(boat)
    if (before === undefined || ownershipOf(before).id !== ownership?.id) this.#changeOwner(token, ownership)
    if (before !== undefined && before.tenant !== boat?.tenant) this.#tell(before.tenant, token, undefined)
    if (boat !== undefined) this.#tell(boat.tenant, token, boat)
  }

  /** Discards the data of an earlier owner's boat, including copies of earlier processes. */
  #changeOwner(vessel: string, ownership: Ownership | undefined): void {
    const contact = ownership && this.#shards.contact({ vessel, ownership })
    this.#silence.forget(vessel)
    if (contact !== undefined) this.#silence.restore(vessel, contact)
    this.#copies.keep(vessel, ownership)
  }

  #tell(tenant: string, token: string, boat: Boat | undefined): void {
    void this.#tenants.get(tenant)?.then(({ view }) => view.set(token, boat && withOwnership(boat)))
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#observe(request, response)
    try {
      if (await this.#pages.answer(request, response)) return
      if (request.method === 'GET' && request.url?.startsWith(mapAddress) === true)
        return this.#streamMap(request, response)
      const { reading } = await this.#tenant(this.#gate.tenantOf(request))
      reading.http.server.emit('request', request, response)
    } catch (error) {
      const problem = problemOf(this.#known(error))
      response.writeHead(problem.status, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify(problem))
    }
  }

  #observe({ url }: IncomingMessage, response: ServerResponse): void {
    const { observer } = this.#options
    if (observer === undefined) return
    const began = performance.now()
    response.once('finish', () =>
      observer.answered(kindOf(url ?? '/'), response.statusCode, (performance.now() - began) / 1_000),
    )
  }

  #streamMap(request: IncomingMessage, response: ServerResponse): void {
    const caller = this.#gate.identify(request)
    const tenant = this.#gate.tenantOf(request)
    this.#gate.authorise(caller, 'read')
    const { connection } = this.#options
    const boatOf = (token: string) => this.#mapBoat(tenant, token)
    const map = this.#maps.get(tenant) ?? new TenantMap({ connection, tenant, boatOf })
    this.#maps.set(tenant, map)
    streamMap(map, { request, response }, () => this.#gate.isGood(caller))
  }

  #mapBoat(tenant: string, token: string): MapBoat | undefined {
    const boat = this.#boats.get(token)
    if (boat?.tenant !== tenant) return undefined
    const { vessel, name } = boat
    const condition = this.#views.get(tenant)?.conditionOf(token, Date.now())
    return { vessel, ...(name !== '' && { name }), ...(condition !== undefined && { condition }) }
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    try {
      const id = this.#gate.tenantOf(request)
      this.#streams++
      const end = this.#uses.begin(id)
      // Registered before the tenant opens: the client may give up while it waits.
      socket.once('close', () => {
        this.#streams--
        end()
      })
      const { reading } = await this.#tenant(id)
      reading.http.server.emit('upgrade', request, socket, head)
    } catch (error) {
      const { status, title } = problemOf(this.#known(error))
      socket.end(`HTTP/1.1 ${status} ${title}\r\nconnection: close\r\n\r\n`)
    }
  }

  #known(error: unknown): MarineDataError {
    if (error instanceof MarineDataError) return error
    this.#options.log.error({ event: 'reader.request_failed', err: error }, 'request failed')
    return new MarineDataError('internal', 'The fleet cannot answer now')
  }

  #tenant(id: string): Promise<OpenTenant> {
    this.#uses.used(id)
    const known = this.#tenants.get(id)
    if (known !== undefined) return known
    const opened = this.#open(id)
    this.#tenants.set(id, opened)
    opened.catch(() => this.#close(id))
    return opened
  }

  async #open(id: string): Promise<OpenTenant> {
    const { connection, store, registry, log } = this.#options
    const { value: tenant } = await registry.tenants.get(id)
    const lendLog = async (context: string) => {
      const token = view.tokenOf(context)
      const boat = token === undefined ? undefined : this.#boats.get(token)
      // The owner may have changed just now.
      if (token === undefined || boat?.tenant !== id) return undefined
      return await this.#copies.lend({ vessel: token, ownership: ownershipOf(boat) })
    }
    const reading = composeReading({
      self: selfOf(id),
      gate: this.#gate,
      log,
      history: new ShoreHistory(lendLog, () => view.contexts()),
      mostContexts: mostBoats,
      routes: fleetRoutes({
        list: (query) => list.view(query),
        boat: (vessel) => this.#lookAt(view, vessel),
      }),
    })
    const { tree, intake, author } = reading
    const view: TenantView = new TenantView({
      mostBoats,
      consoleOf: (token) => consoleOf(this.#options.tunnels, token),
      connection,
      store,
      shards: this.#shards,
      accept: (delta) => void intake.accept(delta, author),
      latest: (context, path) => latestIn(tree, context, path),
      watched: this.#watched,
      failed: (error) => log.error({ event: 'reader.feed_failed', err: error }, 'values of a boat not taken'),
    })
    const list = new FleetList(tenant?.name ?? id, () => view.boats(Date.now()))
    await reading.http.ready()
    this.#views.set(id, view)
    await this.#restore(id, view)
    return { view, reading }
  }

  /** Some boats at a time: each is two questions to NATS. */
  async #restore(id: string, view: TenantView): Promise<void> {
    const own = [...this.#boats].filter(([, boat]) => boat.tenant === id)
    for (let first = 0; first < own.length; first += restoredTogether) {
      const together = own.slice(first, first + restoredTogether)
      await Promise.all(together.map(([token, boat]) => view.set(token, withOwnership(boat))))
    }
  }

  /** Closes a tenant without viewers. Its values are restored for the next viewer. */
  async #close(id: string): Promise<void> {
    // A tenant that failed to open needs no closing.
    const opened = this.#tenants.get(id)?.catch(() => undefined)
    this.#tenants.delete(id)
    this.#views.delete(id)
    const tenant = await opened
    tenant?.view[Symbol.dispose]()
    await tenant?.reading[Symbol.asyncDispose]()
  }

  #lookAt(view: TenantView, vessel: string): FleetBoat | undefined {
    const token = view.tokenOf(`vessels.${vessel}`)
    if (token === undefined) return undefined
    this.#leases.looked(token)
    return view.boat(token, Date.now())
  }
}

const change = <T>(map: Map<string, T>, key: string, value: T | undefined): void => {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}

const kindOf = (url: string): QuestionKind => {
  if (url.startsWith('/marinedata/v2/api/fleet')) return 'fleet'
  if (url.startsWith('/marinedata/v2/api/history')) return 'history'
  if (url.startsWith('/marinedata/v1/api')) return 'tree'
  return url === '/' || url.startsWith('/assets/') || url.startsWith('/charts/') ? 'page' : 'other'
}

/** The console of a boat has a separate host name, so that its TLS ends on the boat. */
const consoleOf = (tunnels: TunnelSetup | undefined, token: string): string | undefined => {
  if (tunnels === undefined) return undefined
  const { domain, port } = tunnels
  return `https://${token}.${domain}${port === 443 ? '' : `:${port}`}/`
}

/** The latest value at a path; undefined when it is unknown or stale. */
const latestIn = (tree: Reading['tree'], context: string, path: string): unknown => {
  const node = tree.context(context)
  const cell = node && tree.row(node, path)?.preferred
  return cell === undefined || cell.isStale ? undefined : cell.value
}
