import { mkdirSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { PseudoTerminal } from '@marinedata/testing/pseudo-terminal'
import { boundPort } from './bus-gateways.ts'

const portSpeed = 4_800

/** How a pilot on NMEA 0183 is connected to the server. */
export const lineGateways = ['tcp', 'serial'] as const

/** How sentences reach the server. It can be killed and opened again. */
export interface LineLink {
  /** Of the plugin `nmea0183`. */
  readonly settings: Readonly<Record<string, unknown>>
  write(text: string): void
  kill(): Promise<void>
  /** Does nothing when it is open. */
  restore(): Promise<void>
}

const sends = { received: false, plugins: true }

/** A converter between NMEA 0183 and the network. */
class TcpEnd implements LineLink {
  readonly #onBytes: (bytes: Buffer) => void
  readonly #clients = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  constructor(onBytes: (bytes: Buffer) => void) {
    this.#onBytes = onBytes
  }

  get settings() {
    return { connections: [{ address: `tcp://127.0.0.1:${this.#port}`, sends }] }
  }

  write(text: string): void {
    for (const client of this.#clients) client.write(text)
  }

  async restore(): Promise<void> {
    if (this.#server !== undefined) return
    const server = createServer((socket) => {
      this.#clients.add(socket)
      socket.setNoDelay(true)
      socket.on('data', this.#onBytes)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#clients.delete(socket))
    }).listen(this.#port, '127.0.0.1')
    this.#server = server
    await once(server, 'listening')
    this.#port = boundPort(server)
  }

  async kill(): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    for (const client of this.#clients) client.destroy()
    await closed
  }
}

/** A serial port that can be unplugged. */
class SerialEnd implements LineLink {
  readonly #onBytes: (bytes: Buffer) => void
  readonly #path: string
  #terminal: PseudoTerminal | undefined

  constructor(onBytes: (bytes: Buffer) => void, folder: string) {
    this.#onBytes = onBytes
    const ports = join(folder, 'ports')
    mkdirSync(ports)
    this.#path = join(ports, 'pilot')
  }

  get settings() {
    const id = this.#path.slice(1).replaceAll('/', '-')
    return { ports: [this.#path], serialOutputs: [{ id, sends }] }
  }

  write(text: string): void {
    this.#terminal?.write(Buffer.from(text))
  }

  async restore(): Promise<void> {
    if (this.#terminal !== undefined) return
    this.#terminal = await PseudoTerminal.open(this.#path, portSpeed)
    this.#terminal.onBytes = this.#onBytes
  }

  async kill(): Promise<void> {
    const terminal = this.#terminal
    this.#terminal = undefined
    await terminal?.[Symbol.asyncDispose]()
  }
}

/** @param folder for the port */
export const makeLineLink = (gateway: string, onBytes: (bytes: Buffer) => void, folder: string): LineLink => {
  if (gateway === 'tcp') return new TcpEnd(onBytes)
  if (gateway === 'serial') return new SerialEnd(onBytes, folder)
  throw new Error(`There is no gateway "${gateway}"`)
}
