import { MarineDataError, type Boat, type PluginInput } from '@marinedata/plugin-api'
import { PortScan, type FoundPort, type PortScanOptions } from '#serial/port-scan.ts'
import { waitOrAbort } from '#wait.ts'
import { ChosenInputs, type ChosenPort } from './chosen-inputs.ts'
import { Input } from './input.ts'
import { fixedSource, portSource, type FixedInput, type InputSource } from './input-source.ts'
import type { Protocol } from './protocol.ts'

/** A port that is plugged in is noticed within a second; a chosen one that was lost, sooner. */
const scanMs = 1_000
const scanSoonMs = 250
/** Changes within this time are reported together. */
const debounceMs = 50
const maxChosenPorts = 16

/** What the inputs need of the boat. */
export type InputsBoat = Pick<Boat, 'storage' | 'log' | 'inputs' | 'status'>

export interface InputsOptions {
  /** The protocol of the serial ports. */
  readonly protocol: Protocol
  /** Which serial ports to find. */
  readonly ports: PortScanOptions
  /** Further inputs, as the settings name them. Two with the same id are one. */
  readonly fixed?: readonly FixedInput[]
}

/** All inputs: serial ports that are plugged in, those that someone chose, and the inputs of the settings. */
export class Inputs implements AsyncDisposable {
  readonly #boat: InputsBoat
  readonly #protocol: Protocol
  readonly #fixed: readonly FixedInput[]
  readonly #scan: PortScan
  readonly #chosen: ChosenInputs
  readonly #inputById = new Map<string, Input>()
  readonly #stopping = new AbortController()
  #scanning: Promise<void> | undefined
  #reportTimer: NodeJS.Timeout | undefined
  #lastReport = ''
  #status = ''

  constructor(boat: InputsBoat, { protocol, ports, fixed = [] }: InputsOptions) {
    this.#boat = boat
    this.#protocol = protocol
    this.#fixed = fixed
    this.#scan = new PortScan(ports)
    this.#chosen = new ChosenInputs(boat.storage)
  }

  /** Restores what people chose and starts to scan. */
  async start(): Promise<void> {
    const { ports, released } = await this.#chosen.read()
    for (const input of this.#fixed)
      this.#add(fixedSource(input), { isThere: true, isChosen: !released.includes(input.id) })
    const present = new Map(this.#scan.find().map((port) => [port.id, port]))
    for (const port of ports) this.#restore(port, present.get(port.id))
    this.#scanning = this.#scanLoop()
  }

  /**
   * Starts reading an input, also after a restart. Resolves when a port has sent messages, or a connection is open.
   * @throws MarineDataError with the reason when it cannot be read
   */
  async use(id: string, signal: AbortSignal): Promise<void> {
    const input = this.#input(id)
    const ports = [...this.#inputById.values()].filter(({ isChosen, source }) => isChosen && source.hasSpeed)
    if (input.source.hasSpeed && !input.isChosen && ports.length >= maxChosenPorts)
      throw new MarineDataError('too-many-requests', `At most ${maxChosenPorts} ports are used at once`)
    try {
      await input.use(signal)
    } finally {
      await this.#save()
      this.#report()
    }
  }

  /** Stops reading an input, also after a restart. */
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
      const isOneExpected = [...this.#inputById.values()].some(({ isExpected }) => isExpected)
      await waitOrAbort(signal, isOneExpected ? scanSoonMs : scanMs)
    }
  }

  async #scanPorts(): Promise<void> {
    const sources = this.#scan.find().map((port) => portSource(port, this.#protocol))
    const ids = new Set(sources.map(({ id }) => id))
    for (const source of sources) this.#addOrUpdate(source)
    for (const [id, input] of this.#inputById)
      if (input.source.hasSpeed && !ids.has(id)) {
        if (input.isChosen) input.markAbsent()
        else await this.#remove(id, input)
      }
    await this.#trySave()
  }

  #addOrUpdate(source: InputSource): void {
    const known = this.#inputById.get(source.id)
    if (known === undefined) this.#add(source, { isThere: true, isChosen: false })
    else if (known.source.hasSpeed) known.markPresent(source)
  }

  #restore(chosen: ChosenPort, present: FoundPort | undefined): void {
    const source = portSource(present ?? { ...chosen, rule: 'search' }, this.#protocol)
    this.#add(source, { isThere: present !== undefined, isChosen: true, speed: chosen.speed })
  }

  #add(
    source: InputSource,
    { speed, ...life }: { isThere: boolean; isChosen: boolean; speed?: number | undefined },
  ): void {
    if (this.#inputById.has(source.id)) return
    this.#inputById.set(source.id, new Input({ ...life, source, speed, changed: () => this.#reportSoon() }))
  }

  async #remove(id: string, input: Input): Promise<void> {
    this.#inputById.delete(id)
    await input[Symbol.asyncDispose]()
  }

  async #save(): Promise<void> {
    const inputs = [...this.#inputById.values()]
    const ports = inputs.filter(({ isChosen, source }) => isChosen && source.hasSpeed)
    const released = inputs.filter(({ isChosen, source }) => !isChosen && !source.hasSpeed)
    await this.#chosen.write({
      ports: ports.map(({ source: { id, name, address }, speed }) => ({ id, name, device: address, speed })),
      released: released.map(({ source }) => source.id),
    })
  }

  /** Saves a changed speed or device path of a chosen port. */
  async #trySave(): Promise<void> {
    try {
      await this.#save()
    } catch (error) {
      this.#boat.log.warn(`could not save the chosen inputs: ${(error as Error).message}`)
    }
  }

  #input(id: string): Input {
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
    // A server without clients is silent without an error.
    const silent = used.filter(({ state, error }) => state !== 'used' && error !== undefined)
    const found = inputs.filter(({ state }) => state === 'found').length
    const parts = [
      `${used.length} of ${inputs.length} inputs in use`,
      ...(silent.length > 0 ? [`no data from ${silent.map(({ name }) => name).join(', ')}`] : []),
      ...(found > 0 ? [`${found} more available`] : []),
    ]
    const status = inputs.length === 0 ? 'No inputs found' : parts.join('; ')
    if (status === this.#status) return
    this.#status = status
    this.#boat.status(silent.length > 0 ? 'warning' : 'ok', status)
  }
}
