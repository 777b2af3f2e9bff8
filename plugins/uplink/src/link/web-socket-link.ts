import { deadlines, mostWaitingFrames, sizes, subprotocol } from '@marinedata/uplink-protocol'
import { connect as connectSocket, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { WebSocket } from 'ws'
import type { Dial, Link, LinkEvents } from './link.ts'

export interface FleetAddress {
  /** `https://…` */
  readonly address: string
  /** The name in its certificate. */
  readonly host: string
  /** PEM; undefined: the authorities that Node knows. */
  readonly authority: string | undefined
}

const closingMs = 2_000
const headerBytes = 64

/** Connects to the gateway of a fleet. The session of TLS is continued, which saves most of its bytes. */
export const webSocketDial = (fleet: FleetAddress): Dial => {
  let session: Buffer | undefined
  return (events, isThrifty) => {
    const sessions = { last: session, set: (made: Buffer) => void (session = made), isThrifty }
    return new WebSocketLink(fleet, sessions, events)
  }
}

interface Sessions {
  readonly last: Buffer | undefined
  readonly set: (session: Buffer) => void
  readonly isThrifty: boolean
}

class WebSocketLink implements Link {
  readonly #socket: WebSocket
  /** Below TLS, so that its counters match the network's. */
  readonly #raw: Socket
  #events: LinkEvents | undefined
  #reason = 'the connection was lost'
  #waitingFrames = 0

  constructor(
    { address, host, authority }: FleetAddress,
    { last, set, isThrifty }: Sessions,
    events: LinkEvents,
  ) {
    this.#events = events
    const { hostname, port } = new URL(address)
    this.#raw = connectSocket({ host: hostname, port: port === '' ? 443 : Number(port) })
    const secure = connectTls({
      socket: this.#raw,
      servername: host,
      ALPNProtocols: ['http/1.1'],
      ...(authority !== undefined && { ca: authority }),
      ...(last !== undefined && { session: last }),
      // The usual key exchange is also safe from quantum computers, but 2.3 kB longer: half of a connection by satellite.
      ...(isThrifty && { ecdhCurve: 'X25519' }),
    })
    secure.on('session', set)
    // `tls.connect` does not pass on the errors of a socket that was made before.
    this.#raw.on('error', (error) => secure.destroy(error))
    this.#socket = new WebSocket(`wss://${new URL(address).host}/uplink`, subprotocol, {
      createConnection: () => secure,
      perMessageDeflate: false,
      // Pongs are counted: a gateway that does not read would fill the memory with them.
      autoPong: false,
      maxPayload: sizes.controlBytes + headerBytes,
      handshakeTimeout: deadlines.dialMs,
      followRedirects: false,
    })
    this.#socket.on('open', () => this.#events?.opened(this.#raw.localAddress))
    this.#socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#events?.bytes(data)
      else this.#events?.text(data.toString())
    })
    this.#socket.on('ping', (data) => {
      this.#events?.pinged()
      this.#write((written) => this.#socket.pong(data, undefined, written))
    })
    this.#socket.on('pong', () => this.#events?.pong())
    this.#socket.on('error', (error) => (this.#reason = error.message))
    this.#socket.on('close', (_code, reason) => this.#end(reason.toString() || this.#reason))
  }

  get bytes(): number {
    return this.#raw.bytesWritten + this.#raw.bytesRead
  }

  get waiting(): number {
    return this.#socket.bufferedAmount
  }

  send(data: string | Uint8Array): void {
    this.#write((written) => this.#socket.send(data, written))
  }

  /** Ends the connection when the other end does not read. */
  #write(write: (written: () => void) => void): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    if (this.waiting > sizes.waitingBytes || this.#waitingFrames >= mostWaitingFrames)
      return this.#end('the fleet does not read')
    this.#waitingFrames++
    write(() => this.#waitingFrames--)
  }

  ping(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
  }

  close(): void {
    this.#events = undefined
    if (this.#socket.readyState !== WebSocket.OPEN) return this.#destroy()
    this.#socket.close(1000)
    setTimeout(() => this.#destroy(), closingMs).unref()
  }

  #end(reason: string): void {
    this.#destroy()
    const events = this.#events
    this.#events = undefined
    events?.closed(reason)
  }

  #destroy(): void {
    this.#socket.terminate()
    this.#raw.destroy()
  }
}
