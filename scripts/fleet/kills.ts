import { batchSubject, tokenOf, UplinkStore, type StreamCount } from '@marinedata/fleet'
import { layers } from '@marinedata/uplink-protocol'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../soak/harbour.ts'
import { freePorts, NatsCluster } from './nats-cluster.ts'
import { SimulatedBoat } from './simulated-boat.ts'
import { accountOf, storedBatches, type Account } from './stored-batches.ts'

const streams: StreamCount = 16
const nodes = 3
const gatewayCount = 2
const rounds = 2

interface ShoreParts {
  readonly folder: string
  readonly cluster: NatsCluster
  readonly connection: NatsConnection
  readonly ports: readonly number[]
  readonly isBlind: boolean
}

/** The shore: a cluster of NATS and some gateways, each in a process of its own. */
class Shore implements AsyncDisposable {
  readonly #folder: string
  readonly #isBlind: boolean
  readonly cluster: NatsCluster
  readonly connection: NatsConnection
  readonly #ports: readonly number[]
  readonly #gateways: (ChildProcess | undefined)[] = []

  private constructor({ folder, cluster, connection, ports, isBlind }: ShoreParts) {
    this.#folder = folder
    this.#isBlind = isBlind
    this.cluster = cluster
    this.connection = connection
    this.#ports = ports
  }

  static async start(isBlind: boolean): Promise<Shore> {
    const folder = mkdtempSync(join(tmpdir(), 'marinedata-fleet-'))
    const cluster = await NatsCluster.start(folder, nodes)
    const connection = await connect({
      servers: cluster.servers,
      maxReconnectAttempts: -1,
      waitOnFirstConnect: true,
      reconnectTimeWait: 250,
    })
    await ready(connection)
    const ports = await freePorts(gatewayCount)
    const shore = new Shore({ folder, cluster, connection, ports, isBlind })
    for (let index = 0; index < gatewayCount; index++) await shore.beginGateway(index)
    return shore
  }

  get addresses(): string[] {
    return this.#ports.map((port) => `ws://127.0.0.1:${port}/uplink`)
  }

  async beginGateway(index: number): Promise<void> {
    const words = [
      this.cluster.servers.join(','),
      String(this.#ports[index]),
      String(streams),
      this.#isBlind ? 'blind' : '',
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

/** Creates the streams, as soon as the cluster has a leader. */
const ready = async (connection: NatsConnection): Promise<void> => {
  const deadline = performance.now() + 60_000
  for (;;)
    try {
      const store = await UplinkStore.open(connection, streams)
      return await store.createStreams(nodes)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(500)
    }
}

export interface KillsFound extends Account {
  readonly boats: number
  readonly seconds: number
  readonly kills: Readonly<Record<string, number>>
  /** Boats that were not connected, or whose log was not complete ashore, a minute after the last kill. */
  readonly hanging: number
}

export interface KillsOptions {
  readonly boatCount: number
  readonly seconds: number
  /** With a store that does not compare: the trial must find it. */
  readonly isBlind: boolean
}

const boatsOf = (count: number, addresses: readonly string[], random: () => number): SimulatedBoat[] =>
  Array.from(
    { length: count },
    (_, index) =>
      new SimulatedBoat({
        vessel: `urn:mrn:imo:mmsi:${230_000_000 + index}`,
        gateways: index % 2 === 0 ? addresses : addresses.toReversed(),
        random,
        lostAcks: 0.02,
      }),
  )

/** Kills a node, a gateway, some boats, and then all nodes. */
const killInTurn = async (
  shore: Shore,
  boats: readonly SimulatedBoat[],
  {
    round,
    pauseMs,
    random,
  }: { readonly round: number; readonly pauseMs: number; readonly random: () => number },
): Promise<number> => {
  await sleep(pauseMs)
  await shore.cluster.kill(round)
  await sleep(pauseMs / 2)
  shore.cluster.begin(round)
  await sleep(pauseMs / 2)
  await shore.killGateway(round)
  await sleep(pauseMs / 4)
  await shore.beginGateway(round)
  const killed = boats.filter(() => random() < 0.05)
  for (const boat of killed) boat.kill()
  await sleep(pauseMs)
  for (let index = 0; index < nodes; index++) await shore.cluster.kill(index)
  await sleep(1_000)
  for (let index = 0; index < nodes; index++) shore.cluster.begin(index)
  return killed.length
}

/** Waits until everything is ashore. Returns the number of boats of which it is not. */
const hangingBoats = async (boats: readonly SimulatedBoat[]): Promise<number> => {
  const deadline = performance.now() + 60_000
  const hanging = (): number => boats.filter((boat) => !boat.isComplete || boat.state !== 'flowing').length
  while (hanging() > 0 && performance.now() < deadline) await sleep(250)
  return hanging()
}

/** Boats record and send while everything ashore, and some of them, are killed in turn. */
export const trialOfKills = async ({ boatCount, seconds, isBlind }: KillsOptions): Promise<KillsFound> => {
  await using shore = await Shore.start(isBlind)
  const random = randomFrom(1)
  const boats = boatsOf(boatCount, shore.addresses, random)
  const growing = setInterval(() => {
    for (const boat of boats) if (random() < 0.2) boat.grow(layers[Math.floor(random() * 3)] ?? 'minutes')
  }, 500)
  let killedBoats = 0
  for (let round = 0; round < rounds; round++)
    killedBoats += await killInTurn(shore, boats, { round, pauseMs: (seconds * 1_000) / 8, random })
  clearInterval(growing)
  const hanging = await hangingBoats(boats)
  const headBySubject = new Map(
    boats.flatMap(({ vessel, head }) =>
      layers.map((layer) => [batchSubject(tokenOf(vessel) ?? '', layer), head[layer]] as const),
    ),
  )
  for (const boat of boats) boat[Symbol.dispose]()
  const account = accountOf(headBySubject, await storedBatches(shore.connection, streams))
  const kills = { node: rounds, gateway: rounds, boat: killedBoats, all: rounds }
  return { boats: boatCount, seconds, kills, ...account, hanging }
}
