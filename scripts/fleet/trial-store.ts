import { TenantRegistry, UplinkStore } from '@marinedata/fleet'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { NatsCluster } from './nats-cluster.ts'
import { ready } from './ready.ts'

/** A NATS server with the streams and buckets of a fleet. */
export interface TrialStore {
  readonly cluster: NatsCluster
  readonly connection: NatsConnection
  readonly registry: TenantRegistry
  readonly store: UplinkStore
}

/** Starts a NATS server in a folder, and creates the streams and buckets. All of it ends with the stack. */
export const startTrialStore = async (running: AsyncDisposableStack, folder: string): Promise<TrialStore> => {
  const cluster = running.use(await NatsCluster.start(folder, 1))
  const connection = await connect({ servers: cluster.servers, waitOnFirstConnect: true })
  running.defer(() => connection.close())
  const registry = await TenantRegistry.open(connection)
  const store = await UplinkStore.open(connection, 1)
  await ready(async () => {
    await store.createStreams(1)
    await registry.create(1)
  })
  return { cluster, connection, registry, store }
}
