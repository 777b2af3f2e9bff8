import { UplinkStore, type StreamCount } from '@marinedata/fleet'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, NatsCluster } from '../../scripts/fleet/nats-cluster.ts'
import { ready } from '../../scripts/fleet/ready.ts'

export const streams: StreamCount = 16
export const nodes = 3
const gatewayCount = 2

interface ShoreParts {
  readonly folder: string
  readonly cluster: NatsCluster
  readonly connection: NatsConnection
  readonly ports: readonly number[]
  readonly faults: ShoreFaults
}

export interface ShoreFaults {
  /** The store does not compare. */
  readonly isBlind: boolean
  /** Some answers of NATS get lost. */
  readonly isLossy: boolean
}

/** The shore: a cluster of NATS and some gateways, each in a process of its own. */
export class Shore implements AsyncDisposable {
  readonly #folder: string
  readonly #faults: ShoreFaults
  readonly cluster: NatsCluster
  readonly connection: NatsConnection
  readonly #ports: readonly number[]
  readonly #gateways: (ChildProcess | undefined)[] = []

  private constructor({ folder, cluster, connection, ports, faults }: ShoreParts) {
    this.#folder = folder
    this.#faults = faults
    this.cluster = cluster
    this.connection = connection
    this.#ports = ports
  }

  static async start(faults: ShoreFaults): Promise<Shore> {
    const folder = mkdtempSync(join(tmpdir(), 'marinedata-fleet-'))
    const cluster = await NatsCluster.start(folder, nodes)
    const connection = await connect({
      servers: cluster.servers,
      maxReconnectAttempts: -1,
      waitOnFirstConnect: true,
      reconnectTimeWait: 250,
    })
    const store = await UplinkStore.open(connection, streams)
    await ready(() => store.createStreams(nodes))
    const ports = await freePorts(gatewayCount)
    const shore = new Shore({ folder, cluster, connection, ports, faults })
    for (let index = 0; index < gatewayCount; index++) await shore.beginGateway(index)
    return shore
  }

  /** Seconds of processor time, of all nodes of NATS and of all gateways. */
  async processorSeconds(): Promise<{ readonly nats: number; readonly gateways: number }> {
    const perGateway = this.#gateways.map(async (child) => {
      if (child === undefined) return 0
      const reply = once(child, 'message', { signal: AbortSignal.timeout(10_000) })
      child.send('figures')
      const [{ cpu }] = (await reply) as [{ cpu: NodeJS.CpuUsage }]
      return (cpu.user + cpu.system) / 1e6
    })
    const gateways = (await Promise.all(perGateway)).reduce((sum, seconds) => sum + seconds, 0)
    return { nats: this.cluster.processorSeconds(), gateways }
  }

  /** A folder that is removed at the end. */
  get folder(): string {
    return this.#folder
  }

  get addresses(): string[] {
    return this.#ports.map((port) => `ws://127.0.0.1:${port}/uplink`)
  }

  async beginGateway(index: number): Promise<void> {
    const words = [
      this.cluster.servers.join(','),
      String(this.#ports[index]),
      String(streams),
      ...(this.#faults.isBlind ? ['blind'] : []),
      ...(this.#faults.isLossy ? ['lossy'] : []),
    ]
    const program = new URL('./gateway-process.ts', import.meta.url).pathname
    const child = fork(program, words, { execArgv: ['--conditions=@marinedata/source'] })
    this.#gateways[index] = child
    await once(child, 'message')
  }

  async killGateway(index: number): Promise<void> {
    const child = this.#gateways[index]
    if (child === undefined) return
    this.#gateways[index] = undefined
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#gateways.map((_, index) => this.killGateway(index)))
    await this.connection.close()
    await this.cluster[Symbol.asyncDispose]()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
