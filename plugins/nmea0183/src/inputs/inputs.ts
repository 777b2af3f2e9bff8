import { MarineDataError, type Boat, type PluginInput } from '@marinedata/plugin-api'
import { PortScan, type FoundPort, type PortScanOptions } from '#serial/port-scan.ts'
import { resting } from '#serial/resting.ts'
import { ChosenPorts, type ChosenPort } from './chosen-ports.ts'
import { feedFrom } from './feed.ts'
import { PortInput } from './port-input.ts'

/** A port that is plugged in, or again, is seen within a second. */
const lookEveryMs = 1_000
/** Changes that come at once are told at once, together. */
const gatherMs = 50
const mostChosen = 16

/** All serial ports: those that are there, and those that someone chose. */
export class Inputs implements AsyncDisposable {
  readonly #boat: Boat
  readonly #scan: PortScan
  readonly #chosen: ChosenPorts
  readonly #inputById = new Map<string, PortInput>()
  readonly #ending = new AbortController()
  #looking: Promise<void> | undefined
  #telling: NodeJS.Timeout | undefined
  #told = ''
  #status = ''

  constructor(boat: Boat, options: PortScanOptions) {
    this.#boat = boat
    this.#scan = new PortScan(options)
    this.#chosen = new ChosenPorts(boat.storage)
  }

  /** Takes up what was chosen before, and begins to look around. */
  async start(): Promise<void> {
    const chosen = await this.#chosen.read()
    const there = new Map(this.#scan.find().map((port) => [port.id, port]))
    for (const port of chosen)
      this.#take(there.get(port.id) ?? port, { chosen: port, isThere: there.has(port.id) })
    this.#looking = this.#lookAround()
  }

  /**
   * Reads a port from now on, also after a restart. Returns when sentences have been read.
   * @throws MarineDataError with the reason when that cannot be
   */
  async use(id: string, signal: AbortSignal): Promise<void> {
    const input = this.#input(id)
    const others = [...this.#inputById.values()].filter((other) => other !== input && other.isChosen)
    if (others.length >= mostChosen)
      throw new MarineDataError('too-many-requests', `At most ${mostChosen} inputs are used at once`)
    try {
      await input.use(signal)
    } finally {
      await this.#keep()
      this.#tell()
    }
  }

  /** Reads a port no more, also after a restart. */
  async release(id: string): Promise<void> {
    const input = this.#input(id)
    input.release()
    if (!input.isThere) await this.#forget(id, input)
    await this.#keep()
    this.#tell()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort()
    clearTimeout(this.#telling)
    await this.#looking
    await Promise.all([...this.#inputById.values()].map((input) => input[Symbol.asyncDispose]()))
  }

  async #lookAround(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      await this.#look()
      this.#tell()
      await resting(signal, lookEveryMs)
    }
  }

  async #look(): Promise<void> {
    const ports = this.#scan.find()
    const ids = new Set(ports.map(({ id }) => id))
    for (const port of ports) this.#see(port)
    for (const [id, input] of this.#inputById)
      if (!ids.has(id)) {
        if (input.isChosen) input.miss()
        else await this.#forget(id, input)
      }
    await this.#keepSpeeds()
  }

  #see(port: FoundPort): void {
    const known = this.#inputById.get(port.id)
    if (known === undefined) this.#take(port, { isThere: true })
    else known.see(port)
  }

  #take(port: FoundPort, { chosen, isThere }: { chosen?: ChosenPort; isThere: boolean }): void {
    const input = new PortInput({
      port,
      isThere,
      isChosen: chosen !== undefined,
      speed: chosen?.speed,
      feed: () => feedFrom(this.#boat, port.id),
      changed: () => this.#tellSoon(),
    })
    this.#inputById.set(port.id, input)
  }

  async #forget(id: string, input: PortInput): Promise<void> {
    this.#inputById.delete(id)
    await input[Symbol.asyncDispose]()
  }

  async #keep(): Promise<void> {
    const chosen = [...this.#inputById.values()].filter(({ isChosen }) => isChosen)
    await this.#chosen.write(chosen.map(({ port, speed }) => ({ ...port, speed })))
  }

  /** A port may have been found at another speed, or under another device. */
  async #keepSpeeds(): Promise<void> {
    try {
      await this.#keep()
    } catch (error) {
      this.#boat.log.warn(`What is used could not be kept: ${(error as Error).message}`)
    }
  }

  #input(id: string): PortInput {
    const input = this.#inputById.get(id)
    if (input === undefined) throw new MarineDataError('device-not-found', `There is no input "${id}"`)
    return input
  }

  #tellSoon(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      this.#tell()
    }, gatherMs)
  }

  #tell(): void {
    const inputs = [...this.#inputById.values()].map(({ report }) => report)
    const text = JSON.stringify(inputs)
    if (text === this.#told) return
    this.#told = text
    // The word for people first: whoever sees the list can rely on it.
    this.#tellStatus(inputs)
    this.#boat.inputs(inputs)
  }

  #tellStatus(inputs: readonly PluginInput[]): void {
    const used = inputs.filter(({ chosen }) => chosen)
    const silent = used.filter(({ state }) => state !== 'used')
    const found = inputs.filter(({ state }) => state === 'found').length
    const parts = [
      `${used.length} of ${inputs.length} serial ports in use`,
      ...(silent.length > 0 ? [`nothing comes from ${silent.map(({ name }) => name).join(', ')}`] : []),
      ...(found > 0 ? [`${found} more could be used`] : []),
    ]
    const status = inputs.length === 0 ? 'No serial port is plugged in' : parts.join('; ')
    if (status === this.#status) return
    this.#status = status
    this.#boat.status(silent.length > 0 ? 'warning' : 'ok', status)
  }
}
