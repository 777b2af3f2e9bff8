import { composeGateway, Reader, TenantRegistry, Writer } from '@marinedata/fleet'
import type { NatsConnection } from '@nats-io/transport-node'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { fleetHost, makeCertificate } from './certificate.ts'
import { startTrialStore, type TrialStore } from './trial-store.ts'
import { wallClock } from './wall-clock.ts'

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

interface GatewayParts {
  readonly folder: string
  readonly opened: TrialStore
  readonly failed: (error: unknown) => void
}

/** Starts a gateway with TLS in this process, where boats can join. */
export const startTrialGateway = async (
  running: AsyncDisposableStack,
  { folder, opened, failed }: GatewayParts,
): Promise<{ readonly gateway: string; readonly certificate: string }> => {
  const { connection, registry, store } = opened
  const certificate = makeCertificate(folder)
  const server = createServer(certificate) as unknown as Server
  const common = { connection, registry, store, liveMs: 1_000, failed }
  running.use(composeGateway({ ...common, server, clock: wallClock, host: fleetHost, mostBoats: 100 }))
  running.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return { gateway: `https://127.0.0.1:${await listen(server)}`, certificate: certificate.file }
}

/** Everything ashore in this process, beside one NATS server: gateway, writer and reader. */
export class WholeShore implements AsyncDisposable {
  readonly #running: AsyncDisposableStack
  readonly registry: TenantRegistry
  readonly connection: NatsConnection
  /** For boats. */
  readonly gateway: string
  /** The file of the authority that boats trust. */
  readonly certificate: string
  /** For people. */
  readonly reader: string

  private constructor(
    running: AsyncDisposableStack,
    parts: Pick<WholeShore, 'registry' | 'connection' | 'gateway' | 'certificate' | 'reader'>,
  ) {
    this.#running = running
    this.registry = parts.registry
    this.connection = parts.connection
    this.gateway = parts.gateway
    this.certificate = parts.certificate
    this.reader = parts.reader
  }

  static async start(folder: string, failed: (error: unknown) => void): Promise<WholeShore> {
    await using running = new AsyncDisposableStack()
    const [shards, cache] = [join(folder, 'shards'), join(folder, 'cache')]
    for (const path of [shards, cache]) mkdirSync(path)
    const opened = await startTrialStore(running, folder)
    const { connection, registry, store } = opened
    const common = { connection, registry, store, liveMs: 1_000, failed }
    const wire = await startTrialGateway(running, { folder, opened, failed })
    running.use(
      await Writer.start({ connection, streams: 1, folder: shards, owner: 'trial', replicas: 1, failed }),
    )
    const log = pino({ level: 'silent' })
    const reader = running.use(await Reader.start({ ...common, log, shards, cache }))
    const address = `http://127.0.0.1:${await listen(reader.server)}`
    const parts = { registry, connection, ...wire, reader: address }
    return new WholeShore(running.move(), parts)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running.disposeAsync()
  }
}
