import { systemTimer as timer } from '@marinedata/inputs'
import {
  simulateGateway,
  type GatewayKind,
  type SimulatedBus,
  type SimulatedGateway,
} from '@marinedata/nmea2000'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { PseudoTerminal } from '@marinedata/testing/pseudo-terminal'

/** How a bus is connected to the server. */
export const busGateways = ['ydwg', 'ngt1', 'candump'] as const
export type BusGateway = (typeof busGateways)[number]

/** A gateway between a simulated bus and the server. It can be killed and started again. */
export interface TrialGateway extends AsyncDisposable {
  /** Of the plugin `nmea2000`. */
  readonly settings: object
  /** Of the server. */
  readonly environment: Readonly<Record<string, string>>
  kill(): Promise<void>
  /** Does nothing when it runs. */
  restore(): Promise<void>
}

/** The port of a TCP server that listens. */
export const boundPort = (server: Server): number =>
  // A TCP server always has an address with a port.
  (server.address() as AddressInfo).port

/** The address that a gateway claims. */
const gatewayAddress = 77
const portSpeed = 115_200

/** The far end of a gateway behind a TCP server: all clients share it. */
class SocketEnd implements AsyncDisposable {
  readonly #make: (write: (bytes: Uint8Array) => void) => SimulatedGateway
  readonly #clients = new Set<Socket>()
  #server: Server | undefined
  #far: SimulatedGateway | undefined
  #port = 0

  constructor(bus: SimulatedBus, kind: GatewayKind) {
    this.#make = (write) => simulateGateway(kind, { bus, timer, address: gatewayAddress, write })
  }

  get port(): number {
    return this.#port
  }

  async restore(): Promise<void> {
    if (this.#server !== undefined) return
    const far = this.#make((bytes) => {
      for (const client of this.#clients) client.write(bytes)
    })
    this.#far = far
    const server = createServer((socket) => {
      this.#clients.add(socket)
      socket.setNoDelay(true)
      socket.on('data', (bytes: Buffer) => far.read(bytes))
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
    this.#far?.[Symbol.dispose]()
    const closed = once(server, 'close')
    server.close()
    for (const client of this.#clients) client.destroy()
    await closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }
}

const openYachtDevices = async (bus: SimulatedBus): Promise<TrialGateway> => {
  const end = new SocketEnd(bus, 'yacht-devices')
  await end.restore()
  const gateway = { kind: 'yacht-devices', address: `tcp://127.0.0.1:${end.port}` }
  return {
    settings: { gateways: [gateway] },
    environment: {},
    kill: () => end.kill(),
    restore: () => end.restore(),
    [Symbol.asyncDispose]: () => end.kill(),
  }
}

/** An NGT-1 at a pseudo terminal. Its name makes the plugin search it. */
const openNgt1 = async (bus: SimulatedBus, folder: string): Promise<TrialGateway> => {
  const ports = join(folder, 'ports')
  mkdirSync(ports)
  const path = join(ports, 'usb-Actisense_NGT-1_2A3B-if00-port0')
  let opened: AsyncDisposableStack | undefined
  const kill = async (): Promise<void> => {
    const open = opened
    opened = undefined
    await open?.disposeAsync()
  }
  const restore = async (): Promise<void> => {
    if (opened !== undefined) return
    opened = new AsyncDisposableStack()
    const terminal = opened.use(await PseudoTerminal.open(path, portSpeed))
    const write = (bytes: Uint8Array): void => terminal.write(bytes)
    const far = opened.use(simulateGateway('actisense', { bus, timer, address: gatewayAddress, write }))
    terminal.onBytes = (bytes) => far.read(bytes)
  }
  await restore()
  return {
    settings: { ports: [path] },
    environment: {},
    kill,
    restore,
    [Symbol.asyncDispose]: kill,
  }
}

/** A program that passes its input to a socket and prints what comes from there. */
const passer = (port: number): string => `#!${process.execPath}
const socket = require('node:net').connect(${port}, '127.0.0.1')
process.stdin.pipe(socket)
socket.pipe(process.stdout)
socket.on('close', () => process.exit(0))
socket.on('error', () => process.exit(1))
`

/** Programs called `candump` and `canplayer`. Only these are found, and no sandbox, which would not see their folder. */
const openCandump = async (bus: SimulatedBus, folder: string): Promise<TrialGateway> => {
  const end = new SocketEnd(bus, 'socketcan')
  await end.restore()
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const name of ['candump', 'canplayer']) {
    writeFileSync(join(programs, name), passer(end.port))
    chmodSync(join(programs, name), 0o755)
  }
  return {
    settings: { gateways: [{ kind: 'socketcan', address: 'can0' }] },
    environment: { PATH: programs },
    kill: () => end.kill(),
    restore: () => end.restore(),
    [Symbol.asyncDispose]: () => end.kill(),
  }
}

const openers: Readonly<Record<BusGateway, (bus: SimulatedBus, folder: string) => Promise<TrialGateway>>> = {
  ydwg: openYachtDevices,
  ngt1: openNgt1,
  candump: openCandump,
}

/** Opens a gateway to a bus. @param folder for its port or programs */
export const openGateway = async (
  name: BusGateway,
  bus: SimulatedBus,
  folder: string,
): Promise<TrialGateway> => await openers[name](bus, folder)
