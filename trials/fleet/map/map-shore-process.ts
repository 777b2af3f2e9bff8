/** A gateway with a writer, or a reader, in a process of its own. Takes `gateway` or `reader`, a NATS server, a port and a folder. */
import { composeGateway, Reader, TenantRegistry, UplinkStore, Writer } from '@marinedata/fleet'
import { connect } from '@nats-io/transport-node'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { fleetHost } from '../../../scripts/fleet/certificate.ts'
import { wallClock } from '../../../scripts/fleet/wall-clock.ts'

const [part = '', servers = '', port = '', folder = ''] = process.argv.slice(2)
const connection = await connect({ servers, maxReconnectAttempts: -1, waitOnFirstConnect: true })
const [registry, store] = [await TenantRegistry.open(connection), await UplinkStore.open(connection, 1)]
const failed = (error: unknown): void => console.error(part, error)
const common = { connection, registry, store, liveMs: 10_000 }

const serverOf = async () => {
  if (part === 'reader') {
    const log = pino({ level: 'warn' }, process.stderr)
    return (await Reader.start({ ...common, log, shards: folder, cache: folder })).server
  }
  // Boats of which the store has nothing begin where the writer says.
  await Writer.start({ connection, streams: 1, folder, owner: 'trial', replicas: 1, failed })
  const server = createServer()
  composeGateway({ ...common, server, clock: wallClock, host: fleetHost, mostBoats: 50_000, failed })
  return server
}

const server = await serverOf()
server.listen(Number(port), '127.0.0.1', 4_096, () => process.send?.('listening'))
process.on('message', () => process.send?.({ rss: process.memoryUsage().rss, cpu: process.cpuUsage() }))
