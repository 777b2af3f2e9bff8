import type { Clock } from '@marinedata/core'
import { checkOf, Type } from '@marinedata/model'
import { layers, type Layer } from '@marinedata/uplink-protocol'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Server } from 'node:http'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReportedUsage, WriterCursors } from '#gateway/boat-session.ts'
import type { GatewayObserver } from '#gateway/gateway-observer.ts'
import { ContactReport } from '#gateway/contact-report.ts'
import { Gateway } from '#gateway/gateway.ts'
import { RefusalAudit } from '#gateway/refusal-audit.ts'
import { BoatPlaces } from '#map/boat-places.ts'
import type { BoatOwner } from '#store/joined-boat.ts'
import type { BatchStore, UplinkStore } from '#store/uplink-store.ts'
import {
  contactSubject,
  contestedSubject,
  cursorSubject,
  hereSubject,
  lastToken,
  leaseSubject,
  leftSubject,
  rewindSubject,
  shardOf,
  type VesselToken,
} from '#subjects.ts'
import { JoiningServer } from '#tenants/joining-server.ts'
import { Joining } from '#tenants/joining.ts'
import type { TenantRegistry } from '#tenants/tenant-registry.ts'

export interface GatewayParts {
  readonly connection: NatsConnection
  readonly store: BatchStore & Pick<UplinkStore, 'send'>
  readonly registry: TenantRegistry
  readonly server: Server
  readonly clock: Clock
  /** The name that boats dial. */
  readonly host: string
  readonly liveMs: number
  readonly mostBoats: number
  /** Called with errors that have no other place. */
  readonly failed: (error: unknown) => void
  readonly observer?: GatewayObserver
}

const askWriterMs = 2_000
const settleMs = 5_000

const Rewind = Type.Object({
  log: Type.String(),
  layer: Type.Enum([...layers]),
  to: Type.Integer({ minimum: 0 }),
})
const rewind = checkOf<{ log: string; layer: Layer; to: number }>(Rewind)
const cursorAnswer = checkOf<{ to: number }>(Type.Object({ to: Type.Integer({ minimum: 0 }) }))

const writerCursors = (connection: NatsConnection): WriterCursors => ({
  cursorOf: async (vessel: VesselToken, log, layer) => {
    const question = JSON.stringify({ vessel, log, layer })
    const answer = await connection.request(cursorSubject(shardOf(vessel)), question, {
      timeout: askWriterMs,
    })
    const body: unknown = answer.json()
    if (!cursorAnswer.accepts(body)) throw new Error('The answer of the writer does not fit')
    return body.to
  },
})

/** Compares the cursors of boats each time that NATS was away, until the connection ends. */
export const verifyAfterReconnect = async (gateway: Gateway, connection: NatsConnection): Promise<void> => {
  for await (const { type } of connection.status())
    if (type === 'reconnect') {
      // NATS has no leaders at first.
      do await sleep(settleMs)
      while (!connection.isClosed() && !(await gateway.verifyCursors()))
    }
}

interface UsageReport {
  readonly vessel: VesselToken
  readonly owner: BoatOwner
  readonly reported: ReportedUsage
}

const storeUsage = async (
  { usage }: TenantRegistry,
  { vessel, owner, reported: { tariff, sent, budget, hasConsole } }: UsageReport,
): Promise<void> => {
  const { revision } = await usage.get(vessel)
  const at = new Date().toISOString()
  // When another gateway is faster, it has the newer report.
  const report = { at, tariff, sent, hasConsole, owner: owner.id, ...(budget !== undefined && { budget }) }
  await usage.put(vessel, report, revision)
}

const placesOf = ({ connection, store }: GatewayParts): BoatPlaces =>
  new BoatPlaces({ connection, send: (subject, body) => store.send(subject, body) })

/** Follows what other gateways, the writer and readers publish about boats. Ends with the connection. */
const followOthers = (
  gateway: Gateway,
  {
    connection,
    own,
    contacts,
  }: { readonly connection: NatsConnection; readonly own: string; readonly contacts: ContactReport },
): void => {
  connection.subscribe(hereSubject('*'), {
    callback: (_error, message) => {
      if (message.string() !== own) gateway.connectedElsewhere(lastToken(message.subject))
    },
  })
  connection.subscribe(leftSubject('*'), {
    callback: (_error, message) => {
      const vessel = lastToken(message.subject)
      gateway.disconnect(vessel)
      contacts.forget(vessel)
    },
  })
  connection.subscribe(rewindSubject('*'), {
    callback: (_error, message) => {
      const hole: unknown = message.json()
      if (rewind.accepts(hole)) gateway.rewind(lastToken(message.subject), hole)
    },
  })
  connection.subscribe(contestedSubject('*'), {
    callback: (_error, { subject }) => gateway.contested(lastToken(subject)),
  })
  connection.subscribe(leaseSubject('*'), {
    callback: (_error, { subject }) => gateway.lease(lastToken(subject)),
  })
}

/** A gateway with joining and leaving. It does not listen yet. */
export const composeGateway = (parts: GatewayParts): Gateway => {
  const { connection, store, registry, server, clock, host, failed } = parts
  const joining = new Joining({
    registry,
    host,
    left: (vessel) => connection.publish(leftSubject(vessel)),
  })
  const refusals = new RefusalAudit(registry.audit, failed)
  new JoiningServer({ joining, clock, failed }).attach(server)
  const contacts = new ContactReport((vessels) => {
    if (!connection.isClosed()) connection.publish(contactSubject, JSON.stringify(vessels))
  })
  server.once('close', () => contacts[Symbol.dispose]())
  const places = placesOf(parts)
  const own = randomUUID()
  const gateway = new Gateway({
    ...parts,
    heard: (vessel) => contacts.heard(vessel),
    reported: (vessel, reported, owner) =>
      void storeUsage(registry, { vessel, reported, owner }).catch(failed),
    joined: joining,
    live: (vessel, delta, owner) => places.heard(vessel, delta, owner),
    left: (vessel) => places.left(vessel),
    accepted: (vessel) => store.send(hereSubject(vessel), own),
    contested: (vessel) => store.send(contestedSubject(vessel)),
    refused: (refusal) => refusals.note(refusal),
    cursors: writerCursors(connection),
  })
  followOthers(gateway, { connection, own, contacts })
  void verifyAfterReconnect(gateway, connection).catch(failed)
  return gateway
}
