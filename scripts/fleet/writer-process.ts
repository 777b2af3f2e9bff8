/** A writer in a process of its own, so that it can be killed. It takes NATS servers, the number of streams, the number of replicas and a folder. */
import { streamCounts, Writer } from '@marinedata/fleet'
import { connect } from '@nats-io/transport-node'

const [servers = '', streamText = '', replicas = '', folder = ''] = process.argv.slice(2)
const streams = streamCounts.find((count) => String(count) === streamText)
if (streams === undefined) throw new Error(`There cannot be ${streamText} streams`)
const connection = await connect({
  servers: servers.split(','),
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  waitOnFirstConnect: true,
})
let failures = 0
const writer = await Writer.start({
  connection,
  streams,
  folder,
  owner: `writer-${process.pid}`,
  replicas: Number(replicas),
  failed: (error) => {
    if (failures++ < 20) console.error('writer', error instanceof Error ? error.message : error)
  },
})
process.on('message', () =>
  process.send?.({ ...writer.counts, held: writer.held, failures, cpu: process.cpuUsage() }),
)
process.send?.('started')
