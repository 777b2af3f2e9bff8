import type { Session } from '@marinedata/core'
import { checkOf, MarineDataError, type PluginReport, type PluginState } from '@marinedata/model'
import {
  Capabilities,
  defaultActionSeconds,
  grantsOf,
  settledSettings,
  type PluginManifest,
} from '@marinedata/plugin-api/host'
import type { Logger } from 'pino'
import { actionError, isEnded } from './action-error.ts'
import { callsOf } from './calls.ts'
import type { DeviceCommand } from './device-registry.ts'
import type { FoundPlugin } from './discovery.ts'
import { PluginAccount } from './plugin-account.ts'
import { PluginLedger } from './plugin-ledger.ts'
import { PluginLife } from './plugin-life.ts'
import { PluginOutlet } from './plugin-outlet.ts'
import { pluginReport } from './plugin-report.ts'
import { PluginRun } from './plugin-run.ts'
import type { PluginSurroundings } from './plugin-surroundings.ts'
import { PluginTroubles } from './plugin-troubles.ts'
import { PluginRights, type Hold } from './rights/plugin-rights.ts'
import { isProvider } from './supervision/providers.ts'
import type { StartSlots } from './supervision/start-slots.ts'

/** One that has run for so long after a fault is well again. */
const steadyMs = 10_000

export interface CommandOptions {
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

type Level = 'debug' | 'info' | 'warn' | 'error'
type Values = Readonly<Record<string, unknown>>

/** One plugin: what was decided about it, what it may do, and what becomes of it. */
export class SupervisedPlugin {
  readonly ledger: PluginLedger
  /** What it last said of itself. */
  readonly account = new PluginAccount()
  readonly #around: PluginSurroundings
  readonly #log: Logger
  readonly #life: PluginLife<PluginRun>
  readonly #troubles: PluginTroubles
  readonly #rights: PluginRights
  #found: FoundPlugin
  #settings: Values
  #isEnabled: boolean
  #state: PluginState = 'disabled'
  #since: string
  #session: Session | undefined
  /** Ends the wait until it is well again. */
  #steadiness: Disposable | undefined

  constructor(found: FoundPlugin, around: PluginSurroundings, slots: StartSlots) {
    const { clock, log, shelf } = around
    this.#found = found
    this.#around = around
    this.#log = log.child({ plugin: found.name })
    this.ledger = new PluginLedger(clock)
    this.#since = clock.timestamp()
    const choice = shelf.choice(found.name)
    // Whoever names a plugin at the start wants it to run.
    this.#isEnabled = found.origin === 'given' || choice?.isEnabled === true
    this.#settings = choice?.settings ?? {}
    this.#troubles = new PluginTroubles({
      name: () => this.name,
      ledger: this.ledger,
      log: this.#log,
      alarm: around.alarm,
    })
    this.#rights = new PluginRights(around, this.#log, (message) => this.#troubles.warn(message))
    this.#life = new PluginLife({
      clock,
      slots,
      isProvider: () => this.isProvider,
      launch: (attempt) => this.#launch(attempt),
      entered: (state) => (state === 'disabled' ? this.#enterRest() : this.#enter(state)),
      ended: () => this.#clearUp(),
      failed: (fault, isRepeated) => this.#troubles.note(fault, isRepeated),
      gaveUp: ({ message }, hasFailedOften) => {
        this.#enter('quarantined')
        this.#troubles.giveUp(message, hasFailedOften)
      },
      callFailed: (error) =>
        this.#log.error({ event: 'plugin.supervision_failed', err: error }, 'plugin supervision failed'),
    })
    this.#enterRest()
  }

  get name(): string {
    return this.#found.name
  }

  /** Where it is on this machine. */
  get place(): string {
    return this.#found.place
  }

  get origin(): FoundPlugin['origin'] {
    return this.#found.origin
  }

  /** What it says of itself; undefined when it cannot be read. */
  get manifest(): PluginManifest | undefined {
    const { usable } = this.#found
    return 'manifest' in usable ? usable.manifest : undefined
  }

  /** Whether it serves the anchor watch or an autopilot. */
  get isProvider(): boolean {
    return isProvider(this.manifest ?? {})
  }

  get settings(): Values {
    return this.#settings
  }

  get state(): PluginState {
    return this.#state
  }

  get restarts(): number {
    return this.#life.restarts
  }

  /** Its present process. */
  get run(): PluginRun | undefined {
    return this.#life.run
  }

  /** Starts it if it is to run; does not wait for it. */
  start(): void {
    if (!this.#isEnabled || this.#state !== 'disabled') return
    // A start that fails is told as every fault is.
    this.#life.start().catch(() => undefined)
  }

  /** Switches it on; returns when it runs. */
  async enable(): Promise<void> {
    this.#usable()
    if (!this.#isEnabled) this.#rights.agree(this.#found)
    else if (this.#hold === 'needs-consent') throw this.#isNotRunning()
    await this.#around.shelf.decide(this.name, { isEnabled: true })
    this.#isEnabled = true
    this.#rights.checkMachine()
    this.#troubles.clear()
    await this.#life.start()
  }

  /** An owner agrees to what it claims now; returns when it runs. */
  async approve(): Promise<void> {
    if (this.#hold !== 'needs-consent')
      throw new MarineDataError('plugin-not-running', `Plugin "${this.name}" does not wait for approval`)
    this.#rights.agree(this.#found)
    await this.#startAgain()
  }

  /** Switches it off; returns when its process is gone. */
  async disable(): Promise<void> {
    await this.#around.shelf.decide(this.name, { isEnabled: false })
    this.#isEnabled = false
    await this.#life.stop()
  }

  /** Takes new settings; returns when it runs with them. */
  async configure(settings: Values): Promise<void> {
    const { settings: schema } = this.#usable()
    settledSettings(schema, settings)
    grantsOf(schema, settings, this.#around.walls.folder)
    await this.#around.shelf.decide(this.name, { settings })
    this.#settings = settings
    if (this.#isEnabled && this.#hold === undefined) await this.#startAgain()
  }

  /** Ends its process and starts another, also after repeated failures; returns when that runs. */
  async restart(): Promise<void> {
    this.#usable()
    if (!this.#isEnabled) throw this.#isNotRunning()
    await this.#startAgain()
  }

  /** It may have been changed on disk: the next process is started from what is there now. */
  renew(found: FoundPlugin): void {
    this.#found = found
    if (this.run === undefined) this.#enterRest()
  }

  /** The plugin was written anew: starts what is there now. */
  async reload(found: FoundPlugin): Promise<void> {
    this.#found = found
    this.#isEnabled = true
    if (this.#hold !== undefined || 'fault' in found.usable) await this.#life.stop()
    else await this.#startAgain()
  }

  /**
   * Has it do one of its actions.
   * @throws MarineDataError when there is none of that name, the input does not fit, it fails or does not answer in time
   */
  async act(action: string, input: unknown): Promise<unknown> {
    const claims = this.#usable().actions ?? {}
    const claim = Object.hasOwn(claims, action) ? claims[action] : undefined
    if (claim === undefined)
      throw new MarineDataError('not-found', `Plugin "${this.name}" has no action "${action}"`)
    const errors = checkOf(claim.input ?? { type: 'object', additionalProperties: false }).faults(input)
    if (errors.length > 0)
      throw new MarineDataError('invalid-body', `The input of "${action}" does not fit`, { errors })
    const { deadline = defaultActionSeconds } = claim
    return this.#running()
      .command({ name: action, input }, { deadlineMs: deadline * 1000 })
      .catch((error: unknown) => {
        throw actionError(error)
      })
  }

  /** Has one of its devices do something; what goes wrong is told as the plugin told it. */
  async command(device: string, command: DeviceCommand, options: CommandOptions): Promise<unknown> {
    // A device can be asked as soon as it is heard of, which may be before the start is over.
    if (this.run === undefined || this.#state === 'stopping') throw this.#isNotRunning()
    return this.run.command({ device, ...command }, options).catch((error: unknown) => {
      throw isEnded(error) ? new MarineDataError(error.code, error.message, { outcome: 'unknown' }) : error
    })
  }

  /** Ends its process, for now. */
  async close(): Promise<void> {
    await this.#life.stop()
  }

  report(): PluginReport {
    return pluginReport({
      name: this.name,
      state: this.#state,
      origin: this.origin,
      manifest: this.manifest ?? null,
      enabled: this.#isEnabled,
      since: this.#since,
      status: this.account.status,
      restarts: this.restarts,
      quarantine: this.#state === 'quarantined' ? this.#troubles.reason : null,
      ledger: this.ledger,
      run: this.run,
      devices: this.#around.devices.of(this.name),
      inputs: [...this.account.inputs],
      sandbox: this.#around.walls.report(),
      newClaims: [...this.#rights.newClaims],
    })
  }

  /** The state of a plugin that has no process and is not to have one. */
  #enterRest(): void {
    const { usable } = this.#found
    if (!this.#isEnabled) {
      this.#around.devices.forget(this.name)
      this.#troubles.clear()
    }
    if ('fault' in usable) {
      if (this.ledger.lastFault?.message !== usable.fault)
        this.#troubles.note({ kind: 'start-failed', message: usable.fault }, false)
      this.#enter('unusable')
    } else this.#enter(this.#hold ?? 'disabled')
  }

  /** What keeps it from running; undefined when it may. */
  get #hold(): Hold | undefined {
    return this.#rights.holdOf(this.#found, this.#isEnabled)
  }

  async #startAgain(): Promise<void> {
    if (this.#hold !== undefined) {
      await this.#life.stop()
      this.#enterRest()
      throw this.#isNotRunning()
    }
    this.#troubles.clear()
    await this.#life.restart()
  }

  /** @throws MarineDataError when it cannot be read */
  #usable(): PluginManifest {
    const { usable } = this.#found
    if ('manifest' in usable) return usable.manifest
    throw new MarineDataError('plugin-failed', usable.fault)
  }

  #running(): PluginRun {
    if (this.run !== undefined && this.#state === 'running') return this.run
    throw this.#isNotRunning()
  }

  #isNotRunning(): MarineDataError {
    return new MarineDataError('plugin-not-running', `Plugin "${this.name}" is ${this.#state}`)
  }

  #enter(state: PluginState): void {
    if (this.#state === state) return
    this.#state = state
    this.#since = this.#around.clock.timestamp()
    this.#log.debug({ state }, 'plugin state')
    if (state === 'running') this.#noteRunning()
  }

  #launch(attempt: number): PluginRun {
    const { usable } = this.#found
    if ('fault' in usable) throw new MarineDataError('plugin-failed', usable.fault)
    if (this.#hold !== undefined) throw this.#isNotRunning()
    const { program, manifest } = usable
    const { own, clock, serverVersion } = this.#around
    const settings = settledSettings(manifest.settings, this.#settings)
    this.account.begin()
    const outlet = new PluginOutlet()
    const session = this.#around.sessions.open(outlet)
    this.#session = session
    const write = (level: Level, message: string): void => this.#write(level, message)
    const handlers = callsOf({
      ...this.#around,
      name: this.name,
      capabilities: new Capabilities(manifest, own),
      ledger: this.ledger,
      session: () => session,
      account: this.account,
      write,
      authorise: this.#around.gateOf(this.name),
    })
    const { ledger } = this
    const run = new PluginRun({
      program,
      manifest,
      settings,
      chosen: this.#settings,
      place: this.#around.walls.placeOf(this.name),
      ...own,
      handlers,
      ledger,
      clock,
      attempt,
      serverVersion,
      write,
    })
    outlet.attach(run)
    return run
  }

  #clearUp(): void {
    if (this.#session !== undefined) this.#around.sessions.close(this.#session)
    this.#session = undefined
    this.#steadiness?.[Symbol.dispose]()
    this.account.end()
    this.#around.devices.lose(this.name)
  }

  #noteRunning(): void {
    const { run } = this
    this.#log.info({ process: run?.pid }, 'plugin runs')
    this.#steadiness = this.#around.clock.after(steadyMs, () => this.#troubles.clear())
  }

  #write(level: Level, message: string): void {
    if (this.ledger.write(level, message)) this.#log[level](message)
  }
}
