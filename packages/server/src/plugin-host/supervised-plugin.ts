import type { Clock, Session } from '@marinedata/core'
import { checkOf, MarineDataError, type PluginReport, type PluginState, type Scope } from '@marinedata/model'
import {
  Capabilities,
  defaultActionSeconds,
  settledSettings,
  type OwnVessel,
  type PluginManifest,
} from '@marinedata/plugin-api/host'
import type { Logger } from 'pino'
import type { PluginChoice } from '../storage/plugin-shelf.ts'
import { callsOf, type PluginActions, type Shelf } from './calls.ts'
import type { DeviceCommand, DeviceRegistry } from './device-registry.ts'
import type { FoundPlugin } from './discovery.ts'
import { PluginAccount } from './plugin-account.ts'
import { PluginLedger } from './plugin-ledger.ts'
import { PluginLife } from './plugin-life.ts'
import { PluginOutlet } from './plugin-outlet.ts'
import { pluginReport } from './plugin-report.ts'
import { PluginRun, type RunFault } from './plugin-run.ts'
import { quarantineReason } from './restart-policy.ts'

/** What all plugins share; wired in one place. */
export interface PluginSurroundings {
  readonly clock: Clock
  readonly log: Logger
  readonly own: OwnVessel
  readonly serverVersion: string
  /** The gate, for a plugin of that name. */
  readonly gateOf: (plugin: string) => (scope: Scope) => void
  readonly actions: PluginActions
  readonly sessions: { open(outlet: PluginOutlet): Session; close(session: Session): void }
  readonly shelf: Shelf & {
    choice(name: string): PluginChoice | undefined
    decide(name: string, change: Partial<PluginChoice>): void
  }
  readonly devices: DeviceRegistry
  /** Raises or clears the alarm about a plugin itself. */
  readonly alarm: (name: string, severity: 'normal' | 'warn' | 'alarm', message: string) => void
  /** Nothing runs. */
  readonly isSafe: boolean
}

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
  readonly #life: PluginLife
  #found: FoundPlugin
  #settings: Values
  #isEnabled: boolean
  #state: PluginState = 'disabled'
  #since: string
  #session: Session | undefined
  /** Ends the wait until it is well again. */
  #steadiness: Disposable | undefined
  #quarantineReason: string | null = null
  #isAlarmed = false

  constructor(found: FoundPlugin, around: PluginSurroundings) {
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
    this.#life = new PluginLife({
      clock,
      launch: () => this.#launch(),
      entered: (state) => this.#enter(state),
      ended: () => this.#clearUp(),
      failed: (fault) => this.#noteFault(fault),
      gaveUp: ({ message }, hasFailedOften) => this.#giveUp(message, hasFailedOften),
    })
    this.#settleIn(found.origin === 'given' ? undefined : choice?.quarantine)
  }

  get name(): string {
    return this.#found.name
  }

  /** Where it is on this machine. */
  get place(): string {
    return this.#found.place
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
    this.#life.begin().catch(() => undefined)
  }

  /** Switches it on; returns when it runs. */
  async enable(): Promise<void> {
    this.#manifest()
    this.#isEnabled = true
    this.#around.shelf.decide(this.name, { isEnabled: true, quarantine: undefined })
    if (this.#around.isSafe)
      throw new MarineDataError('plugin-not-running', 'Safe mode: it will run after the next normal start')
    this.#calm()
    await this.#life.begin()
  }

  /** Switches it off; returns when its process is gone. */
  async disable(): Promise<void> {
    this.#isEnabled = false
    this.#around.shelf.decide(this.name, { isEnabled: false, quarantine: undefined })
    await this.#life.end()
    this.#around.devices.forget(this.name)
    this.#calm()
    if (this.#state === 'quarantined') this.#enter('disabled')
  }

  /** Takes new settings; returns when it runs with them. */
  async configure(settings: Values): Promise<void> {
    settledSettings(this.#manifest().settings, settings)
    this.#settings = settings
    this.#around.shelf.decide(this.name, { settings })
    if (this.#life.isLed) await this.#life.restart()
    else if (this.#isEnabled && !this.#around.isSafe) await this.enable()
  }

  /** Ends its process and starts another; returns when that runs. */
  async restart(): Promise<void> {
    this.#manifest()
    if (!this.#life.isLed) throw this.#isNotRunning()
    await this.#life.restart()
  }

  /** The plugin was written anew: starts what is there now. */
  async reload(found: FoundPlugin): Promise<void> {
    await this.#life.end()
    this.#found = found
    this.#isEnabled = true
    this.#state = 'disabled'
    this.#settleIn(undefined)
    if ('manifest' in found.usable) await this.#life.begin()
  }

  /**
   * Has it do one of its actions.
   * @throws MarineDataError when there is none of that name, the input does not fit, it fails or does not answer in time
   */
  async act(action: string, input: unknown): Promise<unknown> {
    const claims = this.#manifest().actions ?? {}
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
    await this.#life.end()
  }

  report(): PluginReport {
    const { usable, origin } = this.#found
    return pluginReport({
      name: this.name,
      state: this.#state,
      origin,
      manifest: 'manifest' in usable ? usable.manifest : null,
      enabled: this.#isEnabled,
      since: this.#since,
      status: this.account.status,
      restarts: this.restarts,
      quarantine: this.#state === 'quarantined' ? this.#quarantineReason : null,
      ledger: this.ledger,
      run: this.run,
      devices: this.#around.devices.of(this.name),
      inputs: [...this.account.inputs],
    })
  }

  /** The state of a plugin that has not run yet. */
  #settleIn(quarantine: string | undefined): void {
    const { usable } = this.#found
    if ('fault' in usable) {
      this.#noteFault({ kind: 'start-failed', message: usable.fault })
      this.#enter('unusable')
    } else if (this.#around.isSafe) this.#enter('safe-mode')
    else if (quarantine !== undefined) this.#quarantine(quarantine)
  }

  #manifest(): PluginManifest {
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

  #launch(): PluginRun {
    const { usable } = this.#found
    if ('fault' in usable) throw new MarineDataError('plugin-failed', usable.fault)
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
      ...own,
      handlers,
      ledger,
      clock,
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
    this.#steadiness = this.#around.clock.after(steadyMs, () => this.#calm())
  }

  #noteFault({ kind, message }: RunFault): void {
    this.ledger.fail(kind, message)
    this.ledger.write('error', `${kind}: ${message}`)
    this.#log.error({ kind, fault: message }, 'plugin failed')
    this.#alarm('warn', `The plugin "${this.name}" failed (${kind})`)
  }

  #giveUp(message: string, hasFailedOften: boolean): void {
    if (!hasFailedOften) return this.#quarantine(message)
    const reason = `${quarantineReason}; the last time: ${message}`
    this.#around.shelf.decide(this.name, { quarantine: reason })
    this.#quarantine(reason)
  }

  #quarantine(reason: string): void {
    this.#enter('quarantined')
    this.ledger.write('error', `quarantined: ${reason}`)
    this.#log.error({ fault: reason }, 'plugin quarantined')
    this.#quarantineReason = reason
    this.#alarm('alarm', `The plugin "${this.name}" is kept down: ${reason.split('\n')[0] ?? ''}`)
  }

  #alarm(severity: 'warn' | 'alarm', message: string): void {
    this.#isAlarmed = true
    this.#around.alarm(this.name, severity, message)
  }

  #calm(): void {
    if (this.#isAlarmed) this.#around.alarm(this.name, 'normal', '')
    this.#isAlarmed = false
  }

  #write(level: Level, message: string): void {
    if (this.ledger.write(level, message)) this.#log[level](message)
  }
}

/** A plugin that ended in the middle may have done it all the same. */
const isEnded = (error: unknown): error is MarineDataError =>
  error instanceof MarineDataError && error.code === 'plugin-not-running'

const actionError = (error: unknown): MarineDataError => {
  if (error instanceof MarineDataError && error.code === 'unconfirmed') return error
  const outcome = isEnded(error) ? 'unknown' : 'none'
  return new MarineDataError('plugin-failed', (error as Error).message, { outcome, cause: error })
}
