import { Reader, shardOf, tokenOf, Writer } from '@marinedata/fleet'
import type { NatsConnection } from '@nats-io/transport-node'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { exportBoat } from '../../packages/fleet/src/reader/boat-export.ts'
import { ShardReader } from '../../packages/fleet/src/reader/shard-reader.ts'
import { ShardWriter } from '../../packages/fleet/src/writer/shard-writer.ts'
import { ready } from './ready.ts'
import { startTrialStore, type TrialStore } from './trial-store.ts'
import { startTrialGateway } from './whole-shore.ts'
import { minutesBody, WireBoat, type WireMinute, type WireShore } from './wire-boat.ts'

export const waitsFor = ready

/** Of questions about everything. */
const range = 'from=1970-01-01T00:00:00Z&to=2100-01-01T00:00:00Z'

/** The whole tree. */
interface Whole {
  readonly vessels: Readonly<Record<string, unknown>>
}

/** Two owners, and the whole shore as real HTTP, WebSocket, files and NATS. */
export class OwnersShore implements AsyncDisposable {
  readonly #folder: string
  readonly #running: AsyncDisposableStack
  readonly #store: TrialStore
  readonly #wire: WireShore
  readonly #tokens = new Map<string, string>()
  #writer: Writer | undefined
  #reader: Reader | undefined
  #port = 0

  private constructor(
    running: AsyncDisposableStack,
    {
      folder,
      store,
      wire,
    }: { readonly folder: string; readonly store: TrialStore; readonly wire: WireShore },
  ) {
    this.#running = running
    this.#folder = folder
    this.#store = store
    this.#wire = wire
  }

  static async start(folder: string): Promise<OwnersShore> {
    await using running = new AsyncDisposableStack()
    for (const name of ['shards', 'cache']) mkdirSync(join(folder, name))
    const store = await startTrialStore(running, folder)
    const wire = await startTrialGateway(running, { folder, opened: store, failed })
    const shore = new OwnersShore(running.move(), { folder, store, wire })
    await shore.startWriter()
    await shore.restartReader()
    for (const id of ['alice', 'mallory']) {
      await store.registry.addTenant({ id, name: id }, 'operator')
      shore.#tokens.set(id, await store.registry.createMember({ tenant: id, name: id }, 'operator'))
    }
    return shore
  }

  boat(vessel: string, log: string, path: string): WireBoat {
    return new WireBoat(this.#wire, { vessel, log, path })
  }

  async code(tenant: string): Promise<string> {
    return await this.#store.registry.createCode(tenant, 'operator')
  }

  /** As the command `remove` does it. */
  async remove(tenant: string, vessel: string): Promise<void> {
    const token = await this.#store.registry.removeBoat(tenant, vessel, 'operator')
    this.#connection.publish(`md.left.${token}`)
    await this.#connection.flush()
  }

  /** When the present ownership of a boat began. */
  async since(vessel: string): Promise<string> {
    const { value } = await this.#store.registry.boats.get(tokenOf(vessel) ?? '')
    return value?.ownership?.since ?? ''
  }

  /** A boat whose record is as earlier versions stored it. */
  async joinedBefore(vessel: string, tenant: string, joinedAt: number): Promise<void> {
    const boat = { vessel, key: 'none', tenant, name: 'Anna', joinedAt: new Date(joinedAt).toISOString() }
    await this.#store.registry.boats.put(tokenOf(vessel) ?? '', boat, 0)
  }

  /** Stores minutes as earlier versions did. */
  storeUnmarked(vessel: string, minutes: readonly WireMinute[]): void {
    const token = tokenOf(vessel) ?? ''
    using writer = new ShardWriter(this.#shards, shardOf(token))
    const [from, to] = [(minutes[0]?.number ?? 1) - 1, minutes.at(-1)?.number ?? 0]
    const body = minutesBody(minutes, 'design.number')
    writer.commit([{ vessel: token, log: 'old-log', layer: 'minutes', from, to, body }])
  }

  async startWriter(): Promise<void> {
    const { connection } = this.#store
    const options = { connection, streams: 1, folder: this.#shards, owner: 'trial', replicas: 1 } as const
    const writer = await Writer.start({ ...options, failed })
    this.#writer = writer
    await ready(() => Promise.resolve(assert.equal(writer.held, 1)))
  }

  async stopWriter(): Promise<void> {
    await this.#writer?.[Symbol.asyncDispose]()
  }

  async restartReader(): Promise<void> {
    await this.#reader?.[Symbol.asyncDispose]()
    const { connection, registry, store } = this.#store
    const log = pino({ level: 'silent' })
    const cache = join(this.#folder, 'cache')
    const options = { connection, registry, store, log, cache, shards: this.#shards, liveMs: 1_000 }
    this.#reader = await Reader.start(options)
    this.#reader.server.listen(0, '127.0.0.1')
    await once(this.#reader.server, 'listening')
    // It listens on a port, not on a path.
    this.#port = (this.#reader.server.address() as AddressInfo).port
  }

  /** The answer of every route about a boat, one after the other. */
  async everything(tenant: string, vessel: string): Promise<string> {
    const context = `context=vessels.${vessel}`
    const history = '/marinedata/v2/api/history'
    const mmsi = vessel.slice(-9)
    const answers = await Promise.all(
      [
        `/marinedata/v2/api/fleet?search=${mmsi}`,
        `/marinedata/v2/api/fleet/boats/${vessel}`,
        `/marinedata/v1/api/vessels/${vessel}`,
        `${history}/paths?${context}&${range}`,
        `${history}/track?${context}&${range}&tolerance=0`,
        `${history}/values?${context}&${range}&resolution=31536000&paths=navigation.position,design.number`,
      ].map(async (path) => await this.ask(path, tenant)),
    )
    const all = JSON.parse(await this.ask('/marinedata/v1/api', tenant)) as Whole
    return [...answers, JSON.stringify(all.vessels[vessel])].join('\n').replace(`"name":"${tenant}"`, '')
  }

  async fleet(tenant: string): Promise<string> {
    return await this.ask('/marinedata/v2/api/fleet', tenant)
  }

  async track(tenant: string, vessel: string): Promise<string> {
    const context = `context=vessels.${vessel}`
    return await this.ask(`/marinedata/v2/api/history/track?${context}&${range}&tolerance=0`, tenant)
  }

  async ask(path: string, tenant: string): Promise<string> {
    const response = await fetch(`${this.address}${path}`, { headers: this.headers(tenant) })
    return await response.text()
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  headers(tenant: string): Record<string, string> {
    return { authorization: `Bearer ${this.#tokens.get(tenant) ?? ''}` }
  }

  /** What the command `export` prints. */
  async exported(tenant: string, vessel: string): Promise<string> {
    const ownerships = await this.#store.registry.ownerships(tenant, vessel)
    using shards = new ShardReader(this.#shards)
    return [...exportBoat(shards, tokenOf(vessel) ?? '', ownerships)]
      .map((line) => JSON.stringify(line))
      .join('\n')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader?.[Symbol.asyncDispose]()
    await this.stopWriter()
    await this.#running.disposeAsync()
  }

  get #connection(): NatsConnection {
    return this.#store.connection
  }

  get #shards(): string {
    return join(this.#folder, 'shards')
  }
}

const failed = (error: unknown): void => console.error(error)

/** What was received so far. */
interface Received {
  text(): string
  close(): void
}

/** A window of the map with everything in it. */
export const onMap = (shore: OwnersShore, tenant: string): Received => {
  let text = ''
  const box = 'south=40&west=0&north=60&east=20'
  const asked = get(`${shore.address}/marinedata/v2/api/fleet/map?${box}`, { headers: shore.headers(tenant) })
  asked.on('error', () => undefined)
  asked.on('response', (response) =>
    response.setEncoding('utf8').on('data', (part: string) => (text += part)),
  )
  return { text: () => text, close: () => void asked.destroy() }
}

/** The stream with everything. */
export const streamed = async (shore: OwnersShore, tenant: string): Promise<Received> => {
  let text = ''
  const address = `${shore.address.replace('http', 'ws')}/marinedata/v1/stream?subscribe=all`
  const socket = new WebSocket(address, { headers: shore.headers(tenant) })
  socket.on('message', (data: Buffer) => (text += data.toString()))
  await once(socket, 'open')
  socket.send(JSON.stringify({ context: '*', subscribe: [{ path: '*' }] }))
  return { text: () => text, close: () => socket.terminate() }
}
