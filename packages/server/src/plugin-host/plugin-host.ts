import {
  MarineDataError,
  sourceOwner,
  type PluginInput,
  type PluginList,
  type PluginLog,
  type PluginReport,
  type PluginSettings,
} from '@marinedata/model'
import { every } from '../system-clock.ts'
import type { DeviceCommand } from './device-registry.ts'
import { findPlugins, openPlugin, type FoundPlugin, type Search, type SearchManner } from './discovery.ts'
import type { PluginWalls } from './rights/plugin-walls.ts'
import { startRank } from './supervision/providers.ts'
import { StartSlots } from './supervision/start-slots.ts'
import type { PluginSurroundings } from './plugin-surroundings.ts'
import { SupervisedPlugin, type CommandOptions } from './supervised-plugin.ts'

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
  readonly #slots: StartSlots
  readonly #closing = new AbortController()
  #turns: Disposable | undefined

  constructor(search: HostSearch, around: PluginSurroundings) {
    this.#search = search
    this.#around = around
    this.#slots = new StartSlots(around.clock)
  }

  /** Finds all plugins and starts those that are to run, the anchor watch first; does not wait until they do. */
  async start(): Promise<void> {
    for (const found of await findPlugins(this.#search, await this.#manner())) {
      if (this.#closing.signal.aborted) return
      await this.#welcome(found)
      this.#add(found)
    }
    if (this.#closing.signal.aborted) return
    for (const plugin of this.plugins.toSorted((one, other) => rankOf(one) - rankOf(other))) plugin.start()
    this.#turns = every(turnMs, () => {
      for (const { ledger } of this.#pluginByName.values()) ledger.turn()
    })
  }

  /** What stands between plugins and the machine. */
  get walls(): PluginWalls {
    return this.#around.walls
  }

  /** Whether a source is a plugin, a source inside one, or a device of one. */
  ownsSource(source: string): boolean {
    return this.#pluginByName.has(sourceOwner(source)) || this.#around.devices.has(source)
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

  async enable(name: string): Promise<void> {
    await this.#lookAgain(name)
    await this.#plugin(name).enable()
  }

  async approve(name: string): Promise<void> {
    await this.#plugin(name).approve()
  }

  disable(name: string): Promise<void> {
    return this.#plugin(name).disable()
  }

  async restart(name: string): Promise<void> {
    await this.#lookAgain(name)
    await this.#plugin(name).restart()
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

  /**
   * Reads a plugin anew that was named when the server was started, and starts it.
   * @throws MarineDataError `plugin-failed` when it now has the name of another plugin, or does not start
   */
  async reload(place: string): Promise<PluginReport> {
    const found = await openPlugin(place, 'given', await this.#manner())
    this.#closing.signal.throwIfAborted()
    const known = this.plugins.find((plugin) => plugin.place === place)
    const namesake = this.#pluginByName.get(found.name)
    if (namesake !== undefined && namesake !== known)
      throw new MarineDataError(
        'plugin-failed',
        `Another plugin is called "${found.name}"; choose another name`,
      )
    if (known !== undefined) this.#pluginByName.delete(known.name)
    const plugin = known ?? new SupervisedPlugin(found, this.#around, this.#slots)
    this.#pluginByName.set(found.name, plugin)
    await plugin.reload(found)
    return plugin.report()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new MarineDataError('plugin-not-running', 'The server is ending'))
    this.#turns?.[Symbol.dispose]()
    await Promise.all(this.plugins.map((plugin) => plugin.close()))
  }

  async #manner(): Promise<SearchManner> {
    const { isSafe, walls } = this.#around
    const sandbox = await walls.find()
    const mayRun = !isSafe && walls.refusal === undefined
    return { sandbox: mayRun ? sandbox : undefined, signal: this.#closing.signal }
  }

  #add(found: FoundPlugin): void {
    this.#pluginByName.set(found.name, new SupervisedPlugin(found, this.#around, this.#slots))
  }

  /** A plugin may have been installed or updated since the server was started. */
  async #lookAgain(name: string): Promise<void> {
    const known = this.#pluginByName.get(name)
    // What was named at the start may have to be run to be read; it is read again when it changes.
    if (known?.origin === 'given') return
    const manner = await this.#manner()
    const found =
      known === undefined
        ? await findPlugins({ ...this.#search, given: [] }, manner)
        : [await openPlugin(known.place, known.origin, manner)]
    this.#closing.signal.throwIfAborted()
    for (const plugin of found) {
      if (known !== undefined) known.renew(namedAsBefore(plugin, name))
      else if (!this.#pluginByName.has(plugin.name)) this.#add(plugin)
    }
  }

  /** Decides once, when it is first seen: from then on it is the skipper's decision. */
  async #welcome({ name, origin }: FoundPlugin): Promise<void> {
    const { shelf, log } = this.#around
    const isUsual = origin === 'first-party' && this.#search.usual.includes(name)
    if (!isUsual || shelf.choice(name) !== undefined) return
    try {
      await shelf.decide(name, { isEnabled: true })
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

const rankOf = ({ manifest }: SupervisedPlugin): number => startRank(manifest ?? {})

/** Settings, values and devices belong to a name: one that changed it is another plugin, known after the next start. */
const namedAsBefore = (found: FoundPlugin, name: string): FoundPlugin => {
  if (found.name === name || 'fault' in found.usable) return { ...found, name }
  return { ...found, name, usable: { fault: `It is now called "${found.name}"; restart the server` } }
}
