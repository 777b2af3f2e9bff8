import { sentenceOf, startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { here } from './aboard.ts'

export const loopback = '127.0.0.1'

/** A port that nobody uses at the moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, loopback)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const warmUpLine = sentenceOf('GPTXT,01,01,01,warm up')

/** Sends until every connection receives: a system accepts connections before its program does. */
export const warmUp = async (
  sender: { send(text: string): void },
  connections: readonly TestConnection[],
): Promise<void> => {
  const sending = setInterval(() => sender.send(warmUpLine), 20)
  await until(() => connections.every(({ isServed }) => isServed), Boolean, {
    what: () => 'not every client is served',
  })
  clearInterval(sending)
}

/** A connection that keeps what it receives. */
export class TestConnection implements Disposable {
  readonly socket: Socket
  #text = ''

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => (this.#text += bytes.toString('latin1')))
  }

  static async open(port: number): Promise<TestConnection> {
    const socket = connect({ host: loopback, port })
    const connection = new TestConnection(socket)
    await once(socket, 'connect')
    return connection
  }

  /** All lines but those of `warmUp`. */
  get lines(): readonly string[] {
    return this.#text.split('\r\n').filter((line) => line !== '' && line !== warmUpLine.trim())
  }

  get isServed(): boolean {
    return this.#text.includes(warmUpLine)
  }

  send(text: string): void {
    this.socket.write(text)
  }

  /** Waits for a number of lines. */
  async receive(count: number): Promise<readonly string[]> {
    await until(() => this.lines.length >= count, Boolean, {
      what: () => `${this.lines.length} of ${count} lines`,
    })
    return this.lines
  }

  [Symbol.dispose](): void {
    this.socket.destroy()
  }
}

/** A gateway: a server to which the plugin connects. */
export class TestGateway implements AsyncDisposable {
  readonly port: number
  #server: Server
  readonly connections: TestConnection[] = []

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
    this.#serve()
  }

  static async open(): Promise<TestGateway> {
    const server = createServer().listen(0, loopback)
    await once(server, 'listening')
    return new TestGateway(server, (server.address() as AddressInfo).port)
  }

  get address(): string {
    return `tcp://${loopback}:${this.port}`
  }

  get id(): string {
    return `tcp-${loopback}-${this.port}`
  }

  send(text: string): void {
    for (const { socket } of this.connections) socket.write(text)
  }

  /** Ends all connections and does not listen any more. */
  async cut(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const connection of this.connections.splice(0)) connection[Symbol.dispose]()
    await closed
  }

  async restore(): Promise<void> {
    this.#server = createServer().listen(this.port, loopback)
    this.#serve()
    await once(this.#server, 'listening')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.cut()
  }

  #serve(): void {
    this.#server.on('connection', (socket) => this.connections.push(new TestConnection(socket)))
  }
}

/** Receives datagrams. */
export class TestDatagrams implements Disposable {
  readonly #socket = createSocket('udp4')
  readonly received: string[] = []

  static async open(): Promise<TestDatagrams> {
    const datagrams = new TestDatagrams()
    datagrams.#socket.on('message', (bytes) => datagrams.received.push(bytes.toString('latin1')))
    datagrams.#socket.bind(0, loopback)
    await once(datagrams.#socket, 'listening')
    return datagrams
  }

  get port(): number {
    return this.#socket.address().port
  }

  send(text: string, port: number): void {
    this.#socket.send(text, port, loopback)
  }

  [Symbol.dispose](): void {
    this.#socket.close()
  }
}

/** The plugin without serial ports. */
export const startNetwork = async (
  settings: Readonly<Record<string, unknown>>,
  storage: Readonly<Record<string, unknown>> = {},
): Promise<StartedPlugin> =>
  await startPlugin(here, { settings: { ...settings, ignored: ['/dev/*', '/dev/serial/by-id/*'] }, storage })

/** Settings of a server for this machine only. */
export const localServer = (port: number, more: Readonly<Record<string, unknown>> = {}) => ({
  enabled: true,
  port,
  host: loopback,
  ...more,
})

/** Connects once the server listens. */
export const connected = async (port: number): Promise<TestConnection> => {
  for (let tries = 0; ; tries++)
    try {
      return await TestConnection.open(port)
    } catch (error) {
      if (tries >= 200) throw error
      await sleep(25)
    }
}
