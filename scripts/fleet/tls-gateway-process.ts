/** A gateway with TLS in a process of its own, so that it can be killed. Takes a NATS server, a port and a folder. */
import { connect } from '@nats-io/transport-node'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JoinedBoats } from './joined-boats.ts'
import { TlsGateway } from './tls-gateway.ts'

const [servers = '', port = '', folder = ''] = process.argv.slice(2)
const connection = await connect({ servers, maxReconnectAttempts: -1, waitOnFirstConnect: true })
await TlsGateway.start({
  connection,
  streams: 1,
  certificate: {
    cert: readFileSync(join(folder, 'certificate.pem'), 'utf8'),
    key: readFileSync(join(folder, 'key.pem'), 'utf8'),
  },
  boats: new JoinedBoats(join(folder, 'boats.json')),
  liveMs: 1_000,
  port: Number(port),
})
process.send?.('listening')
