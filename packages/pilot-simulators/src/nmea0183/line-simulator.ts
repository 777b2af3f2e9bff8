import { LineReader, systemTimer, TcpServerLink } from '@marinedata/inputs'

export interface LineSimulatorOptions {
  readonly host?: string
  /** 0 for any free one. */
  readonly port?: number
  /** How many times faster than real time the boat turns; default 1. */
  readonly pace?: number
}

/** Connection of a pilot that speaks in lines. */
export interface LinePilotPort {
  /** Sends a sentence, without its line end. */
  readonly send: (line: string) => void
  readonly after: (ms: number, run: () => void) => void
  /** How many times faster than real time the boat turns; default 1. */
  readonly pace?: number
}

/** A simulated pilot that speaks in lines, with a boat. */
export interface LinePilot {
  /** Takes a sentence. */
  receive(line: string): void
  /** Steers, and sends what is due. @param now monotonic milliseconds */
  step(now: number): void
}

const usualPort = 10_110
const stepMs = 20

/** Listens where the pilot is. */
export const openLines = async ({
  host = '127.0.0.1',
  port = usualPort,
}: LineSimulatorOptions): Promise<TcpServerLink> => await TcpServerLink.open({ host, port })

/** A pilot behind a TCP server for NMEA 0183. */
export class LineSimulator<Pilot extends LinePilot> implements AsyncDisposable {
  readonly pilot: Pilot
  readonly #server: TcpServerLink
  readonly #steps: NodeJS.Timeout

  protected constructor(
    server: TcpServerLink,
    make: (port: LinePilotPort) => Pilot,
    { pace }: LineSimulatorOptions,
  ) {
    this.#server = server
    this.pilot = make({
      ...(pace !== undefined && { pace }),
      after: (ms, run) => void systemTimer.after(ms, run),
      send: (line) => void server.write(Buffer.from(`${line}\r\n`)),
    })
    const reader = new LineReader({ isFirstPartial: false, onLine: (line) => this.pilot.receive(line) })
    server.listen((bytes) => reader.read(bytes))
    this.#steps = setInterval(() => this.pilot.step(performance.now()), stepMs)
  }

  get port(): number {
    return this.#server.port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#steps)
    await this.#server[Symbol.asyncDispose]()
  }
}
