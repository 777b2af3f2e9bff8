import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange } from '@marinedata/testing/exchange'
import { installPlugin } from '@marinedata/testing/boats/installed-plugin'
import {
  runCli,
  startCli,
  switchOffUsual,
  temporaryFolder,
  type RunningCli,
} from '@marinedata/testing/boats/start-cli'
import type { HostileArchive } from './archives.ts'
import type { HostileChart } from './charts.ts'
import type { HostileManifest } from './manifests.ts'

const api = '/marinedata/v2/api'
const plugin = `${api}/plugins/hostile`
const charts = `${api}/charts`
/** A request that is not answered by then counts as an error. */
const deadlineMs = 60_000
const json = { 'content-type': 'application/json' }

/** Whether it was taken, and why not. */
export interface Outcome {
  readonly isAccepted: boolean
  readonly error?: string
}

/** An open boat that gets hostile files, as its owner would load them. */
export class AttackedBoat implements AsyncDisposable {
  readonly folder: string
  readonly server: RunningCli
  readonly #stack: AsyncDisposableStack

  private constructor(folder: string, server: RunningCli, stack: AsyncDisposableStack) {
    this.folder = folder
    this.server = server
    this.#stack = stack
  }

  static async start(): Promise<AttackedBoat> {
    await using stack = new AsyncDisposableStack()
    const { path } = stack.use(await temporaryFolder())
    const folder = join(path, 'boat')
    mkdirSync(folder)
    switchOffUsual(folder)
    const server = stack.use(await startCli({ folder, hasPlugins: true, settings: {} }))
    return new AttackedBoat(folder, server, stack.move())
  }

  /** Enables a plugin with this manifest, saves its settings, calls it, and disables it. */
  async runManifest({ text, settings }: HostileManifest): Promise<Outcome> {
    const home = await installPlugin(this.folder, 'hostile')
    writeFileSync(join(home, 'marinedata-plugin.json'), text)
    return await this.#tryPlugin(settings)
  }

  /** Uploads a chart, reads tiles of it, and deletes it. */
  async loadChart({ format, bytes }: HostileChart): Promise<Outcome> {
    const place = `${charts}?name=hostile&format=${format}`
    const body = new Uint8Array(bytes)
    const uploaded = await fetch(`${this.server.url}${place}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
      signal: AbortSignal.timeout(deadlineMs),
    })
    await uploaded.text()
    if (uploaded.status !== 201) return { isAccepted: false }
    for (const tile of ['0/0/0', '1/1/0', '20/5/5']) await this.#ask('GET', `${charts}/hostile/${tile}`)
    await this.#ask('GET', charts)
    const { status, text } = await this.#ask('DELETE', `${charts}/hostile`)
    return status === 200 ? { isAccepted: true } : { isAccepted: true, error: `not deleted: ${text}` }
  }

  /** Installs a packed plugin with the command, and runs what was installed. */
  async addArchive({ bytes }: HostileArchive): Promise<Outcome> {
    const file = join(this.folder, '..', 'hostile.tgz')
    writeFileSync(file, bytes)
    const { code } = await runCli('plugin', 'add', file, '--yes', '--data', this.folder)
    if (code !== 0) return { isAccepted: false, ...this.#planted() }
    const outcome = await this.#tryPlugin({})
    await runCli('plugin', 'remove', 'hostile', '--data', this.folder)
    return { ...outcome, isAccepted: true, ...this.#planted() }
  }

  /** The processes of plugins that run. Waits until none does, for a while. */
  async processesLeft(): Promise<number> {
    for (let tries = 0; tries < 100 && this.#processes() > 0; tries++) await sleep(100)
    return this.#processes()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }

  async #tryPlugin(settings: object): Promise<Outcome> {
    const enabled = await this.#ask('POST', `${plugin}/enable`)
    await this.#ask('PUT', `${plugin}/settings`, settings)
    await this.#ask('POST', `${plugin}/actions/constructor`, settings)
    await this.#ask('GET', `${api}/plugins`)
    const disabled = await this.#ask('POST', `${plugin}/disable`)
    const isDisabled = disabled.status === 200 || disabled.status === 404
    return {
      isAccepted: enabled.status === 200,
      ...(isDisabled ? {} : { error: `not disabled: ${disabled.text}` }),
    }
  }

  #ask(method: string, path: string, body?: object) {
    return exchange(this.server.url, path, {
      method,
      ...(body && { headers: json, body: JSON.stringify(body) }),
    })
  }

  /** Files that an archive has put where none belong. */
  #planted(): { readonly error?: string } {
    const places = [join(this.folder, '..', 'planted'), join(this.folder, 'planted'), '/tmp/planted']
    const staged = readdirSync(join(this.folder, 'plugins')).filter((name) => name.startsWith('.'))
    const found = [...places.filter((place) => existsSync(place)), ...staged]
    for (const place of places) rmSync(place, { force: true })
    return found.length === 0 ? {} : { error: `left: ${found.join(', ')}` }
  }

  #processes(): number {
    const home = join(this.folder, 'plugins', 'hostile')
    return readdirSync('/proc').filter((pid) => {
      try {
        return /^[0-9]+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(home)
      } catch {
        return false
      }
    }).length
  }
}
