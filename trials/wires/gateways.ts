import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PseudoTerminal } from '@marinedata/testing/pseudo-terminal'
import type { FarEndOrder, FarEndState } from './far-end.ts'
import type { WiredServer } from './wired-server.ts'

/** How a gateway is connected. */
export type Transport = 'tcp' | 'udp' | 'port' | 'program'

/** A gateway as it is tried. */
export interface GatewayTrial {
  readonly kind: string
  readonly transport: Transport
  /** Baud, of a port. */
  readonly speed?: number
}

/** Every gateway, each over its own kind of connection. */
export const gatewayTrials: readonly GatewayTrial[] = [
  { kind: 'yacht-devices', transport: 'tcp' },
  { kind: 'yacht-devices', transport: 'udp' },
  { kind: 'actisense-ascii', transport: 'tcp' },
  { kind: 'actisense', transport: 'port', speed: 115_200 },
  { kind: 'ikonvert', transport: 'port', speed: 230_400 },
  { kind: 'maretron', transport: 'tcp' },
  { kind: 'socketcan', transport: 'program' },
]

const program = new URL('./far-end.ts', import.meta.url).pathname
const datagramPort = 14_570
const portName = 'ttyNGT'

/** A bus behind a gateway, in a process of its own. */
export class FarEnd implements AsyncDisposable {
  readonly #child: ChildProcess
  #state: FarEndState

  private constructor(child: ChildProcess, state: FarEndState) {
    this.#child = child
    this.#state = state
  }

  static async start({ kind, transport }: GatewayTrial): Promise<FarEnd> {
    const words = transport === 'udp' ? [kind, 'udp', String(datagramPort)] : [kind, 'tcp']
    const child = fork(program, words, { execArgv: ['--conditions=@marinedata/source'] })
    const [state] = (await once(child, 'message')) as [FarEndState]
    return new FarEnd(child, state)
  }

  get port(): number {
    return this.#state.port
  }

  async order(order: FarEndOrder): Promise<FarEndState> {
    const answer = once(this.#child, 'message') as Promise<[FarEndState]>
    this.#child.send(order)
    const [state] = await answer
    this.#state = state
    return state
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
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

/** The search path of the server. Only these programs are found, and no sandbox, which would not see their folder. */
export const environmentOf =
  ({ transport }: GatewayTrial, { port }: FarEnd) =>
  (folder: string): Readonly<Record<string, string>> => {
    if (transport !== 'program') return {}
    const programs = join(folder, 'programs')
    mkdirSync(programs)
    for (const name of ['candump', 'canplayer']) {
      writeFileSync(join(programs, name), passer(port))
      chmodSync(join(programs, name), 0o755)
    }
    return { PATH: programs }
  }

const none: AsyncDisposable = { [Symbol.asyncDispose]: () => Promise.resolve() }

/** Connects the far end to a serial port. */
const openPort = async (path: string, speed: number, { port }: FarEnd): Promise<AsyncDisposable> => {
  const terminal = await PseudoTerminal.open(path, speed)
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (bytes: Buffer) => terminal.write(bytes))
  terminal.onBytes = (bytes) => socket.write(bytes)
  return {
    [Symbol.asyncDispose]: async () => {
      socket.destroy()
      await terminal[Symbol.asyncDispose]()
    },
  }
}

/** Lets the server read the gateway. The far end must already send. */
export const readGateway = async (
  trial: GatewayTrial,
  server: WiredServer,
  farEnd: FarEnd,
): Promise<AsyncDisposable> => {
  const { kind, transport, speed = 0 } = trial
  if (transport === 'port') {
    const ports = join(server.folder, 'ports')
    mkdirSync(ports)
    const path = join(ports, portName)
    const port = await openPort(path, speed, farEnd)
    await server.configure({ ports: [path] })
    const { id } = await server.input(({ state }) => state === 'found')
    await server.use(id)
    return port
  }
  const addresses = { tcp: `tcp://127.0.0.1:${farEnd.port}`, udp: `udp://:${datagramPort}`, program: 'can0' }
  await server.configure({ gateways: [{ kind, address: addresses[transport] }] })
  return none
}
