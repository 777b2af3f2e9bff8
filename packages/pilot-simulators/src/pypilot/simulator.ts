import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { Autopilot } from './autopilot.ts'
import { Client } from './client.ts'
import { valuesOf } from './values.ts'

export const pypilotPorts = { lines: 23_322, nmea0183: 20_220 } as const
const mostClients = 30
const tickMs = 20

/**
 * Faults:
 * - `cut`: the connection ends, and no new one is accepted
 * - `mute`: the connection stays open, but nothing is sent
 * - `refuses`: every write is refused except disengaging
 * - `ignores`: every write is ignored without a word, as pypilot does with an invalid value
 * - `late`: a write takes effect after two seconds
 * - `no-compass`, `no-gps`, `no-wind`: the sensor sends nothing
 */
export const pypilotFaults = [
  'cut',
  'mute',
  'refuses',
  'ignores',
  'late',
  'no-compass',
  'no-gps',
  'no-wind',
] as const
export type PypilotFault = (typeof pypilotFaults)[number]

const lateMs = 2_000

export interface PypilotOptions {
  /** How many times faster than real time the boat turns; default 1. */
  readonly pace?: number
  readonly host?: string
  /** Port of the line server; 0 for any free port. */
  readonly port?: number
  /** Port of the NMEA 0183 server, which takes APB; 0 for any free port. */
  readonly nmea0183Port?: number
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The heading to steer and the cross-track error of an APB with a true heading to steer. */
const readApb = (line: string): { bearing: number; crossTrack: number } | undefined => {
  const fields = line.replace(/\*.*$/, '').split(',')
  if (!/^\$..APB$/.test(fields[0] ?? '') || fields.length < 15 || fields[1] !== 'A' || fields[14] !== 'T')
    return undefined
  const [bearing, distance] = [Number(fields[13]), Number(fields[3])]
  if (fields[13] === '' || !Number.isFinite(bearing) || !Number.isFinite(distance)) return undefined
  return { bearing, crossTrack: fields[4] === 'L' ? -distance : distance }
}

/** A pypilot on the network, with a boat. */
export class PypilotSimulator implements AsyncDisposable {
  readonly #pilot = new Autopilot()
  readonly #faults = new Set<PypilotFault>()
  /** Oldest first. */
  readonly #clients = new Map<Socket, Client>()
  readonly #nmea = new Set<Socket>()
  readonly #lines: Server
  readonly #sentences: Server
  readonly #timer: NodeJS.Timeout
  readonly #late = new Set<NodeJS.Timeout>()
  readonly #pace: number
  #lastAt = performance.now()
  #time = 0

  private constructor(pace: number) {
    this.#pace = pace
    this.#lines = createServer((socket) => this.#accept(socket))
    this.#sentences = createServer((socket) => this.#acceptSentences(socket))
    this.#timer = setInterval(() => this.#step(), tickMs)
  }

  static async start(options: PypilotOptions = {}): Promise<PypilotSimulator> {
    const { pace = 1, host = '127.0.0.1', port = pypilotPorts.lines } = options
    const { nmea0183Port = pypilotPorts.nmea0183 } = options
    await using stack = new AsyncDisposableStack()
    const simulator = stack.use(new PypilotSimulator(pace))
    for (const [server, wanted] of [
      [simulator.#lines, port],
      [simulator.#sentences, nmea0183Port],
    ] as const) {
      server.listen(wanted, host)
      await once(server, 'listening')
    }
    stack.move()
    return simulator
  }

  get port(): number {
    return portOf(this.#lines)
  }

  get nmea0183Port(): number {
    return portOf(this.#sentences)
  }

  get autopilot(): Autopilot {
    return this.#pilot
  }

  /** Puts the boat on a heading, with the wind at an angle from the bow, positive to starboard, in degrees. */
  place(heading: number, windAngle: number): void {
    this.#pilot.boat.place(heading, windAngle)
    this.#publishAll()
  }

  fault(name: PypilotFault, isOn: boolean): void {
    if (isOn) this.#faults.add(name)
    else this.#faults.delete(name)
    for (const sensor of ['compass', 'gps', 'wind'] as const)
      this.#pilot.lose(sensor, this.#faults.has(`no-${sensor}`))
    this.#publishAll()
    if (name === 'cut' && isOn)
      for (const socket of [...this.#clients.keys(), ...this.#nmea]) socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    for (const timer of this.#late) clearTimeout(timer)
    for (const socket of [...this.#clients.keys(), ...this.#nmea]) socket.destroy()
    for (const server of [this.#lines, this.#sentences])
      if (server.listening) {
        server.close()
        await once(server, 'close')
      }
  }

  #publishAll(): void {
    for (const client of this.#clients.values()) client.publish(performance.now(), true)
  }

  #step(): void {
    const now = performance.now()
    const seconds = ((now - this.#lastAt) / 1_000) * this.#pace
    this.#lastAt = now
    this.#time += seconds / this.#pace
    this.#pilot.step(seconds, this.#time)
    for (const client of this.#clients.values()) client.publish(now)
  }

  #accept(socket: Socket): void {
    if (this.#faults.has('cut')) return void socket.destroy()
    const [[, oldest] = []] = this.#clients
    if (this.#clients.size >= mostClients) oldest?.drop()
    const client = new Client(socket, {
      values: this.#writable(),
      refusal: (name) => this.#refusal(name),
      isMute: () => this.#faults.has('mute'),
    })
    this.#clients.set(socket, client)
    socket.on('close', () => this.#clients.delete(socket))
    return undefined
  }

  /** The values, whose writes may be late or without effect. */
  #writable(): ReturnType<typeof valuesOf> {
    const values = new Map(valuesOf(this.#pilot))
    for (const [name, value] of values) {
      const { write } = value
      if (write !== undefined) values.set(name, { ...value, write: (to) => this.#carryOut(() => write(to)) })
    }
    return values
  }

  #carryOut(write: () => void): void {
    if (this.#faults.has('ignores')) return
    if (!this.#faults.has('late')) return write()
    const timer = setTimeout(() => {
      this.#late.delete(timer)
      write()
    }, lateMs)
    this.#late.add(timer)
    return undefined
  }

  #refusal(name: string): string | undefined {
    const isRelease = name === 'ap.enabled' && this.#pilot.isEnabled
    return this.#faults.has('refuses') && !isRelease ? `${name} is not writable` : undefined
  }

  #acceptSentences(socket: Socket): void {
    if (this.#faults.has('cut')) return void socket.destroy()
    this.#nmea.add(socket)
    socket.on('close', () => this.#nmea.delete(socket))
    socket.on('error', () => undefined)
    const lines = createInterface({ input: socket })
    lines.on('error', () => undefined)
    lines.on('line', (line) => {
      const track = readApb(line)
      if (track !== undefined) this.#pilot.follow(track.bearing, track.crossTrack)
    })
    return undefined
  }
}
