import type { PluginInput, PluginReport } from '@marinedata/model'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SoakedServer } from '../soak/soaked-server.ts'

const patienceMs = 60_000
const pollMs = 10

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

  /** @param environment such as a search path with programs of the trial */
  static async start(
    plugin: string,
    environment: (folder: string) => Readonly<Record<string, string>> = () => ({}),
  ): Promise<WiredServer> {
    const folder = mkdtempSync(join(tmpdir(), 'wires-'))
    const data = join(folder, 'data')
    mkdirSync(data)
    const settings = { announce: { plotters: false } }
    const options = { folder: data, settings, environment: environment(folder), isBundled: true }
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
    await this.#ask('PUT', 'settings', settings)
  }

  /** Starts reading an input that was found. */
  async use(id: string): Promise<void> {
    await this.#ask('POST', 'actions/use', { id })
  }

  async report(): Promise<PluginReport> {
    return JSON.parse(await this.#ask('GET', '')) as PluginReport
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

  async #ask(method: string, path: string, body?: object): Promise<string> {
    const text = await this.#server.ask(
      method,
      `/marinedata/v2/api/plugins/${this.#plugin}${path === '' ? '' : `/${path}`}`,
      body,
    )
    if (text.startsWith('{"type"') || text.includes('"status":4')) throw new Error(text.slice(0, 500))
    return text
  }
}
