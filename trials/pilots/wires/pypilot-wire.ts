import { PypilotSimulator } from '@marinedata/pilot-simulators'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { boundPort } from './bus-gateways.ts'
import type { CommandFault, PilotWire, WireCommand } from './pilot-wire.ts'

const pace = 20

/** The line that a client writes; undefined when it is no command to the pilot. */
const commandIn = (line: string): WireCommand | undefined => {
  if (!/^ap\.[a-z_.]+=/.test(line)) return undefined
  return { kind: line === 'ap.enabled=false' ? 'standby' : 'steer', text: line, to: 'pypilot' }
}

/** A simulated pypilot behind a connection that shows what is written, and can be cut. */
export class PypilotWire implements PilotWire {
  readonly commands: WireCommand[] = []
  readonly environment = {}
  readonly address = 'pypilot'
  readonly #simulator: PypilotSimulator
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  private constructor(simulator: PypilotSimulator) {
    this.#simulator = simulator
  }

  static async open(): Promise<PypilotWire> {
    const wire = new PypilotWire(await PypilotSimulator.start({ pace, port: 0, nmea0183Port: 0 }))
    await wire.restore()
    return wire
  }

  get settings(): PilotWire['settings'] {
    return { 'pilot-pypilot': { port: this.#port, nmea0183Port: this.#simulator.nmea0183Port } }
  }

  get isSteering(): boolean {
    return this.#simulator.autopilot.isEnabled
  }

  engage(): void {
    this.#simulator.autopilot.isEnabled = true
  }

  place(heading: number, windAngle: number): void {
    this.#simulator.place(heading, windAngle)
  }

  hold(heading: number): void {
    this.#simulator.autopilot.hold((heading * 180) / Math.PI)
  }

  fault(fault: CommandFault, isOn: boolean): void {
    if (fault === 'late' || fault === 'refuses' || fault === 'ignores') this.#simulator.fault(fault, isOn)
    else throw new Error(`pypilot has no acknowledgements: ${fault}`)
  }

  async restore(): Promise<void> {
    if (this.#server !== undefined) return
    const server = createServer((socket) => this.#accept(socket)).listen(this.#port, '127.0.0.1')
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
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    await this.#simulator[Symbol.asyncDispose]()
  }

  #accept(socket: Socket): void {
    const far = connect(this.#simulator.port, '127.0.0.1')
    for (const [one, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
      this.#sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => undefined)
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    const lines = createInterface({ input: socket })
    lines.on('error', () => undefined)
    lines.on('line', (line) => {
      const command = commandIn(line)
      if (command !== undefined) this.commands.push(command)
    })
  }
}
