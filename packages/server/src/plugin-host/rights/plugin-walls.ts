import type { PluginSandbox } from '@marinedata/model'
import { findSandbox, type PluginPlace, type Sandbox } from '@marinedata/plugin-api/host'
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'

export interface WallOptions {
  /** The data folder of the boat. */
  readonly folder: string
  readonly log: Logger
  /** Whether plugins run at all where there is no sandbox. */
  readonly isRequired: boolean
  /** Where `bwrap` is; looked for in `PATH` when absent. */
  readonly bwrap?: string | undefined
}

/** What stands between plugins and the machine: the sandbox of the operating system first, Node's permission model second. */
export class PluginWalls {
  readonly #options: WallOptions
  #sandbox: Sandbox | undefined

  constructor(options: WallOptions) {
    this.#options = options
  }

  /** Finds out, once per start, whether there is a sandbox, and says so when there is none. */
  async find(): Promise<Sandbox> {
    const { log, bwrap, isRequired } = this.#options
    this.#sandbox ??= await findSandbox(bwrap)
    if ('missing' in this.#sandbox)
      log.warn({ event: 'plugin.sandbox_missing', reason: this.#sandbox.missing, isRequired }, this.notice)
    return this.#sandbox
  }

  /** The data folder of the boat. */
  get folder(): string {
    return this.#options.folder
  }

  /** Undefined until it was looked for. */
  get sandbox(): Sandbox | undefined {
    return this.#sandbox
  }

  /** What people should know; undefined when all is as it should be. */
  get notice(): string | undefined {
    if (this.#sandbox === undefined || 'bwrap' in this.#sandbox) return undefined
    const outcome = this.#options.isRequired
      ? 'no plugin runs, because the settings require a sandbox'
      : 'plugins run with Node’s permissions only, which hostile code can get around'
    return `No plugin sandbox: ${this.#sandbox.missing}; ${outcome}`
  }

  /** Why no plugin may run here; undefined when they may. */
  get refusal(): string | undefined {
    return this.#options.isRequired ? this.notice : undefined
  }

  report(): PluginSandbox | null {
    if (this.#sandbox === undefined) return null
    return 'missing' in this.#sandbox ? { active: false, reason: this.#sandbox.missing } : { active: true }
  }

  /** Where a plugin runs. Its own folder is made when it is not there. */
  placeOf(name: string): PluginPlace {
    const { folder, log } = this.#options
    const { sandbox = { missing: 'it was not looked for' } } = this
    const boatFolder = realpathSync(folder)
    const ownFolder = join(boatFolder, 'plugin-data', name)
    try {
      mkdirSync(ownFolder, { recursive: true, mode: 0o700 })
      return { sandbox, boatFolder, ownFolder }
    } catch (error) {
      // A card that is full or read-only must not keep a plugin down.
      log.error({ event: 'plugin.folder_failed', plugin: name, err: error }, 'plugin data folder not made')
      return { sandbox, boatFolder }
    }
  }
}
