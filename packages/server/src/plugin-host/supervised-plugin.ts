import { MarineDataError, type PluginReport, type PluginState } from '@marinedata/model'
import {
  defaultActionSeconds,
  grantsOf,
  hideSecrets,
  restoreSecrets,
  type PluginManifest,
} from '@marinedata/plugin-api/host'
import { join } from 'node:path'
import type { Logger } from 'pino'
import {
  actionError,
  claimOfAction,
  hasPluginEnded,
  type ActionRole,
  type CommandOptions,
} from './plugin-action.ts'
import type { DeviceCommand } from './plugin-devices.ts'
import type { FoundPlugin } from './discovery.ts'
import { conflictsOf, type KnownPlugin } from './installation/conflicts.ts'
import { ReportedState } from './reported-state.ts'
import { PluginStats } from './plugin-stats.ts'
import { PluginLifecycle } from './plugin-lifecycle.ts'
import { PluginLauncher } from './plugin-launcher.ts'
import { pluginReport } from './plugin-report.ts'
import type { PluginRun } from './plugin-run.ts'
import type { PluginEnvironment } from './plugin-environment.ts'
import { PluginAlarms } from './plugin-alarms.ts'
import { PluginRights, type BlockReason } from './rights/plugin-rights.ts'
import { PluginSchemas } from './schemas/plugin-schemas.ts'
import { isProvider } from './supervision/providers.ts'
import type { StartSlots } from './supervision/start-slots.ts'

type Values = Readonly<Record<string, unknown>>

/** A change of a plugin that is decided and saved. */
export interface Decided {
  /** Resolves when the plugin runs as wanted, or has ended. */
  readonly done: Promise<void>
}

/** One plugin: its settings, its rights, its processes and its state. */
export class SupervisedPlugin {
  readonly stats: PluginStats
  /** The status and inputs that the plugin last reported. */
  readonly reported = new ReportedState()
  readonly #environment: PluginEnvironment
  readonly #log: Logger
  readonly #launcher: PluginLauncher
  readonly #lifecycle: PluginLifecycle<PluginRun>
  readonly #alarms: PluginAlarms
  readonly #rights: PluginRights
  readonly #schemas: PluginSchemas
  #found: FoundPlugin
  #settings: Values
  #isEnabled: boolean
  #state: PluginState = 'disabled'
  #since: string

  constructor(found: FoundPlugin, environment: PluginEnvironment, slots: StartSlots) {
    const { alarm, clock, log, store } = environment
    this.#found = found
    this.#environment = environment
    this.#log = log.child({ plugin: found.name })
    this.stats = new PluginStats(clock)
    this.#since = clock.timestamp()
    const choice = store.choice(found.name)
    // A plugin named on the command line is always enabled.
    this.#isEnabled = found.origin === 'given' || choice?.isEnabled === true
    this.#settings = choice?.settings ?? {}
    const { stats, reported } = this
    this.#alarms = new PluginAlarms({ plugin: this, stats, clock, log: this.#log, alarm })
    this.#rights = new PluginRights(environment, this.#log, (message) => this.#alarms.warn(message))
    this.#launcher = new PluginLauncher({ environment, stats, reported, log: this.#log })
    this.#schemas = new PluginSchemas(found.origin, environment.schemaChecks)
    this.#lifecycle = new PluginLifecycle({
      clock,
      slots,
      prepare: () => this.#prepare(),
      isProvider: () => this.isProvider,
      launch: (attempt) => this.#launch(attempt),
      onState: (state) => (state === 'disabled' ? this.#enterIdleState() : this.#enter(state)),
      onExit: () => this.#cleanUp(),
      onFault: (fault, isRepeated) => this.#alarms.reportFault(fault, isRepeated),
      onQuarantine: ({ message }, hasFailedOften) => {
        this.#enter('quarantined')
        this.#alarms.quarantine(message, hasFailedOften)
      },
      onCallbackError: (error) =>
        this.#log.error({ event: 'plugin.supervision_failed', err: error }, 'plugin supervision failed'),
    })
    this.#enterIdleState()
  }

  get name(): string {
    return this.#found.name
  }

  /** Its path on this machine. */
  get place(): string {
    return this.#found.place
  }

  get origin(): FoundPlugin['origin'] {
    return this.#found.origin
  }

  /** Undefined when the manifest cannot be read. */
  get manifest(): PluginManifest | undefined {
    const { usable } = this.#found
    return 'manifest' in usable ? usable.manifest : undefined
  }

  /** The folder of its pages, if it has pages. */
  get pageFolder(): string | undefined {
    const { usable } = this.#found
    if ('fault' in usable || usable.manifest.pages === undefined) return undefined
    return join(usable.program.folder, usable.manifest.pages)
  }

  /** Whether it provides an anchor watch, an autopilot or a bus. */
  get isProvider(): boolean {
    return isProvider(this.manifest ?? {})
  }

  /** The settings without secrets. */
  get settings(): Values {
    return hideSecrets(this.manifest && (this.manifest.settings ?? {}), this.#settings)
  }

  get state(): PluginState {
    return this.#state
  }

  get isEnabled(): boolean {
    return this.#isEnabled
  }

  get restarts(): number {
    return this.#lifecycle.restarts
  }

  /** The current process. */
  get run(): PluginRun | undefined {
    return this.#lifecycle.run
  }

  /** Starts the plugin if it is enabled. Does not wait until it runs. */
  start(): void {
    if (!this.#isEnabled || this.#state !== 'disabled') return
    // The lifecycle reports a failed start like any other fault.
    this.#lifecycle.start().catch(() => undefined)
  }

  /** Enables a plugin without a decision by the owner. It is started with the others. */
  enableByDefault(): void {
    this.#isEnabled = true
    this.#enterIdleState()
  }

  /** Enables the plugin. */
  async enable(): Promise<Decided> {
    this.#usable()
    if (!this.#isEnabled) this.#rights.agree(this.#found)
    else if (this.#blockReason === 'needs-consent') throw this.#notRunningError()
    await this.#environment.store.decide(this.name, { isEnabled: true })
    this.#isEnabled = true
    this.#rights.checkMachine()
    this.#alarms.clear()
    return { done: this.#lifecycle.start() }
  }

  /** Approves the current claims. */
  approve(): Decided {
    if (this.#blockReason !== 'needs-consent')
      throw new MarineDataError('plugin-not-running', `Plugin "${this.name}" is not waiting for approval`)
    this.#rights.agree(this.#found)
    return { done: this.#restart() }
  }

  /** Disables the plugin. Done when its process has ended. */
  async disable(): Promise<Decided> {
    await this.#environment.store.decide(this.name, { isEnabled: false })
    this.#isEnabled = false
    return { done: this.#lifecycle.stop() }
  }

  /** Saves new settings. Done when the plugin runs with them. */
  async configure(given: Values): Promise<Decided> {
    const { settings: schema } = this.#usable()
    const settings = restoreSecrets(schema, given, this.#settings)
    await this.#schemas.checkEntered(schema, settings)
    grantsOf(schema, settings, this.#environment.isolation.folder)
    await this.#environment.store.decide(this.name, { settings })
    this.#settings = settings
    const isRestarted = this.#isEnabled && this.#blockReason === undefined
    return { done: isRestarted ? this.#restart() : Promise.resolve() }
  }

  /** Restarts the plugin, also from quarantine. */
  restart(): Decided {
    this.#usable()
    if (!this.#isEnabled) throw this.#notRunningError()
    return { done: this.#restart() }
  }

  /** Updates what was found on disk. The next process is started from it. */
  update(found: FoundPlugin): void {
    this.#found = found
    if (this.run === undefined) this.#enterIdleState()
  }

  /** Restarts the plugin from the changed files. */
  reload(found: FoundPlugin): Decided {
    this.#found = found
    this.#isEnabled = true
    const mayRun = this.#blockReason === undefined && !('fault' in found.usable)
    return { done: mayRun ? this.#restart() : this.#lifecycle.stop() }
  }

  /** The lowest role that may run an action. */
  actionRole(action: string): ActionRole {
    return claimOfAction(this.#usable(), action).role ?? 'owner'
  }

  /**
   * Runs one of the plugin's actions.
   * @throws MarineDataError when the action is unknown, its input is invalid, it fails or does not answer in time
   */
  async act(action: string, input: unknown): Promise<unknown> {
    const { deadline = defaultActionSeconds } = await this.#schemas.checkInput(this.#usable(), {
      action,
      input,
    })
    return this.#running()
      .command({ name: action, input }, { deadlineMs: deadline * 1000 })
      .catch((error: unknown) => {
        throw actionError(error)
      })
  }

  /** Sends a command to one of its devices. Rejects with the plugin's own error. */
  async command(device: string, command: DeviceCommand, options: CommandOptions): Promise<unknown> {
    // A device accepts commands once it is registered, which may be before the plugin has started completely.
    if (this.run === undefined || this.#state === 'stopping') throw this.#notRunningError()
    return this.run.command({ device, ...command }, options).catch((error: unknown) => {
      throw hasPluginEnded(error)
        ? new MarineDataError(error.code, error.message, { outcome: 'unknown' })
        : error
    })
  }

  /** Stops the process without disabling the plugin. */
  async close(): Promise<void> {
    await this.#lifecycle.stop()
  }

  /** @param known all plugins, for the conflicts with those that are enabled */
  report(known: readonly KnownPlugin[]): PluginReport {
    return pluginReport({
      name: this.name,
      state: this.#state,
      origin: this.origin,
      manifest: this.manifest ?? null,
      enabled: this.#isEnabled,
      since: this.#since,
      status: this.reported.status,
      restarts: this.restarts,
      quarantine: this.#state === 'quarantined' ? this.#alarms.reason : null,
      stats: this.stats,
      run: this.run,
      devices: this.#environment.devices.of(this.name),
      inputs: [...this.reported.inputs],
      buses: this.#environment.buses.reportsOf(this.name),
      sandbox: this.#environment.isolation.report(),
      newClaims: [...this.#rights.newClaims],
      conflicts: this.#isEnabled || this.manifest === undefined ? [] : conflictsOf(this.manifest, known),
    })
  }

  /** Enters the state of a plugin without a process. */
  #enterIdleState(): void {
    const { usable } = this.#found
    if (!this.#isEnabled) {
      this.#environment.devices.forget(this.name)
      this.#alarms.clear()
    }
    if ('fault' in usable) {
      if (this.stats.lastFault?.message !== usable.fault)
        this.#alarms.reportFault({ kind: 'start-failed', message: usable.fault }, false)
      this.#enter('unusable')
    } else this.#enter(this.#blockReason ?? 'disabled')
  }

  /** Why the plugin may not run; undefined when it may. */
  get #blockReason(): BlockReason | undefined {
    return this.#rights.blockReasonOf(this.#found, this.#isEnabled)
  }

  async #restart(): Promise<void> {
    if (this.#blockReason !== undefined) {
      await this.#lifecycle.stop()
      this.#enterIdleState()
      throw this.#notRunningError()
    }
    this.#alarms.clear()
    await this.#lifecycle.restart()
  }

  /** @throws MarineDataError when the manifest cannot be read */
  #usable(): PluginManifest {
    const { usable } = this.#found
    if ('manifest' in usable) return usable.manifest
    throw new MarineDataError('plugin-failed', usable.fault)
  }

  #running(): PluginRun {
    if (this.run !== undefined && this.#state === 'running') return this.run
    throw this.#notRunningError()
  }

  #notRunningError(): MarineDataError {
    return new MarineDataError('plugin-not-running', `Plugin "${this.name}" is ${this.#state}`)
  }

  #enter(state: PluginState): void {
    if (this.#state === state) return
    this.#state = state
    this.#since = this.#environment.clock.timestamp()
    this.#log.debug({ event: 'plugin.state_changed', state }, 'plugin state changed')
    if (state === 'running') this.#onRunning()
    if (state === 'stopping') this.#launcher.loseBuses()
  }

  /** An update may have changed the schema since the settings were saved. */
  async #prepare(): Promise<void> {
    const { usable } = this.#found
    if ('manifest' in usable) await this.#schemas.checkSettings(usable.manifest.settings, this.#settings)
  }

  #launch(attempt: number): PluginRun {
    const { usable } = this.#found
    if ('fault' in usable) throw new MarineDataError('plugin-failed', usable.fault)
    if (this.#blockReason !== undefined) throw this.#notRunningError()
    const isInspected = this.#environment.isInspected && this.origin === 'given'
    const { name } = this
    return this.#launcher.launch({ name, usable, settings: this.#settings, isInspected, attempt })
  }

  #cleanUp(): void {
    this.#alarms.cancelClear()
    this.#launcher.cleanUp(this.name)
  }

  #onRunning(): void {
    this.#log.info({ event: 'plugin.running', pid: this.run?.pid }, 'plugin running')
    this.#alarms.clearLater()
  }
}
