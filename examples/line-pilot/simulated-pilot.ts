import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const full = 360
const wrapFull = (angle: number): number => ((angle % full) + full) % full
const wrapHalf = (angle: number): number => (wrapFull(angle) > 180 ? wrapFull(angle) - full : wrapFull(angle))
const clamped = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

const tickMs = 20
const maxTurnDegPerSecond = 10

/** A simulated pilot with a boat, for tests of the provider. All angles are in degrees. */
export class SimulatedPilot implements AsyncDisposable {
  heading = 0
  #wind = 45
  #isEngaged = false
  #mode: 'compass' | 'wind' = 'compass'
  #set: number | undefined
  #turn: { readonly side: 'P' | 'S'; left: number } | undefined
  #isDumb = false
  /** Its answer to everything but STANDBY. */
  #excuse: string | undefined
  readonly #pace: number
  readonly #server: Server
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #sockets = new Set<Socket>()

  /** @param pace how many times faster than real time it runs */
  constructor(pace: number) {
    this.#pace = pace
    this.#server = createServer((socket) => this.#welcome(socket))
    this.#timers = [setInterval(() => this.#step(), tickMs), setInterval(() => this.#tellAll(), 200)]
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  place(heading: number, windAngle: number): void {
    this.heading = wrapFull(heading)
    this.#wind = wrapFull(heading + windAngle)
    this.#tellAll()
  }

  /** Cuts or restores the connection. */
  cut(isCut: boolean): void {
    this.#isDumb = isCut
    if (isCut) for (const socket of this.#sockets) socket.destroy()
  }

  refuse(excuse: string | undefined): void {
    this.#excuse = excuse
  }

  /** Raises or ends its off-heading alarm. */
  alarm(isOn: boolean): void {
    for (const socket of this.#sockets) socket.write(`A ${isOn ? 'ON' : 'OFF'}\n`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get #windAngle(): number {
    return wrapHalf(this.#wind - this.heading)
  }

  get #present(): number {
    return this.#mode === 'wind' ? this.#windAngle : this.heading
  }

  get #toTurn(): number {
    if (this.#turn !== undefined) return this.#turn.left
    const way = wrapHalf((this.#set ?? this.#present) - this.#present)
    // A larger wind angle is a turn to port.
    return this.#mode === 'wind' ? -way : way
  }

  #step(): void {
    if (!this.#isEngaged) return
    const seconds = (tickMs / 1_000) * this.#pace
    const turned = clamped(this.#toTurn * Math.min(seconds / 3, 1), maxTurnDegPerSecond * seconds)
    this.heading = wrapFull(this.heading + turned)
    if (this.#turn === undefined) return
    this.#turn.left -= turned
    if (Math.abs(this.#turn.left) < 3) this.#turn = undefined
  }

  #welcome(socket: Socket): void {
    if (this.#isDumb) return void socket.destroy()
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    const lines = createInterface({ input: socket })
    lines.on('error', () => undefined)
    lines.on('line', (line) => {
      const [number = '', ...words] = line.split(' ')
      const no = this.#obey(words)
      socket.write(no === undefined ? `${number} OK\n` : `${number} NO ${no}\n`)
      this.#tellAll()
    })
    return this.#tellAll()
  }

  readonly #orders: Readonly<Record<string, (word: string) => string | undefined>> = {
    STANDBY: () => this.#letGo(),
    AUTO: () => (this.#isEngaged ? undefined : this.#steady(true)),
    COMPASS: () => this.#select('compass'),
    WIND: () => this.#select('wind'),
    SET: (word) => (this.#isEngaged ? this.#aim(Number(word)) : 'idle'),
    TACK: (word) => (this.#isEngaged ? this.#tack(word) : 'idle'),
  }

  /** Returns why it refuses; undefined when it does not. */
  #obey([verb = '', word = '']: readonly string[]): string | undefined {
    if (verb !== 'STANDBY' && this.#excuse !== undefined) return this.#excuse
    const order = this.#orders[verb]
    return order === undefined ? 'what' : order(word)
  }

  #select(mode: 'compass' | 'wind'): undefined {
    this.#mode = mode
    this.#steady(this.#isEngaged)
  }

  #letGo(): undefined {
    this.#isEngaged = false
    this.#turn = undefined
    this.#set = undefined
  }

  /** Holds the present heading or wind angle. */
  #steady(isEngaged: boolean): undefined {
    this.#isEngaged = isEngaged
    this.#turn = undefined
    this.#set = isEngaged ? this.#present : undefined
  }

  #aim(set: number): string | undefined {
    const [least, most] = this.#mode === 'wind' ? [-180, 180] : [0, 360]
    if (!(set >= least && set <= most)) return 'range'
    this.#turn = undefined
    this.#set = set
    return undefined
  }

  #tack(word: string): string | undefined {
    if (this.#turn !== undefined) return 'busy'
    const side = this.#windAngle > 0 ? 'S' : 'P'
    if (word !== side) return 'side'
    this.#turn = { side, left: 2 * this.#windAngle }
    this.#set = this.#mode === 'wind' ? -(this.#set ?? 0) : wrapFull(this.heading + 2 * this.#windAngle)
    return undefined
  }

  #tellAll(): void {
    const set = this.#set === undefined ? '-' : this.#set.toFixed(1)
    const state = this.#isEngaged ? 'auto' : 'standby'
    const sensors = `${this.heading.toFixed(1)} ${this.#windAngle.toFixed(1)}`
    for (const socket of this.#sockets)
      socket.write(`S ${state} ${this.#mode} ${sensors} ${set} ${this.#turn?.side ?? '-'}\n`)
  }
}
