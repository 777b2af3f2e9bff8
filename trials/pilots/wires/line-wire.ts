import { LineReader } from '@marinedata/inputs'
import { makeLineLink, type LineLink } from './line-links.ts'
import type { CommandFault, PilotWire, SuiteDevice, WireCommand } from './pilot-wire.ts'

/** A simulated pilot that speaks in lines. */
export interface LineDevice extends SuiteDevice {
  readonly isSteering: boolean
  receive(line: string): void
  /** @param now monotonic milliseconds */
  step(now: number): void
  engage(): void
  place(heading: number, windAngle: number): void
  hold(heading: number): void
  fault(fault: CommandFault, isOn: boolean): void
}

export interface LineWireOptions {
  readonly make: (send: (line: string) => void) => LineDevice
  /** What a line commands; undefined when it is no command. */
  readonly commandIn: (line: string) => WireCommand['kind'] | undefined
  /** Of the plugin that steers with it. */
  readonly settings: PilotWire['settings']
  readonly gateway: string
  readonly folder: string
}

const stepMs = 20
const lineEnd = '\r\n'

/** A pilot behind a line of NMEA 0183. */
export class LineWire implements PilotWire {
  readonly commands: WireCommand[] = []
  readonly environment = {}
  readonly address = 'nmea0183'
  readonly device: LineDevice
  readonly #options: LineWireOptions
  readonly #link: LineLink
  readonly #steps: NodeJS.Timeout
  #loss = 0

  private constructor(options: LineWireOptions) {
    this.#options = options
    const reader = new LineReader({ isFirstPartial: false, onLine: (line) => this.#receive(line) })
    this.#link = makeLineLink(options.gateway, (bytes) => reader.read(bytes), options.folder)
    this.device = options.make((line) => {
      if (!this.#isLost()) this.#link.write(line + lineEnd)
    })
    this.#steps = setInterval(() => this.device.step(performance.now()), stepMs)
  }

  static async open(options: LineWireOptions): Promise<LineWire> {
    const wire = new LineWire(options)
    await wire.restore()
    return wire
  }

  get settings(): PilotWire['settings'] {
    return { nmea0183: this.#link.settings, ...this.#options.settings }
  }

  get isSteering(): boolean {
    return this.device.isSteering
  }

  engage(): void {
    this.device.engage()
  }

  place(heading: number, windAngle: number): void {
    this.device.place(heading, windAngle)
  }

  hold(heading: number): void {
    this.device.hold(heading)
  }

  fault(fault: CommandFault, isOn: boolean): void {
    this.device.fault(fault, isOn)
  }

  /** Sentences are lost in both directions. */
  lose(share: number): void {
    this.#loss = share
  }

  async kill(): Promise<void> {
    await this.#link.kill()
  }

  async restore(): Promise<void> {
    await this.#link.restore()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#steps)
    await this.#link.kill()
  }

  #isLost(): boolean {
    return Math.random() < this.#loss
  }

  #receive(line: string): void {
    const kind = this.#options.commandIn(line)
    if (kind !== undefined) this.commands.push({ kind, text: line, to: this.address })
    if (!this.#isLost()) this.device.receive(line)
  }
}
