import { MarineDataError, type Boat, type PluginInput } from '@marinedata/plugin-api'
import { PortScan, type FoundPort, type PortScanOptions } from '#serial/port-scan.ts'
import { waitOrAbort } from '#serial/wait.ts'
import { ChosenPorts, type ChosenPort } from './chosen-ports.ts'
import { feedFrom } from './feed.ts'
import { PortInput } from './port-input.ts'

/** A port that is plugged in is noticed within a second. */
const scanMs = 1_000
/** Changes within this time are reported together. */
const debounceMs = 50
const maxChosen = 16

/** All serial ports: those that are plugged in, and those that someone chose. */
export class Inputs implements AsyncDisposable {
  readonly #boat: Boat
  readonly #scan: PortScan
  readonly #chosen: ChosenPorts
  readonly #inputById = new Map<string, PortInput>()
  readonly #stopping = new AbortController()
  #scanning: Promise<void> | undefined
  #reportTimer: NodeJS.Timeout | undefined
  #lastReport = ''
  #status = ''

  constructor(boat: Boat, options: PortScanOptions) {
    this.#boat = boat
    this.#scan = new PortScan(options)
    this.#chosen = new ChosenPorts(boat.storage)
  }

  /** Restores the chosen ports and starts to scan. */
  async start(): Promise<void> {
    const chosen = await this.#chosen.read()
    const present = new Map(this.#scan.find().map((port) => [port.id, port]))
    for (const port of chosen)
      this.#add(present.get(port.id) ?? port, { chosen: port, isThere: present.has(port.id) })
    this.#scanning = this.#scanLoop()
  }

  /**
   * Starts reading a port, also after a restart. Resolves when sentences have been received.
   * @throws MarineDataError with the reason when the port cannot be read
   */
  async use(id: string, signal: AbortSignal): Promise<void> {
    const input = this.#input(id)
    const others = [...this.#inputById.values()].filter((other) => other !== input && other.isChosen)
    if (others.length >= maxChosen)
      throw new MarineDataError('too-many-requests', `At most ${maxChosen} inputs are used at once`)
    try {
      await input.use(signal)
    } finally {
      await this.#save()
      this.#report()
    }
  }

  /** Stops reading a port, also after a restart. */
  async release(id: string): Promise<void> {
    const input = this.#input(id)
    input.release()
    if (!input.isThere) await this.#remove(id, input)
    await this.#save()
    this.#report()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#reportTimer)
    await this.#scanning
    await Promise.all([...this.#inputById.values()].map((input) => input[Symbol.asyncDispose]()))
  }

  async #scanLoop(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#scanPorts()
      this.#report()
      await waitOrAbort(signal, scanMs)
    }
  }

  async #scanPorts(): Promise<void> {
    const ports = this.#scan.find()
    const ids = new Set(ports.map(({ id }) => id))
    for (const port of ports) this.#addOrUpdate(port)
    for (const [id, input] of this.#inputById)
      if (!ids.has(id)) {
        if (input.isChosen) input.markAbsent()
        else await this.#remove(id, input)
      }
    await this.#trySave()
  }

  #addOrUpdate(port: FoundPort): void {
    const known = this.#inputById.get(port.id)
    if (known === undefined) this.#add(port, { isThere: true })
    else known.markPresent(port)
  }

  #add(port: FoundPort, { chosen, isThere }: { chosen?: ChosenPort; isThere: boolean }): void {
    const input = new PortInput({
      port,
      isThere,
      isChosen: chosen !== undefined,
      speed: chosen?.speed,
      feed: () => feedFrom(this.#boat, port.id),
      changed: () => this.#reportSoon(),
    })
    this.#inputById.set(port.id, input)
  }

  async #remove(id: string, input: PortInput): Promise<void> {
    this.#inputById.delete(id)
    await input[Symbol.asyncDispose]()
  }

  async #save(): Promise<void> {
    const chosen = [...this.#inputById.values()].filter(({ isChosen }) => isChosen)
    await this.#chosen.write(chosen.map(({ port, speed }) => ({ ...port, speed })))
  }

  /** Saves a changed speed or device path of a chosen port. */
  async #trySave(): Promise<void> {
    try {
      await this.#save()
    } catch (error) {
      this.#boat.log.warn(`could not save the chosen ports: ${(error as Error).message}`)
    }
  }

  #input(id: string): PortInput {
    const input = this.#inputById.get(id)
    if (input === undefined) throw new MarineDataError('device-not-found', `There is no input "${id}"`)
    return input
  }

  #reportSoon(): void {
    this.#reportTimer ??= setTimeout(() => {
      this.#reportTimer = undefined
      this.#report()
    }, debounceMs)
  }

  #report(): void {
    const inputs = [...this.#inputById.values()].map(({ report }) => report)
    const text = JSON.stringify(inputs)
    if (text === this.#lastReport) return
    this.#lastReport = text
    // The status first: clients that see the list rely on it.
    this.#reportStatus(inputs)
    this.#boat.inputs(inputs)
  }

  #reportStatus(inputs: readonly PluginInput[]): void {
    const used = inputs.filter(({ chosen }) => chosen)
    const silent = used.filter(({ state }) => state !== 'used')
    const found = inputs.filter(({ state }) => state === 'found').length
    const parts = [
      `${used.length} of ${inputs.length} serial ports in use`,
      ...(silent.length > 0 ? [`no data from ${silent.map(({ name }) => name).join(', ')}`] : []),
      ...(found > 0 ? [`${found} more available`] : []),
    ]
    const status = inputs.length === 0 ? 'No serial ports found' : parts.join('; ')
    if (status === this.#status) return
    this.#status = status
    this.#boat.status(silent.length > 0 ? 'warning' : 'ok', status)
  }
}
