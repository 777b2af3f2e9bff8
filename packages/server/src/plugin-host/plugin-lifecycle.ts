import type { Clock } from '@marinedata/core'
import { MarineDataError, type PluginFaultKind, type PluginState } from '@marinedata/model'
import { RestartPolicy } from './supervision/restart-policy.ts'
import type { StartSlots } from './supervision/start-slots.ts'

/** Why a process ended unexpectedly. */
export interface RunFault {
  readonly kind: PluginFaultKind
  readonly message: string
  /** The machine was too busy. Does not count as a fault of the plugin. */
  readonly isStarved?: boolean
}

/** One process, as the lifecycle uses it. */
export interface LifecycleRun {
  /** Resolves when the process has ended: with the fault, or with undefined when it was asked to stop. */
  readonly exited: Promise<RunFault | undefined>
  /** Starts the plugin. Resolves with false when that failed; `exited` then resolves with the fault. */
  start(): Promise<boolean>
  /** Stops the process. Resolves when it has ended. */
  stop(): Promise<void>
}

/** The plugin that a lifecycle belongs to: starts its processes and is notified of changes. */
export interface LifecycleOwner<Run extends LifecycleRun> {
  readonly clock: Clock
  readonly slots: StartSlots
  /** Providers of anchor watches and autopilots start first and are restarted without limit. */
  isProvider(): boolean
  /** Checks whether a process may be started, before each start. Rejects with the reason when not. */
  prepare(): Promise<void>
  /**
   * Starts a process. Throws when the plugin cannot be started at all.
   * @param attempt 1 for the first start, higher after faults
   */
  launch(attempt: number): Run
  onState(state: PluginState): void
  /** A process has ended, for any reason. */
  onExit(): void
  /** @param isRepeated the plugin has failed repeatedly and is restarted nevertheless */
  onFault(fault: RunFault, isRepeated: boolean): void
  /** The plugin is not restarted: it has failed too often, or it could not be started at all. */
  onQuarantine(fault: RunFault, hasFailedOften: boolean): void
  /** One of the callbacks above threw. The lifecycle continues. */
  onCallbackError(error: unknown): void
}

/** How a run ended. */
interface RunEnd {
  readonly fault: RunFault | undefined
  readonly wasLaunched: boolean
}

/** A machine that is too busy is tried again, as after any other start that failed. */
const unlaunched = (error: Error): RunEnd => {
  const isStarved = error instanceof MarineDataError && error.code === 'busy'
  return { fault: { kind: 'start-failed', message: error.message, isStarved }, wasLaunched: isStarved }
}

/** A request that waits until the plugin is in the wanted state. */
interface Waiter {
  readonly isWanted: boolean
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/**
 * Brings a plugin into the wanted state. A request changes the wanted state, which starts a new generation, and waits
 * for it. Only one loop starts and stops processes, so concurrent requests cannot interfere with each other.
 */
export class PluginLifecycle<Run extends LifecycleRun> {
  readonly #owner: LifecycleOwner<Run>
  #policy: RestartPolicy
  #isWanted = false
  #generation = 0
  /** Resolves when a newer generation starts. */
  #superseded = Promise.withResolvers<void>()
  #phase: 'idle' | 'starting' | 'running' | 'waiting' = 'idle'
  #isReconciling = false
  #waiters: readonly Waiter[] = []
  #run: Run | undefined
  #restarts = 0

  constructor(owner: LifecycleOwner<Run>) {
    this.#owner = owner
    this.#policy = new RestartPolicy({ isUnlimited: owner.isProvider() })
  }

  /** The current process. */
  get run(): Run | undefined {
    return this.#run
  }

  /** Number of restarts after faults. */
  get restarts(): number {
    return this.#restarts
  }

  /** Starts the plugin unless it runs or starts already. Resolves when it runs. Resets the fault count. */
  async start(): Promise<void> {
    const isStartedOrStarting = this.#isWanted && (this.#phase === 'starting' || this.#phase === 'running')
    if (!isStartedOrStarting) return await this.#setWanted(true)
    this.#policy = new RestartPolicy({ isUnlimited: this.#owner.isProvider() })
    if (this.#phase === 'starting') await this.#wait()
  }

  /** Stops the current process, if any, and starts another. Resolves when that runs. */
  async restart(): Promise<void> {
    await this.#setWanted(true)
  }

  /** Stops the process for good. Resolves when it has ended. */
  async stop(): Promise<void> {
    await this.#setWanted(false)
  }

  async #setWanted(isWanted: boolean): Promise<void> {
    this.#isWanted = isWanted
    this.#generation++
    this.#policy = new RestartPolicy({ isUnlimited: this.#owner.isProvider() })
    this.#superseded.resolve()
    this.#superseded = Promise.withResolvers()
    const waiting = this.#wait()
    if (!this.#isReconciling) void this.#reconcile()
    await waiting
  }

  #wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiters = [...this.#waiters, { isWanted: this.#isWanted, resolve, reject }]
    return promise
  }

  async #reconcile(): Promise<void> {
    this.#isReconciling = true
    for (let isSettled = false; !isSettled;) {
      const generation = this.#generation
      if (!this.#isWanted) this.#enterDisabled()
      // The process is gone: resolves pending stop requests, even if the plugin was started again.
      this.#settle(false)
      isSettled = !this.#isWanted || (await this.#runOnce(generation))
      if (generation !== this.#generation) isSettled = false
    }
    this.#isReconciling = false
  }

  #enterDisabled(): void {
    this.#phase = 'idle'
    this.#notify(() => this.#owner.onState('disabled'))
    this.#settle(true, new MarineDataError('plugin-not-running', 'The plugin was disabled'))
  }

  /** Runs one process and waits for the restart delay. Returns true when the plugin is not restarted. */
  async #runOnce(generation: number): Promise<boolean> {
    const superseded = this.#superseded.promise
    const { fault, wasLaunched } = await this.#runProcess(generation, superseded)
    this.#phase = 'waiting'
    this.#notify(() => this.#owner.onExit())
    if (fault === undefined) return false
    const { waitMs, isRepeated } = this.#policy.afterFault(this.#owner.clock.now(), fault.isStarved !== true)
    const isQuarantined = waitMs === undefined || !wasLaunched
    this.#notify(() => this.#owner.onFault(fault, isRepeated && !isQuarantined))
    if (generation !== this.#generation) return false
    if (isQuarantined) {
      this.#phase = 'idle'
      this.#notify(() => this.#owner.onQuarantine(fault, wasLaunched))
    } else this.#notify(() => this.#owner.onState('waiting'))
    this.#settle(true, new MarineDataError('plugin-failed', fault.message))
    if (isQuarantined) return true
    await this.#waitForRestart(waitMs, superseded)
    this.#restarts++
    return false
  }

  async #runProcess(generation: number, superseded: Promise<void>): Promise<RunEnd> {
    this.#phase = 'starting'
    this.#notify(() => this.#owner.onState('starting'))
    using slot = this.#owner.slots.enter(this.#owner.isProvider())
    await Promise.race([slot.ready, superseded])
    if (generation !== this.#generation) return { fault: undefined, wasLaunched: false }
    try {
      await this.#owner.prepare()
      if (generation !== this.#generation) return { fault: undefined, wasLaunched: false }
      const run = this.#owner.launch(this.#policy.failures + 1)
      this.#run = run
      const hasStarted = await Promise.race([run.start(), run.exited.then(() => false), superseded])
      slot[Symbol.dispose]()
      if (hasStarted === true && generation === this.#generation) {
        this.#phase = 'running'
        this.#notify(() => this.#owner.onState('running'))
        this.#settle(true)
      }
      return { fault: await this.#endOf(run, superseded), wasLaunched: true }
    } catch (error) {
      return unlaunched(error as Error)
    } finally {
      this.#run = undefined
    }
  }

  async #endOf(run: Run, superseded: Promise<void>): Promise<RunFault | undefined> {
    const hasExited = await Promise.race([run.exited.then(() => true), superseded.then(() => false)])
    if (!hasExited) {
      this.#notify(() => this.#owner.onState('stopping'))
      await run.stop()
    }
    return run.exited
  }

  /** Settles all waiters for this state. Called for the current generation, so no waiter belongs to a later one. */
  #settle(isWanted: boolean, error?: Error): void {
    const settled = this.#waiters.filter((waiter) => waiter.isWanted === isWanted)
    this.#waiters = this.#waiters.filter((waiter) => waiter.isWanted !== isWanted)
    for (const { resolve, reject } of settled)
      if (error === undefined) resolve()
      else reject(error)
  }

  async #waitForRestart(waitMs: number, superseded: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    using _timer = this.#owner.clock.after(waitMs, resolve)
    await Promise.race([promise, superseded])
  }

  #notify(callback: () => void): void {
    try {
      callback()
    } catch (error) {
      this.#owner.onCallbackError(error)
    }
  }
}
