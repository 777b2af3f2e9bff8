import type { PluginInput, PluginReport } from '@marinedata/model'
import { sentenceOf, TestSerialPort } from '@marinedata/plugin-api/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BoatStore } from '../src/storage/boat-store.ts'
import { exchange, getJson, type Exchange } from '@marinedata/testing/exchange'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { until } from '@marinedata/testing/until'

export const nmea0183 = join(import.meta.dirname, '..', '..', '..', 'plugins', 'nmea0183')
const plugin = '/marinedata/v2/api/plugins/nmea0183'

/** Sentences of a GPS with a compass: position, and true heading 90°. */
export const gpsLines = [
  sentenceOf('GPGGA,120000.00,5949.000,N,02258.000,E,1,09,0.9,12.0,M,19.0,M,,'),
  sentenceOf('GPHDT,90.0,T'),
  sentenceOf('GPVTG,90.0,T,,M,6.2,N,11.5,K,A'),
]

export interface PortOptions {
  readonly speed?: number
  readonly lines?: readonly string[]
}

/** A folder in which serial ports appear. */
export class SerialPorts implements AsyncDisposable {
  readonly #folder: string
  readonly #stack = new AsyncDisposableStack()

  private constructor(folder: string) {
    this.#folder = folder
    this.#stack.defer(() => rm(folder, { recursive: true, force: true }))
  }

  static async make(): Promise<SerialPorts> {
    return new SerialPorts(await mkdtemp(join(tmpdir(), 'ports-')))
  }

  /** Makes a boat search this folder. Writes the settings before the start: a later change would restart the plugin. */
  readonly prepare = async (data: string): Promise<void> => {
    using store = new BoatStore(data)
    void store.plugins.decide('nmea0183', { settings: { ports: [`${this.#folder}/*`] } })
  }

  idOf(name: string): string {
    return join(this.#folder, name).slice(1).replaceAll('/', '-')
  }

  async plugIn(
    name: string,
    { speed = 38_400, lines = gpsLines }: PortOptions = {},
  ): Promise<TestSerialPort> {
    return this.#stack.use(await TestSerialPort.plugIn({ path: join(this.#folder, name), speed, lines }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }
}

/** A whole server that reads serial ports. */
export class SerialBoat implements AsyncDisposable {
  readonly boat: Boat
  readonly #ports: SerialPorts

  private constructor(boat: Boat, ports: SerialPorts) {
    this.boat = boat
    this.#ports = ports
  }

  /** @param more folders of additional plugins */
  static async start(more: readonly string[] = []): Promise<SerialBoat> {
    await using stack = new AsyncDisposableStack()
    const ports = stack.use(await SerialPorts.make())
    const boat = await startBoat({ plugins: { given: [nmea0183, ...more] }, prepare: ports.prepare })
    stack.move()
    return new SerialBoat(boat, ports)
  }

  get url(): string {
    return this.boat.url
  }

  idOf(name: string): string {
    return this.#ports.idOf(name)
  }

  /** Plugs in a port that is closed with the boat. */
  port(name: string, options: PortOptions = {}): Promise<TestSerialPort> {
    return this.#ports.plugIn(name, options)
  }

  report(): Promise<PluginReport> {
    return getJson(this.url, plugin)
  }

  /** The input of that name, once it meets the condition. */
  async input(name: string, isSo: (input: PluginInput) => boolean): Promise<PluginInput> {
    const id = this.idOf(name)
    const look = async (): Promise<PluginInput | undefined> =>
      (await this.report()).inputs.find((input) => input.id === id)
    const found = await until(look, (input) => input !== undefined && isSo(input))
    // The condition held, so the input exists.
    return found!
  }

  act(action: 'use' | 'release', name: string): Promise<Exchange> {
    return exchange(this.url, `${plugin}/actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: this.idOf(name) }),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.boat[Symbol.asyncDispose]()
    await this.#ports[Symbol.asyncDispose]()
  }
}
