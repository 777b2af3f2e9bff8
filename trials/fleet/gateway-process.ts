/**
 * A gateway in a process of its own, so that it can be killed. It takes NATS servers, a port, the number of streams, and
 * faults: `blind` for a store that does not compare, `lossy` for one that loses some answers.
 */
import { BoatPlaces, Gateway, streamCounts, UplinkStore, verifyAfterReconnect } from '@marinedata/fleet'
import { connect } from '@nats-io/transport-node'
import { createServer } from 'node:http'
import { BlindStore, LossyStore } from './faulty-stores.ts'
import { keyOfVessel } from '../../scripts/fleet/boat-keys.ts'

/** The share of NATS's answers that get lost. */
const lostShare = 0.01

const [servers = '', port = '', streamText = '', ...faults] = process.argv.slice(2)
const streams = streamCounts.find((count) => String(count) === streamText)
if (streams === undefined) throw new Error(`There cannot be ${streamText} streams`)
const connection = await connect({
  servers: servers.split(','),
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  waitOnFirstConnect: true,
})
const store = await UplinkStore.open(connection, streams)
const lostAnswers = faults.includes('lossy') ? lostShare : 0
const server = createServer()
const places = new BoatPlaces({
  connection,
  send: (subject, body) => store.send(subject, body),
})
const gateway = new Gateway({
  server,
  store: faults.includes('blind') ? new BlindStore(store, lostAnswers) : new LossyStore(store, lostAnswers),
  joined: {
    boatOf: (vessel) => {
      const key = keyOfVessel(vessel)
      return Promise.resolve(key && { key, owner: { id: 'trial', tenant: 'club' } })
    },
  },
  host: 'fleet.test',
  liveMs: 10_000,
  mostBoats: 10_000,
  live: (vessel, delta, owner) => places.heard(vessel, delta, owner),
  left: (vessel) => places.left(vessel),
})
void verifyAfterReconnect(gateway, connection)
server.listen(Number(port), '127.0.0.1', () => process.send?.('listening'))
process.on('message', () => process.send?.({ boats: gateway.boats, cpu: process.cpuUsage() }))
