import type { PluginInput, PluginReport } from '@marinedata/model'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SoakedServer } from '../soak/soaked-server.ts'

const patienceMs = 60_000
const pollMs = 10
const api = '/marinedata/v2/api/plugins'

export interface WiredOptions {
  /** Such as a search path with programs of the trial. */
  readonly environment?: (folder: string) => Readonly<Record<string, string>>
  /** Paths of further plugins. */
  readonly plugins?: readonly string[]
}

/** A server with one input plugin that is read over REST. */
export class WiredServer implements AsyncDisposable {
  /** For ports and programs of the trial. */
  readonly folder: string
  readonly #stack: AsyncDisposableStack
  readonly #server: SoakedServer
  readonly #plugin: string

  private constructor(given: Pick<WiredServer, 'folder'>, server: SoakedServer, plugin: string) {
    this.folder = given.folder
    this.#server = server
    this.#plugin = plugin
    this.#stack = new AsyncDisposableStack()
    this.#stack.defer(() => rmSync(this.folder, { recursive: true, force: true }))
    this.#stack.use(server)
  }

  static async start(
    plugin: string,
    { environment = () => ({}), plugins = [] }: WiredOptions = {},
  ): Promise<WiredServer> {
    const folder = mkdtempSync(join(tmpdir(), 'wires-'))
    const data = join(folder, 'data')
    mkdirSync(data)
    const settings = { announce: { plotters: false } }
    const options = { folder: data, settings, environment: environment(folder), isBundled: true, plugins }
    return new WiredServer({ folder }, await SoakedServer.start(options), plugin)
  }

  get url(): string {
    return this.#server.url
  }

  /** The processor time that the server has used, in seconds. */
  get processorSeconds(): number {
    return this.#server.processorSeconds
  }

  async configure(settings: object): Promise<void> {
    await this.#ask('PUT', `${this.#plugin}/settings`, settings)
  }

  /** Starts reading an input that was found. */
  async use(id: string): Promise<void> {
    await this.act(this.#plugin, 'use', { id })
  }

  async report(plugin: string = this.#plugin): Promise<PluginReport> {
    return (await this.#ask('GET', plugin)) as PluginReport
  }

  /** Enables a plugin. The delay before its next restart is the shortest again. */
  async enable(): Promise<void> {
    await this.#ask('POST', `${this.#plugin}/enable`)
  }

  /** Calls an action of a plugin. */
  async act(plugin: string, action: string, input: object = {}): Promise<unknown> {
    const { result } = (await this.#ask('POST', `${plugin}/actions/${action}`, input)) as { result?: unknown }
    return result
  }

  /** A number that `/metrics` shows. */
  async metric(name: string): Promise<number> {
    const text = await this.#server.ask('GET', '/metrics')
    const line = text.split('\n').find((one) => one.startsWith(`marinedata_${name} `))
    return Number(line?.split(' ').at(-1))
  }

  /** Waits until an input matches. */
  async input(isSo: (input: PluginInput) => boolean): Promise<PluginInput> {
    const end = performance.now() + patienceMs
    for (;;) {
      const { inputs, status } = await this.report()
      const found = inputs.find(isSo)
      if (found !== undefined) return found
      if (performance.now() > end)
        throw new Error(`No such input after 60 s: ${JSON.stringify({ inputs, status })}`)
      await sleep(pollMs)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const text = await this.#server.ask(method, `${api}/${path}`, body)
    if (text.startsWith('{"type"') || text.includes('"status":4')) throw new Error(text.slice(0, 500))
    return JSON.parse(text)
  }
}
