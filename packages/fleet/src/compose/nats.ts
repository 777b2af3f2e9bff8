import { MarineDataError } from '@marinedata/model'
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { FleetSetup, NatsSetup } from '#settings.ts'
import { UplinkStore } from '#store/uplink-store.ts'
import { TenantRegistry } from '#tenants/tenant-registry.ts'
import { ownNatsAccount } from './own-nats.ts'

const retryMs = 250
const attemptMs = 5_000
const oldest = [2, 15] as const

/** The folder of the NATS server that `all` starts. */
export const ownNatsFolder = ({ folder }: FleetSetup): string => join(folder, 'nats')

/**
 * The certificate must name one of the servers in the settings. The client checks another name when a server is given by its
 * address, or was announced by another server.
 */
const anyOf =
  (servers: readonly string[]) =>
  (_name: string, certificate: PeerCertificate): Error | undefined => {
    const faults = servers.map((server) => checkServerIdentity(hostOf(server), certificate))
    return faults.includes(undefined) ? undefined : faults[0]
  }

/** Parses `nats-1:4222` and `[fd00::1]:4222`. */
const hostOf = (server: string): string => server.replace(/:[0-9]+$/, '').replaceAll(/[[\]]/g, '')

const tlsOptions = ({ port, servers = [`127.0.0.1:${port}`], authority, identity }: NatsSetup) =>
  authority === undefined && identity === undefined
    ? undefined
    : {
        checkServerIdentity: anyOf(servers),
        ...(authority !== undefined && { ca: readFileSync(authority, 'utf8') }),
        ...(identity !== undefined && {
          cert: readFileSync(identity.certificate, 'utf8'),
          key: readFileSync(identity.key, 'utf8'),
        }),
      }

const connectionOptions = (setup: FleetSetup, name: string): ConnectionOptions => {
  const { nats } = setup
  const tls = tlsOptions(nats)
  const { user, passwordFile } = nats.servers === undefined ? ownNatsAccount(ownNatsFolder(setup)) : nats
  return {
    name,
    servers: nats.servers === undefined ? `127.0.0.1:${nats.port}` : [...nats.servers],
    timeout: attemptMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    ...(user !== undefined &&
      passwordFile !== undefined && { user, pass: readFileSync(passwordFile, 'utf8').trim() }),
    ...(tls !== undefined && { tls }),
  }
}

const isOldEnough = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

interface Patience {
  /** Milliseconds until it gives up. */
  readonly patienceMs: number
  readonly signal: AbortSignal
}

/** Repeats until it succeeds: NATS may be starting, or have no leader yet. */
const untilDone = async <T>(work: () => Promise<T>, failure: string, patience: Patience): Promise<T> => {
  const deadline = performance.now() + patience.patienceMs
  for (;;) {
    patience.signal.throwIfAborted()
    try {
      return await work()
    } catch (cause) {
      if (performance.now() > deadline)
        throw new MarineDataError('internal', `${failure}: ${(cause as Error).message}`, { cause })
      await sleep(retryMs)
    }
  }
}

/** Resources that the processes of a fleet share. */
export interface Shore {
  readonly connection: NatsConnection
  readonly store: UplinkStore
  readonly registry: TenantRegistry
}

/**
 * Connects to NATS and creates what is missing there.
 * @throws MarineDataError `internal` when NATS does not answer in time, `invalid-settings` when it is too old
 */
export const openShore = async (
  setup: FleetSetup,
  name: string,
  patience: Patience,
): Promise<Shore & AsyncDisposable> => {
  const { streams, replicas } = setup.nats
  const options = connectionOptions(setup, name)
  const where = [options.servers].flat().join(', ')
  const connection = await untilDone(() => connect(options), `NATS does not answer at ${where}`, patience)
  try {
    const version = connection.info?.version ?? 'unknown'
    if (!isOldEnough(version))
      throw new MarineDataError(
        'invalid-settings',
        `The NATS server is ${version}. It must be ${oldest.join('.')} or newer: older ones lose streams when they are killed`,
      )
    const store = await UplinkStore.open(connection, streams)
    const registry = await TenantRegistry.open(connection)
    const create = async (): Promise<void> => {
      await store.createStreams(replicas)
      await registry.create(replicas)
    }
    await untilDone(create, `NATS at ${where} cannot store for the fleet`, patience)
    return { connection, store, registry, [Symbol.asyncDispose]: () => connection.close() }
  } catch (error) {
    await connection.close()
    throw error
  }
}
