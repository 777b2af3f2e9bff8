import type { RecordedLog } from '@marinedata/plugin-api'
import {
  decodeFrame,
  encodeFrame,
  readBoatMessage,
  sizes,
  subprotocol,
  type BoatMessage,
  type Frame,
  type GatewayMessage,
  type Tariff,
} from '@marinedata/uplink-protocol'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import { webSocketDial } from '../src/link/web-socket-link.ts'
import { BoatValues } from '../src/sending/boat-values.ts'
import { Uplink } from '../src/uplink.ts'
import { Usage } from '../src/usage.ts'

export const host = 'fleet.test'
export const vessel = 'urn:mrn:imo:mmsi:230099999'
export const epoch = 'log-1'
export const entries = 50
export const keys = generateKeyPairSync('ed25519')

/** The certificate of the fleet. It is its own authority. */
const makeCertificate = (): { readonly cert: string; readonly key: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-gateway-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=fleet`
  const names = ['-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert]
  try {
    execFileSync('openssl', [...words.split(' '), ...names], { stdio: 'ignore' })
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
export const certificate = makeCertificate()

/** Timers that end when a test says so. Others are those of deadlines, which no test waits for. */
export class ManualClock {
  readonly #waiting = new Set<{ readonly ms: number; readonly work: () => void }>()

  now(): number {
    return Date.now()
  }

  after(ms: number, work: () => void): () => void {
    const timer = { ms, work }
    this.#waiting.add(timer)
    return () => void this.#waiting.delete(timer)
  }

  /** Milliseconds of the timers that wait, the oldest first. */
  get waits(): readonly number[] {
    return [...this.#waiting].map(({ ms }) => ms)
  }

  /**
   * Ends every timer that waits now.
   * @param wantedMs ends only timers of this length
   */
  end(wantedMs?: number): void {
    for (const timer of Array.from(this.#waiting))
      if ((wantedMs === undefined || timer.ms === wantedMs) && this.#waiting.delete(timer)) timer.work()
  }
}

/** One connection of the boat, as the program that plays the gateway sees it. */
export class Connection {
  readonly socket: WebSocket
  /** Below TLS is the network; this is above. */
  readonly raw: Socket
  readonly messages: BoatMessage[] = []
  readonly frames: Frame[] = []
  isClosed = false
  onFrame: (frame: Frame) => void = () => undefined
  onMessage: (message: BoatMessage) => void = () => undefined

  constructor(socket: WebSocket, raw: Socket) {
    this.socket = socket
    this.raw = raw
    socket.on('error', () => undefined)
    socket.on('close', () => (this.isClosed = true))
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        const frame = decodeFrame(data)
        this.frames.push(frame)
        this.onFrame(frame)
      } else {
        const message = readBoatMessage(data.toString())
        this.messages.push(message)
        this.onMessage(message)
      }
    })
  }

  say(message: GatewayMessage | object): void {
    this.socket.send(JSON.stringify(message))
  }

  frame(frame: Frame): void {
    this.socket.send(encodeFrame(frame))
  }

  challenge(nonce = 'A'.repeat(43)): void {
    this.say({ type: 'challenge', nonce })
  }

  accept(cursor = { events: entries, minutes: entries, full: entries }, live = 0): void {
    this.say({ type: 'accept', cursor, live, batchBytes: sizes.batchBytes })
  }

  /** Resolves when the boat has received what was sent, and its frames until then have arrived. */
  async settled(): Promise<void> {
    this.socket.ping()
    await once(this.socket, 'pong')
  }

  async closed(): Promise<void> {
    if (!this.isClosed) await once(this.socket, 'close')
  }
}

/** A program with the certificate of the fleet that plays the gateway. */
export class HostileGateway implements AsyncDisposable {
  readonly server: Server
  readonly connections: Connection[] = []
  readonly #play: (connection: Connection) => void
  #wanted: (() => void) | undefined

  private constructor(play: (connection: Connection) => void) {
    this.#play = play
    this.server = createServer(certificate)
    const upgrades = new WebSocketServer({
      server: this.server,
      handleProtocols: () => subprotocol,
      perMessageDeflate: false,
      maxPayload: sizes.batchBytes + 64,
    })
    upgrades.on('connection', (socket, request) => {
      const connection = new Connection(socket, request.socket)
      this.connections.push(connection)
      this.#play(connection)
      this.#wanted?.()
    })
  }

  static async start(play: (connection: Connection) => void): Promise<HostileGateway> {
    const gateway = new HostileGateway(play)
    gateway.server.listen(0, '127.0.0.1')
    await once(gateway.server, 'listening')
    return gateway
  }

  get port(): number {
    // It listens on a port, not on a path.
    return (this.server.address() as AddressInfo).port
  }

  /** The connection with this index, from 0. */
  async connection(index: number): Promise<Connection> {
    for (;;) {
      const found = this.connections[index]
      if (found !== undefined) return found
      await new Promise<void>((resolve) => (this.#wanted = resolve))
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.connections) socket.terminate()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

export interface Boat extends Disposable {
  readonly uplink: Uplink
  readonly clock: ManualClock
  /** How often a new log was started. */
  readonly epochs: () => number
  /** The next time that it waits to connect again. */
  readonly waiting: () => Promise<string | undefined>
}

interface BoatSettings {
  readonly consolePort?: number
  /** The name of the fleet. */
  readonly dialled?: string
  readonly tariff?: Tariff
  /** None by default. */
  readonly values?: BoatValues
}

const segmentOf = (number: number) => ({
  number,
  boot: 1,
  mono: 0,
  wall: 0,
  trust: 'none' as const,
  blob: Buffer.from('x').toString('base64'),
})

/** A log with segments, and how often a new one was started. */
const recordedLog = (): { readonly log: RecordedLog; readonly epochs: () => number } => {
  let started = 0
  const head = () =>
    Promise.resolve({ epoch: started === 0 ? epoch : `new-${started}`, event: entries, number: entries })
  const log: RecordedLog = {
    head,
    segments: ({ after }) =>
      Promise.resolve(Array.from({ length: entries - after }, (_, index) => segmentOf(after + index + 1))),
    events: () => Promise.resolve([]),
    series: () => Promise.resolve([]),
    startEpoch: () => {
      started++
      return head()
    },
  }
  return { log, epochs: () => started }
}

export const startBoat = (port: number, settings: BoatSettings = {}): Boat => {
  const { consolePort, dialled = host, tariff = 'wifi', values = new BoatValues(() => undefined) } = settings
  const clock = new ManualClock()
  const { log, epochs } = recordedLog()
  let resume: (() => void) | undefined
  const uplink = new Uplink({
    vessel,
    key: keys.privateKey,
    host: dialled,
    version: '0.1.0',
    dial: webSocketDial({
      address: `https://127.0.0.1:${port}`,
      host: dialled,
      authority: certificate.cert,
    }),
    ...(consolePort !== undefined && { consolePort }),
    log,
    values,
    tariffs: { of: () => tariff, networks: 'eth0' },
    usage: new Usage(clock, undefined),
    clock,
    random: () => 0.5,
    warn: () => undefined,
    changed: () => resume?.(),
  })
  uplink.start()
  return {
    uplink,
    clock,
    epochs,
    waiting: async () => {
      while (uplink.report.state !== 'waiting') await new Promise<void>((resolve) => (resume = resolve))
      return uplink.report.reason
    },
    [Symbol.dispose]: () => uplink[Symbol.dispose](),
  }
}
