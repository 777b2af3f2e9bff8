import { LineReader, ReconnectPauses, TcpClientLink } from '@marinedata/inputs'
import { CommandConfirmations } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

/** Watched values: `true` for every change, else the seconds between values. */
const watched = {
  'ap.enabled': true,
  'ap.mode': true,
  'ap.modes': true,
  'ap.heading_command': true,
  'ap.tack.state': true,
  'ap.tack.direction': true,
  'ap.heading': 0.2,
  'imu.heading_lowpass': 0.2,
} as const
export type Watched = keyof typeof watched

const openMs = 5_000
/** pypilot sends several values a second; after this silence the connection is opened again. */
const silenceMs = 10_000
/** pypilot expects a line at least this often. */
const keepAliveMs = 2_000

export interface LineEvents {
  /** Lines have arrived, and the values are known. */
  readonly onValues: () => void
  /** The connection is lost, with the reason. */
  readonly onLost: (reason: Error) => void
}

const isWatched = (name: string): name is Watched => Object.hasOwn(watched, name)

/** The connection to pypilot: lines of `name=value`, with JSON values. It connects again until it is disposed of. */
export class PypilotLine implements AsyncDisposable {
  readonly #address: { readonly host: string; readonly port: number }
  readonly #values = new Map<Watched, { readonly value: unknown; readonly at: number }>()
  readonly #confirmations = new CommandConfirmations()
  readonly #over = new AbortController()
  #events: LineEvents | undefined
  #running: Promise<void> | undefined
  #link: TcpClientLink | undefined
  #heardAt = 0

  constructor(address: { readonly host: string; readonly port: number }) {
    this.#address = address
  }

  /** Connects, and again whenever the connection is lost. */
  start(events: LineEvents): void {
    this.#events = events
    this.#running = this.#run()
  }

  /** The last value that pypilot sent; undefined before the first, and while there is no connection. */
  get(name: Watched): unknown {
    return this.#values.get(name)?.value
  }

  /** When the last value arrived, in monotonic milliseconds; −∞ before the first. */
  timeOf(name: Watched): number {
    return this.#values.get(name)?.at ?? Number.NEGATIVE_INFINITY
  }

  get isOpen(): boolean {
    return this.#link !== undefined
  }

  /**
   * Sets a value by its name, and resolves when pypilot shows it. pypilot ignores an invalid value without a word: then it waits
   * until the signal is aborted. It is sent once, unless there is a time after which it is sent again.
   * @throws Error with the words of pypilot when it refuses
   */
  async set(
    change: { readonly name: string; readonly value: unknown; readonly repeatMs?: number },
    isShown: () => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { name, value, ...repeated } = change
    const send = (): void => this.#send(`${name}=${JSON.stringify(value)}`)
    await this.#confirmations.run({ key: name, send, isShown, signal, ...repeated })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const pauses = new ReconnectPauses()
    while (!this.#over.signal.aborted) {
      try {
        await this.#connect(pauses)
      } catch (error) {
        if (!this.#over.signal.aborted) this.#events?.onLost(error as Error)
      }
      await sleep(pauses.next(), undefined, { signal: this.#over.signal }).catch(() => undefined)
    }
  }

  /** Rejects when the connection is lost. */
  async #connect(pauses: ReconnectPauses): Promise<void> {
    const { host, port } = this.#address
    const opening = AbortSignal.any([this.#over.signal, AbortSignal.timeout(openMs)])
    await using link = await TcpClientLink.open(host, port, opening)
    const reader = new LineReader({ isFirstPartial: false, onLine: (line) => this.#take(line) })
    this.#heardAt = performance.now()
    link.listen((bytes) => {
      this.#heardAt = performance.now()
      reader.read(bytes)
      pauses.reset()
      this.#confirmations.check()
      this.#events?.onValues()
    })
    this.#link = link
    const ended = AbortSignal.any([link.gone, this.#over.signal])
    try {
      this.#send(`watch=${JSON.stringify(watched)}`)
      await this.#keepAlive(ended)
    } finally {
      this.#link = undefined
      this.#values.clear()
    }
  }

  /** @throws the reason of the signal, or an error when pypilot is silent */
  async #keepAlive(ended: AbortSignal): Promise<never> {
    for (;;) {
      ended.throwIfAborted()
      await sleep(keepAliveMs, undefined, { signal: ended }).catch(() => undefined)
      ended.throwIfAborted()
      if (performance.now() - this.#heardAt > silenceMs) throw new Error('pypilot is silent')
      this.#send('')
    }
  }

  #send(line: string): void {
    this.#link?.write(Buffer.from(`${line}\n`))
  }

  #take(line: string): void {
    const split = line.indexOf('=')
    const [name, text] = [line.slice(0, split), line.slice(split + 1)]
    if (name === 'error') return this.#refuse(text)
    if (!isWatched(name)) return
    try {
      this.#values.set(name, { value: JSON.parse(text) as unknown, at: this.#heardAt })
    } catch {
      // An unreadable value is unknown.
      this.#values.delete(name)
    }
  }

  /** An error names the value, but not the client that wrote it: it is sent to that client only. */
  #refuse(message: string): void {
    this.#confirmations.refuse(new PypilotRefusal(message), (name) => message.includes(name))
  }
}

/** pypilot answered a write with an error. */
export class PypilotRefusal extends Error {}
