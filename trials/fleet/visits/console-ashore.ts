import { tokenOf } from '@marinedata/fleet'
import { mostTunnels } from '@marinedata/uplink-protocol'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { Crew } from '@marinedata/testing/boats/crew'
import { quantile } from '@marinedata/testing/measured/latency-readers'
import { simulator } from '@marinedata/testing/boats/pilot-boat'
import { until } from '@marinedata/testing/until'
import { systemClock } from '../../../plugins/uplink/src/clock.ts'
import { OneNodeShore } from '../../../scripts/fleet/one-node-shore.ts'
import { RecordedTunnels, tunnelDomain } from './recorded-tunnels.ts'
import { isRight, trialOfShoreSession, type ShoreSessionFound } from './shore-session.ts'
import { authorityOf, changingOperations, ShoreVisitor } from './shore-visitor.ts'
import { TlsGateway } from '../../../scripts/fleet/tls-gateway.ts'
import { join, TrialBoat } from '../trial-boat.ts'
import { recordedLog, TrialVoyage } from '../../../scripts/fleet/trial-voyage.ts'

const vessel = 'urn:mrn:imo:mmsi:230088888'
const name = `${tokenOf(vessel) ?? ''}.${tunnelDomain}`
const tree = '/marinedata/v1/api'
const requests = 50
const patienceMs = 60_000

export interface ConsoleAshoreFound {
  readonly pass: boolean
  /** Requests that only look, and those that did not succeed. */
  readonly looked: number
  readonly failed: number
  readonly lookedP50Ms: number
  readonly lookedP99Ms: number
  readonly hasStream: boolean
  /** Operations that do more than look, tried as the owner, and those that were not refused aboard. */
  readonly commands: number
  readonly obeyed: readonly string[]
  /** Whether someone without a token who names this machine gets more than nothing. */
  readonly isTrustedAsLocal: boolean
  /** Connections at the same time. */
  readonly connections: number
  readonly isOffByDefault: boolean
  /** Bytes that the gateway has seen, and the texts that are in clear among them. */
  readonly recordedBytes: number
  readonly clearTexts: readonly string[]
  readonly session: ShoreSessionFound
}

interface Parts {
  readonly crew: Crew
  readonly gateway: TlsGateway
  readonly tunnels: RecordedTunnels
  readonly boatWith: (consolePort: number | undefined) => Promise<TrialBoat>
}

const start = async (running: AsyncDisposableStack): Promise<Parts> => {
  const settings = { access: { names: [name] } }
  const crew = running.use(await Crew.start({ settings, plugins: { given: [simulator] } }))
  const shore = running.use(await OneNodeShore.start())
  join(shore.boats, [vessel])
  const { connection, certificate, boats } = shore
  const options = { connection, streams: 1, certificate, boats, liveMs: 1_000, port: 0 } as const
  const gateway = running.use(await TlsGateway.start(options))
  const tunnels = running.use(await RecordedTunnels.start(gateway.gateway))
  const folder = mkdtempSync(joinPath(tmpdir(), 'marinedata-tunnel-'))
  running.defer(() => rmSync(folder, { recursive: true, force: true }))
  const voyage = running.use(new TrialVoyage(folder))
  const common = { vessel, tariff: 'wifi', log: recordedLog(voyage.log), clock: systemClock } as const
  const boatWith = async (consolePort: number | undefined): Promise<TrialBoat> => {
    const own = consolePort === undefined ? {} : { consolePort }
    const boat = new TrialBoat({ ...common, ...own, port: gateway.port, authority: certificate.cert })
    boat.uplink.start()
    await until(
      () => boat.uplink.report.state,
      (state) => state === 'flowing',
      { timeoutMs: patienceMs },
    )
    return boat
  }
  return { crew, gateway, tunnels, boatWith }
}

const look = async (
  visitor: ShoreVisitor,
): Promise<{ readonly failed: number; readonly times: number[] }> => {
  const times: number[] = []
  let failed = 0
  for (let index = 0; index < requests; index++) {
    const began = performance.now()
    const { status } = await visitor.ask('GET', tree)
    if (status !== 200) failed++
    times.push(performance.now() - began)
  }
  return { failed, times }
}

/** Operations that were not refused with 403. */
const obeyedOf = async (visitor: ShoreVisitor): Promise<string[]> => {
  const obeyed: string[] = []
  for (const { method, path } of changingOperations()) {
    const { status } = await visitor.ask(method, path, method === 'GET' ? {} : { body: '{}' })
    if (status !== 403) obeyed.push(`${method} ${path}: ${status}`)
  }
  return obeyed
}

/** Opens connections until one is refused. */
const connectionsOf = async (visitor: ShoreVisitor): Promise<number> => {
  const sockets: Disposable[] = []
  try {
    for (; sockets.length <= 2 * mostTunnels;) {
      const socket = await visitor.connection()
      sockets.push({ [Symbol.dispose]: () => socket.destroy() })
    }
  } catch {
    // The one that was refused.
  }
  for (const socket of sockets) socket[Symbol.dispose]()
  return sockets.length
}

const isRefused = async (visitor: ShoreVisitor): Promise<boolean> =>
  await visitor.connection().then(
    (socket) => {
      socket.destroy()
      return false
    },
    () => true,
  )

type Found = Omit<ConsoleAshoreFound, 'pass'>

const isPassed = (found: Found): boolean => {
  const { obeyed, clearTexts, isTrustedAsLocal, isOffByDefault, connections, session } = found
  const isSafe = obeyed.length + clearTexts.length === 0 && !isTrustedAsLocal && isOffByDefault
  const isBounded = connections > 0 && connections <= mostTunnels
  const isUsed = found.hasStream && found.failed === 0 && Math.min(found.commands, found.recordedBytes) > 0
  return isSafe && isBounded && isUsed && isRight(session)
}

/** Ends the connection of a boat to its fleet, and waits until the boat has another one. */
const cut = async (gateway: TlsGateway, boat: TrialBoat): Promise<void> => {
  gateway.cut()
  await until(
    () => boat.uplink.report.state,
    (state) => state !== 'flowing',
    { timeoutMs: patienceMs },
  )
  await until(
    () => boat.uplink.report.state,
    (state) => state === 'flowing',
    { timeoutMs: patienceMs },
  )
}

/** F10: the console of a closed boat from ashore, through a gateway that records all bytes. */
export const trialOfConsoleAshore = async (): Promise<ConsoleAshoreFound> => {
  await using running = new AsyncDisposableStack()
  const { crew, gateway, tunnels, boatWith } = await start(running)
  const authority = authorityOf(crew.boat.folder)
  const token = crew.tokens.owner ?? ''
  const visitorOf = (own: string | undefined, isKeptAlive = true): ShoreVisitor =>
    running.use(new ShoreVisitor({ port: tunnels.port, name, authority, token: own, isKeptAlive }))
  const silent = await boatWith(undefined)
  const isOffByDefault = await isRefused(visitorOf(undefined))
  silent[Symbol.dispose]()
  const boat = running.use(await boatWith(Number(new URL(crew.url).port)))
  const visitor = visitorOf(token)
  const { failed, times } = await look(visitor)
  const hasStream = (await visitor.hello()).includes('"self"')
  const obeyed = await obeyedOf(visitorOf(token, false))
  const local = await visitorOf(undefined).ask('GET', tree, { host: 'localhost' })
  visitor[Symbol.dispose]()
  const parts = { visitor: () => visitorOf(token, false), cutLink: () => cut(gateway, boat) }
  const session = await trialOfShoreSession({ crew, ...parts })
  const found: Found = {
    looked: requests,
    failed,
    lookedP50Ms: Math.round(quantile(times, 0.5)),
    lookedP99Ms: Math.round(quantile(times, 0.99)),
    hasStream,
    commands: changingOperations().length,
    obeyed,
    isTrustedAsLocal: local.status === 200,
    connections: await connectionsOf(visitorOf(undefined)),
    isOffByDefault,
    recordedBytes: tunnels.bytes,
    clearTexts: tunnels.found([token, 'HTTP/1.1', 'authorization', '"self"', 'marinedata/v1']),
    session,
  }
  return { pass: isPassed(found), ...found }
}
