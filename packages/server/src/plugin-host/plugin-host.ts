import {
  MarineDataError,
  type PluginInput,
  type PluginList,
  type PluginLog,
  type PluginReport,
  type PluginSettings,
} from '@marinedata/model'
import { every } from '../system-clock.ts'
import type { DeviceCommand } from './device-registry.ts'
import { findPlugins, openPlugin, type FoundPlugin, type Search } from './discovery.ts'
import { SupervisedPlugin, type CommandOptions, type PluginSurroundings } from './supervised-plugin.ts'

const turnMs = 1_000

export interface HostSearch extends Search {
  /** Those of ours that run until someone switches them off, by their names. */
  readonly usual: readonly string[]
}

/** All plugins of the boat: found, started, watched, and ended with the server. */
export class PluginHost implements AsyncDisposable {
  readonly #around: PluginSurroundings
  readonly #search: HostSearch
  readonly #pluginByName = new Map<string, SupervisedPlugin>()
  #turns: Disposable | undefined

  constructor(search: HostSearch, around: PluginSurroundings) {
    this.#search = search
    this.#around = around
  }

  /** Finds all plugins and starts those that are to run; does not wait until they do. */
  async start(): Promise<void> {
    const { isSafe } = this.#around
    for (const found of await findPlugins({ ...this.#search, isSafe })) {
      this.#welcome(found)
      const plugin = new SupervisedPlugin(found, this.#around)
      this.#pluginByName.set(found.name, plugin)
      plugin.start()
    }
    this.#turns = every(turnMs, () => {
      for (const { ledger } of this.#pluginByName.values()) ledger.turn()
    })
  }

  get plugins(): readonly SupervisedPlugin[] {
    return [...this.#pluginByName.values()]
  }

  list(): PluginList {
    return Object.fromEntries(this.plugins.map((plugin) => [plugin.name, plugin.report()]))
  }

  /** All inputs, with the plugins that found them. */
  inputs(): { readonly plugin: string; readonly input: PluginInput }[] {
    return this.plugins.flatMap(({ name: plugin, account }) =>
      account.inputs.map((input) => ({ plugin, input })),
    )
  }

  report(name: string): PluginReport {
    return this.#plugin(name).report()
  }

  log(name: string): PluginLog {
    return [...this.#plugin(name).ledger.log]
  }

  settings(name: string): PluginSettings {
    return { ...this.#plugin(name).settings }
  }

  enable(name: string): Promise<void> {
    return this.#plugin(name).enable()
  }

  disable(name: string): Promise<void> {
    return this.#plugin(name).disable()
  }

  restart(name: string): Promise<void> {
    return this.#plugin(name).restart()
  }

  configure(name: string, settings: PluginSettings): Promise<void> {
    return this.#plugin(name).configure(settings)
  }

  act(name: string, action: string, input: unknown): Promise<unknown> {
    return this.#plugin(name).act(action, input)
  }

  /** Has a device of a plugin do something. */
  async command(
    { provider, id }: { readonly provider: string; readonly id: string },
    command: DeviceCommand,
    options: CommandOptions,
  ): Promise<unknown> {
    return this.#plugin(provider).command(id, command, options)
  }

  /** Reads a plugin anew that was named when the server was started, and starts it. */
  async reload(place: string): Promise<PluginReport> {
    const found = await openPlugin(place, 'given')
    const before = this.plugins.find((plugin) => plugin.place === place)
    const known = before ?? new SupervisedPlugin(found, this.#around)
    if (before !== undefined) this.#pluginByName.delete(before.name)
    await known.reload(found).finally(() => this.#pluginByName.set(found.name, known))
    return known.report()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#turns?.[Symbol.dispose]()
    await Promise.all(this.plugins.map((plugin) => plugin.close()))
  }

  /** Decides once, when it is first seen: from then on it is the skipper's decision. */
  #welcome({ name, origin }: FoundPlugin): void {
    const { shelf, log } = this.#around
    const isUsual = origin === 'first-party' && this.#search.usual.includes(name)
    if (!isUsual || shelf.choice(name) !== undefined) return
    try {
      shelf.decide(name, { isEnabled: true })
    } catch (error) {
      // A card that is full must not keep a server down; the next start tries again.
      log.error({ err: error, plugin: name }, 'plugin could not be switched on')
    }
  }

  #plugin(name: string): SupervisedPlugin {
    const plugin = this.#pluginByName.get(name)
    if (plugin === undefined) throw new MarineDataError('plugin-not-found', `There is no plugin "${name}"`)
    return plugin
  }
}
