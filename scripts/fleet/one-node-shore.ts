import { storedBatch, streamName, tokenOf, UplinkStore, type StreamCount } from '@marinedata/fleet'
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCertificate, type Certificate } from './certificate.ts'
import { JoinedBoats } from './joined-boats.ts'
import { freePorts, NatsCluster } from './nats-cluster.ts'
import { processorSecondsOf } from './processor-time.ts'

export interface StoredBody {
  readonly from: number
  readonly to: number
  readonly log: string
  readonly body: Uint8Array
}

const streams: StreamCount = 1

interface ShoreParts {
  readonly folder: string
  readonly cluster: NatsCluster
  readonly connection: NatsConnection
  readonly port: number
}

/** One NATS server, and a gateway with TLS in a process of its own. */
export class OneNodeShore implements AsyncDisposable {
  readonly folder: string
  readonly certificate: Certificate
  readonly boats: JoinedBoats
  readonly #cluster: NatsCluster
  readonly connection: NatsConnection
  readonly port: number
  #gateway: ChildProcess | undefined

  private constructor({ folder, cluster, connection, port }: ShoreParts) {
    this.folder = folder
    this.certificate = makeCertificate(folder)
    this.boats = new JoinedBoats(join(folder, 'boats.json'))
    this.#cluster = cluster
    this.connection = connection
    this.port = port
  }

  static async start(): Promise<OneNodeShore> {
    const folder = mkdtempSync(join(tmpdir(), 'marinedata-shore-'))
    const cluster = await NatsCluster.start(folder, 1)
    const connection = await connect({
      servers: cluster.servers,
      maxReconnectAttempts: -1,
      waitOnFirstConnect: true,
      reconnectTimeWait: 250,
    })
    const [port = 0] = await freePorts(1)
    const shore = new OneNodeShore({ folder, cluster, connection, port })
    await shore.createStreams()
    return shore
  }

  get address(): string {
    return `https://127.0.0.1:${this.port}`
  }

  async createStreams(): Promise<void> {
    const deadline = performance.now() + 30_000
    for (;;)
      try {
        const store = await UplinkStore.open(this.connection, streams)
        return await store.createStreams(1)
      } catch (error) {
        if (performance.now() > deadline) throw error
        await sleep(100)
      }
  }

  /** Everything that was stored is gone, as after the loss of all disks. */
  async deleteStreams(): Promise<void> {
    const manager = await jetstreamManager(this.connection)
    for (let index = 0; index < streams; index++) await manager.streams.delete(streamName(index))
    await this.createStreams()
  }

  /** Seconds of processor time of each part. */
  get parts(): Record<'nats' | 'gateway', () => number> {
    return {
      nats: () => this.#cluster.processorSeconds(),
      gateway: () => (this.#gateway?.pid === undefined ? 0 : processorSecondsOf(this.#gateway.pid)),
    }
  }

  /** Starts the gateway, in place of the one that runs. */
  async beginGateway(): Promise<void> {
    await this.killGateway()
    const program = new URL('./tls-gateway-process.ts', import.meta.url).pathname
    const words = [this.#cluster.servers.join(','), String(this.port), this.folder]
    this.#gateway = fork(program, words, { execArgv: ['--conditions=@marinedata/source'] })
    await once(this.#gateway, 'message')
  }

  async killGateway(): Promise<void> {
    const gateway = this.#gateway
    if (gateway === undefined) return
    this.#gateway = undefined
    const ended = once(gateway, 'exit')
    gateway.kill('SIGKILL')
    await ended
  }

  /**
   * All batches, in their order, by subject.
   * @param vessel only of this one
   */
  async stored(vessel?: string): Promise<Map<string, StoredBody[]>> {
    const manager = await jetstreamManager(this.connection)
    const bySubject = new Map<string, StoredBody[]>()
    for (let index = 0; index < streams; index++) {
      const { state } = await manager.streams.info(streamName(index))
      if (state.messages === 0) continue
      const consumer = await jetstream(this.connection).consumers.get(streamName(index), {
        deliver_policy: DeliverPolicy.All,
        ...(vessel !== undefined && { filter_subjects: [`md.up.*.${tokenOf(vessel) ?? ''}.>`] }),
      })
      const { num_pending: expected } = await consumer.info()
      let count = 0
      if (expected === 0) continue
      const messages = await consumer.consume({ max_messages: 1_000 })
      for await (const message of messages) {
        const { from, to, log } = storedBatch(message.headers ?? fail(), message.seq)
        const bodies = bySubject.get(message.subject) ?? []
        bodies.push({ from, to, log, body: message.data })
        bySubject.set(message.subject, bodies)
        if (++count >= expected) break
      }
      await messages.close()
    }
    return bySubject
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.killGateway()
    await this.connection.close()
    await this.#cluster[Symbol.asyncDispose]()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const fail = (): never => {
  throw new Error('A stored batch has no headers')
}
