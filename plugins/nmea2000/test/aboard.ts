import { systemTimer } from '@marinedata/inputs'
import {
  simulateGateway,
  SimulatedBoat,
  SimulatedBus,
  type GatewayKind,
  type SimulatedGateway,
  type SimulatedGatewayOptions,
} from '@marinedata/nmea2000'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import type { PluginInput } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CanPrograms } from './can-programs.ts'
import { PseudoTerminal } from '@marinedata/testing/pseudo-terminal'
import { until } from '@marinedata/testing/until'

export const here = fileURLToPath(new URL('..', import.meta.url))

const hasPython = spawnSync('python3', ['--version']).status === 0
/** A developer's machine may lack Python; CI may not. */
export const skip = !hasPython && process.env['CI'] === undefined ? 'python3 is not installed' : false

type MakeGateway = (options: SimulatedGatewayOptions) => SimulatedGateway

/** The address of every simulated gateway. */
export const gatewayAddress = 77

/** A boat with NMEA 2000, gateways to its bus, and the plugin that reads it. */
export class Harbour implements AsyncDisposable {
  readonly folder: string
  readonly bus = new SimulatedBus(systemTimer)
  readonly boat: SimulatedBoat
  readonly #stack = new AsyncDisposableStack()

  private constructor(folder: string) {
    this.folder = folder
    this.#stack.defer(() => rm(folder, { recursive: true, force: true }))
    this.boat = this.#stack.use(new SimulatedBoat({ bus: this.bus, timer: systemTimer }))
  }

  static async make(): Promise<Harbour> {
    return new Harbour(await mkdtemp(join(tmpdir(), 'n2k-')))
  }

  /** A gateway that listens for TCP connections; each client has the far end to itself. */
  async tcp(
    kind: GatewayKind,
    make: MakeGateway = (options) => simulateGateway(kind, options),
  ): Promise<TcpGateway> {
    return this.#stack.use(await TcpGateway.listen((write) => make(this.#options(write))))
  }

  /** A gateway that sends datagrams to a port of this machine. */
  async udp(kind: GatewayKind): Promise<string> {
    const probe = createSocket('udp4').bind(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address()
    probe.close()
    const socket = createSocket('udp4')
    this.#stack.defer(() => void socket.close())
    this.#stack.use(
      simulateGateway(
        kind,
        this.#options((bytes) => socket.send(bytes, port, '127.0.0.1')),
      ),
    )
    return `udp://:${port}`
  }

  /** A gateway at a serial port. */
  async port(name: string, speed: number, kind: GatewayKind): Promise<PseudoTerminal> {
    const terminal = this.#stack.use(await PseudoTerminal.open(join(this.folder, name), speed))
    const gateway = this.#stack.use(
      simulateGateway(
        kind,
        this.#options((bytes) => terminal.write(bytes)),
      ),
    )
    terminal.onBytes = (bytes) => gateway.read(bytes)
    return terminal
  }

  /** Programs that read and write a CAN interface. This process finds no others from now on. */
  async can(): Promise<void> {
    const folder = join(this.folder, 'programs')
    const make = (write: (bytes: Uint8Array) => void): SimulatedGateway =>
      simulateGateway('socketcan', this.#options(write))
    this.#stack.use(await CanPrograms.install(folder, make))
    CanPrograms.searchOnly(folder)
  }

  idOf(name: string): string {
    return join(this.folder, name).slice(1).replaceAll('/', '-')
  }

  async plugin(
    settings: Readonly<Record<string, unknown>> = {},
    storage: Readonly<Record<string, unknown>> = {},
  ): Promise<StartedPlugin> {
    const ports = [`${this.folder}/*`]
    return this.#stack.use(await startPlugin(here, { settings: { ports, ...settings }, storage }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  #options(write: (bytes: Uint8Array) => void): SimulatedGatewayOptions {
    return { bus: this.bus, timer: systemTimer, address: gatewayAddress, write }
  }
}

/** A gateway behind a TCP server that can be cut and opened again. */
export class TcpGateway implements AsyncDisposable {
  readonly #make: (write: (bytes: Uint8Array) => void) => SimulatedGateway
  readonly #sockets = new Set<Socket>()
  #server = createServer()
  #port = 0

  private constructor(make: (write: (bytes: Uint8Array) => void) => SimulatedGateway) {
    this.#make = make
  }

  static async listen(make: (write: (bytes: Uint8Array) => void) => SimulatedGateway): Promise<TcpGateway> {
    const gateway = new TcpGateway(make)
    await gateway.restore()
    return gateway
  }

  get port(): number {
    return this.#port
  }

  get address(): string {
    return `tcp://127.0.0.1:${this.#port}`
  }

  get id(): string {
    return `tcp-127.0.0.1-${this.#port}`
  }

  async restore(): Promise<void> {
    this.#server = createServer((socket) => this.#accept(socket))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    // A TCP server always has an address with a port.
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async cut(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.cut()
  }

  #accept(socket: Socket): void {
    const gateway = this.#make((bytes) => socket.write(bytes))
    this.#sockets.add(socket)
    socket.on('data', (bytes: Buffer) => gateway.read(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      gateway[Symbol.dispose]()
    })
  }
}

/** Waits until an input matches, and returns it. */
export const inputOf = async (
  plugin: StartedPlugin,
  id: string,
  isSo: (input: PluginInput) => boolean,
): Promise<PluginInput> => {
  try {
    return await until(() => plugin.inputs.find((input) => input.id === id && isSo(input)), Boolean)
  } catch {
    return assert.fail(`The inputs are ${JSON.stringify(plugin.inputs)}, status ${plugin.status?.message}`)
  }
}

export const isIn =
  (state: PluginInput['state']) =>
  (input: PluginInput): boolean =>
    input.state === state

export const sourcesOf = (plugin: StartedPlugin): Set<string> =>
  new Set(plugin.published.flatMap(({ updates }) => updates.map(({ $source }) => $source ?? '')))
