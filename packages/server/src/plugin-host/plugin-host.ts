import {
  MarineDataError,
  sourceOwner,
  type PageAnswer,
  type PageRequest,
  type PluginBudget as BudgetReport,
  type PluginInput,
  type PluginList,
  type PluginLog,
  type PluginReport,
  type PluginSettings,
  type PluginState,
} from '@marinedata/model'
import { join } from 'node:path'
import { every } from '../system-clock.ts'
import { PluginBudget } from './budget/plugin-budget.ts'
import type { DeviceCommand } from './plugin-devices.ts'
import { findPlugins, openPlugin, type FoundPlugin, type Search, type OpenOptions } from './discovery.ts'
import type { PluginIsolation } from './rights/plugin-isolation.ts'
import { startRank } from './supervision/providers.ts'
import { StartSlots } from './supervision/start-slots.ts'
import { PageRequests } from './pages/page-requests.ts'
import type { PluginEnvironment } from './plugin-environment.ts'
import type { ActionRole, CommandOptions } from './plugin-action.ts'
import { SupervisedPlugin, type Decided } from './supervised-plugin.ts'

const rateIntervalMs = 1_000

export interface HostSearch extends Search {
  /** Names of first-party plugins that are enabled by default. */
  readonly enabledByDefault: readonly string[]
}

/** Finds, starts, supervises and stops all plugins. */
export class PluginHost implements AsyncDisposable {
  readonly #environment: PluginEnvironment
  readonly #search: HostSearch
  readonly #pluginByName = new Map<string, SupervisedPlugin>()
  readonly #slots: StartSlots
  readonly #pageRequests: PageRequests
  readonly #budget: PluginBudget
  readonly #closing = new AbortController()
  #rateUpdates: Disposable | undefined

  constructor(search: HostSearch, environment: PluginEnvironment) {
    this.#search = search
    this.#environment = environment
    this.#slots = new StartSlots(environment.clock)
    this.#pageRequests = new PageRequests(() => environment.clock.now())
    this.#budget = new PluginBudget({
      limits: environment.budget,
      folder: join(environment.isolation.folder, 'plugin-data'),
      plugins: () => this.plugins,
      // No plugin can have the name of the server.
      warn: (message) =>
        environment.alarm('server', message === undefined ? 'normal' : 'warn', message ?? ''),
    })
  }

  /** Finds all plugins and starts the enabled ones, anchor watches first. Does not wait until they run. */
  async start(): Promise<void> {
    for (const found of await findPlugins(this.#search, await this.#openOptions())) {
      if (this.#closing.signal.aborted) return
      this.#add(found)
      await this.#enableByDefault(found)
    }
    if (this.#closing.signal.aborted) return
    for (const plugin of this.plugins.toSorted((one, other) => rankOf(one) - rankOf(other))) plugin.start()
    this.#rateUpdates = every(rateIntervalMs, () => {
      for (const { stats } of this.#pluginByName.values()) stats.updateRates()
      this.#budget.check()
    })
  }

  /** The isolation of plugins on this machine. */
  get isolation(): PluginIsolation {
    return this.#environment.isolation
  }

  /** Whether a source belongs to a plugin or to a device of one. */
  ownsSource(source: string): boolean {
    return this.#pluginByName.has(sourceOwner(source)) || this.#environment.devices.has(source)
  }

  get plugins(): readonly SupervisedPlugin[] {
    return [...this.#pluginByName.values()]
  }

  reports(): PluginReport[] {
    const { plugins } = this
    return plugins.map((plugin) => plugin.report(plugins))
  }

  list(): PluginList {
    return Object.fromEntries(this.reports().map((report) => [report.name, report]))
  }

  /** All inputs, each with the plugin that reported it. */
  inputs(): { readonly plugin: string; readonly input: PluginInput }[] {
    return this.plugins.flatMap(({ name: plugin, reported }) =>
      reported.inputs.map((input) => ({ plugin, input })),
    )
  }

  report(name: string): PluginReport {
    return this.#plugin(name).report(this.plugins)
  }

  budget(): BudgetReport {
    return this.#budget.report()
  }

  log(name: string): PluginLog {
    return [...this.#plugin(name).stats.log]
  }

  settings(name: string): PluginSettings {
    return { ...this.#plugin(name).settings }
  }

  async enable(name: string): Promise<void> {
    await this.#change(async () => {
      await this.#rediscover(name)
      const plugin = this.#plugin(name)
      if (!plugin.isEnabled) await this.#budget.admit(plugin)
      return await plugin.enable()
    })
  }

  async approve(name: string): Promise<void> {
    await this.#change(() => this.#plugin(name).approve())
  }

  async disable(name: string): Promise<void> {
    await this.#change(() => this.#plugin(name).disable())
  }

  async restart(name: string): Promise<void> {
    await this.#change(async () => {
      await this.#rediscover(name)
      return this.#plugin(name).restart()
    })
  }

  async configure(name: string, settings: PluginSettings): Promise<void> {
    await this.#change(() => this.#plugin(name).configure(settings))
  }

  /** The lowest role that may run an action. */
  actionRole(name: string, action: string): ActionRole {
    return this.#plugin(name).actionRole(action)
  }

  act(name: string, action: string, input: unknown): Promise<unknown> {
    return this.#plugin(name).act(action, input)
  }

  /**
   * The folder of the pages of an enabled plugin.
   * @throws MarineDataError `plugin-not-found`, `plugin-not-running` or, when it has no pages, `not-found`
   */
  pageFolder(name: string): string {
    const { pageFolder, state } = this.#plugin(name)
    if (pageFolder === undefined) throw new MarineDataError('not-found', `Plugin "${name}" has no pages`)
    if (!shownStates.has(state))
      throw new MarineDataError('plugin-not-running', `Plugin "${name}" is ${state}`)
    return pageFolder
  }

  /** Sends a request of a page or a program to a plugin. */
  async request(name: string, request: PageRequest): Promise<PageAnswer> {
    return await this.#pageRequests.send(this.#plugin(name), request)
  }

  /** Sends a command to a device of a plugin. */
  async command(
    { provider, id }: { readonly provider: string; readonly id: string },
    command: DeviceCommand,
    options: CommandOptions,
  ): Promise<unknown> {
    return this.#plugin(provider).command(id, command, options)
  }

  /**
   * Reads a plugin named on the command line again, and restarts it.
   * @throws MarineDataError `plugin-failed` when it now has the name of another plugin, or does not start
   */
  async reload(place: string): Promise<PluginReport> {
    const found = await openPlugin(place, 'given', await this.#openOptions())
    await this.#change(() => this.#adoptGiven(place, found))
    return this.#plugin(found.name).report(this.plugins)
  }

  /**
   * Uses what was installed or updated on disk. A plugin that is enabled is restarted; its report says whether it runs,
   * or waits for the approval of new claims.
   */
  async adopt(name: string): Promise<void> {
    await this.#change(async () => {
      await this.#rediscover(name)
      const plugin = this.#plugin(name)
      return { done: plugin.isEnabled ? restarted(plugin) : Promise.resolve() }
    })
  }

  /** Forgets a disabled plugin that was deleted. */
  forget(name: string): void {
    this.#pluginByName.delete(name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new MarineDataError('plugin-not-running', 'The server is shutting down'))
    this.#rateUpdates?.[Symbol.dispose]()
    this.#environment.schemaChecks[Symbol.dispose]()
    await Promise.all(this.plugins.map((plugin) => plugin.close()))
  }

  /**
   * Changes plugins one after another, so that the last of two quick changes wins. A change does not wait until the previous one
   * is done.
   */
  async #change(decide: () => Decided | Promise<Decided>): Promise<void> {
    const { done } = await this.#environment.changes.run(async () => {
      this.#closing.signal.throwIfAborted()
      return await decide()
    })
    await done
  }

  #adoptGiven(place: string, found: FoundPlugin): Decided {
    const known = this.plugins.find((plugin) => plugin.place === place)
    const namesake = this.#pluginByName.get(found.name)
    if (namesake !== undefined && namesake !== known)
      throw new MarineDataError(
        'plugin-failed',
        `Another plugin has the name "${found.name}". Choose another name`,
      )
    if (known !== undefined) this.#pluginByName.delete(known.name)
    const plugin = known ?? new SupervisedPlugin(found, this.#environment, this.#slots)
    this.#pluginByName.set(found.name, plugin)
    return plugin.reload(found)
  }

  async #openOptions(): Promise<OpenOptions> {
    const { isSafe, isolation } = this.#environment
    const sandbox = await isolation.find()
    const mayRun = !isSafe && isolation.refusal === undefined
    return { sandbox: mayRun ? sandbox : undefined, signal: this.#closing.signal }
  }

  #add(found: FoundPlugin): void {
    this.#pluginByName.set(found.name, new SupervisedPlugin(found, this.#environment, this.#slots))
  }

  /** Reads a plugin again, or searches for it: it may have been installed or updated since the server started. */
  async #rediscover(name: string): Promise<void> {
    const known = this.#pluginByName.get(name)
    // Reading a plugin named on the command line may require running it. `reload` reads it again when it changes.
    if (known?.origin === 'given') return
    const options = await this.#openOptions()
    const found =
      known === undefined
        ? await findPlugins({ ...this.#search, given: [] }, options)
        : [await openPlugin(known.place, known.origin, options)]
    this.#closing.signal.throwIfAborted()
    for (const plugin of found) {
      if (known !== undefined) known.update(withKnownName(plugin, name))
      else if (!this.#pluginByName.has(plugin.name)) this.#add(plugin)
    }
  }

  /** Enables a default plugin when it is found for the first time. Later the skipper's choice applies. */
  async #enableByDefault({ name, origin }: FoundPlugin): Promise<void> {
    const { store, log } = this.#environment
    const isDefault = origin === 'first-party' && this.#search.enabledByDefault.includes(name)
    if (!isDefault || store.choice(name) !== undefined) return
    try {
      await store.decide(name, { isEnabled: true })
    } catch (error) {
      // On a full or read-only disk the plugin runs all the same. The next start retries.
      log.error(
        { event: 'plugin.enable_failed', plugin: name, err: error },
        'default plugin enabled for this start only',
      )
    }
    this.#plugin(name).enableByDefault()
  }

  #plugin(name: string): SupervisedPlugin {
    const plugin = this.#pluginByName.get(name)
    if (plugin === undefined) throw new MarineDataError('plugin-not-found', `Plugin "${name}" not found`)
    return plugin
  }
}

/** States in which the pages of a plugin are shown: an owner has enabled it, and nothing forbids that it runs. */
const shownStates: ReadonlySet<PluginState> = new Set([
  'starting',
  'running',
  'stopping',
  'waiting',
  'quarantined',
])

const rankOf = ({ manifest }: SupervisedPlugin): number => startRank(manifest ?? {})

/** Resolves when a plugin was restarted, or cannot run. Its report says which. */
const restarted = async (plugin: SupervisedPlugin): Promise<void> => {
  try {
    await plugin.restart().done
  } catch (error) {
    if (!(error instanceof MarineDataError)) throw error
  }
}

/** Keeps the known name. Settings, values and devices belong to a name: a renamed plugin needs a server restart. */
const withKnownName = (found: FoundPlugin, name: string): FoundPlugin => {
  if (found.name === name || 'fault' in found.usable) return { ...found, name }
  return { ...found, name, usable: { fault: `The plugin is now called "${found.name}". Restart the server` } }
}
