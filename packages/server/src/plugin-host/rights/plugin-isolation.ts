import type { PluginSandbox } from '@marinedata/model'
import { findSandbox, type PluginPlace, type Sandbox } from '@marinedata/plugin-api/host'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'

export interface PluginIsolationOptions {
  /** The data folder. */
  readonly folder: string
  readonly log: Logger
  /** Whether plugins may run only in a sandbox. */
  readonly isRequired: boolean
  /** Path of `bwrap`; searched in `PATH` when absent. */
  readonly bwrap?: string | undefined
}

/** Isolates plugins from the machine: with the sandbox of the operating system, then with Node's permission model. */
export class PluginIsolation {
  readonly #options: PluginIsolationOptions
  #sandbox: Sandbox | undefined

  constructor(options: PluginIsolationOptions) {
    this.#options = options
  }

  /** Looks for the sandbox, once per start, and logs a warning if it is missing. */
  async find(): Promise<Sandbox> {
    const { log, bwrap, isRequired } = this.#options
    this.#sandbox ??= await findSandbox(bwrap)
    if ('missing' in this.#sandbox)
      log.warn(
        { event: 'plugin.sandbox_missing', reason: this.#sandbox.missing, isRequired, notice: this.notice },
        'plugin sandbox missing',
      )
    return this.#sandbox
  }

  /** The data folder. */
  get folder(): string {
    return this.#options.folder
  }

  /** Undefined before `find`. */
  get sandbox(): Sandbox | undefined {
    return this.#sandbox
  }

  /** Message for people about a missing sandbox; undefined when there is one. */
  get notice(): string | undefined {
    if (this.#sandbox === undefined || 'bwrap' in this.#sandbox) return undefined
    const outcome = this.#options.isRequired
      ? 'no plugin runs, because the settings require a sandbox'
      : 'plugins run with Node’s permission model only, which hostile code can bypass'
    return `No plugin sandbox: ${this.#sandbox.missing}; ${outcome}`
  }

  /** Why no plugin may run on this machine; undefined when plugins may run. */
  get refusal(): string | undefined {
    return this.#options.isRequired ? this.notice : undefined
  }

  report(): PluginSandbox | null {
    if (this.#sandbox === undefined) return null
    return 'missing' in this.#sandbox ? { active: false, reason: this.#sandbox.missing } : { active: true }
  }

  /** The sandbox and folders in which a plugin runs. Creates the plugin's own folder. */
  placeOf(name: string): PluginPlace {
    const { folder, log } = this.#options
    const { sandbox = { missing: 'not searched yet' } } = this
    // Missing on a disk that was read-only at the first start.
    const boatFolder = existsSync(folder) ? realpathSync(folder) : resolve(folder)
    const ownFolder = join(boatFolder, 'plugin-data', name)
    try {
      mkdirSync(ownFolder, { recursive: true, mode: 0o700 })
      return { sandbox, boatFolder, ownFolder }
    } catch (error) {
      // A full or read-only disk must not prevent a plugin from running.
      log.error({ event: 'plugin.folder_failed', plugin: name, err: error }, 'plugin data folder not created')
      return { sandbox, boatFolder }
    }
  }
}
