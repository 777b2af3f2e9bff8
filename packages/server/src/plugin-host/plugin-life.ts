import type { Clock } from '@marinedata/core'
import { MarineDataError, type PluginFaultKind, type PluginState } from '@marinedata/model'
import { RestartPolicy } from './supervision/restart-policy.ts'
import type { StartSlots } from './supervision/start-slots.ts'

/** Why a process is over, when that was not asked for. */
export interface RunFault {
  readonly kind: PluginFaultKind
  readonly message: string
  /** The machine was too busy: not a fault of the plugin. */
  readonly isStarved?: boolean
}

/** One process, as far as its life is concerned. */
export interface LifeRun {
  /** Resolves when the process is gone: with the fault, or with nothing when it was asked to stop. */
  readonly over: Promise<RunFault | undefined>
  /** Starts the plugin; gives false when that failed, and `over` then tells why. */
  begin(): Promise<boolean>
  /** Ends the process; returns when it is gone. */
  stop(): Promise<void>
}

/** Who leads the life, and hears of it. */
export interface LifeOwner<Run extends LifeRun> {
  readonly clock: Clock
  readonly slots: StartSlots
  /** Providers of the anchor watch and of autopilots start first, and are started again for ever. */
  isProvider(): boolean
  /**
   * Starts a process; throws when there is none to start.
   * @param attempt 1 for the first, higher after faults
   */
  launch(attempt: number): Run
  entered(state: PluginState): void
  /** A process is over, whatever the reason. */
  ended(): void
  /** @param isRepeated it has failed often, and is started again all the same */
  failed(fault: RunFault, isRepeated: boolean): void
  /** It is not started again: it has failed too often, or there was nothing to start at all. */
  gaveUp(fault: RunFault, hasFailedOften: boolean): void
  /** One of the calls above threw: the life goes on. */
  callFailed(error: unknown): void
}

/** How a run came to its end. */
interface RunEnd {
  readonly fault: RunFault | undefined
  readonly wasLaunched: boolean
}

/** A request that waits until the plugin is as it was asked to be. */
interface Waiter {
  readonly isWanted: boolean
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/**
 * Keeps a plugin as it is wanted. Requests change the wanted state, which gives it a new generation, and wait for it; one
 * loop alone starts and stops processes, so that no request can get between another and its process.
 */
export class PluginLife<Run extends LifeRun> {
  readonly #owner: LifeOwner<Run>
  #policy: RestartPolicy
  #isWanted = false
  #generation = 0
  /** Resolves when there is a newer generation. */
  #superseded = Promise.withResolvers<void>()
  #phase: 'idle' | 'starting' | 'running' | 'resting' = 'idle'
  #isReconciling = false
  #waiters: readonly Waiter[] = []
  #run: Run | undefined
  #restarts = 0

  constructor(owner: LifeOwner<Run>) {
    this.#owner = owner
    this.#policy = new RestartPolicy({ isForever: owner.isProvider() })
  }

  /** The present process. */
  get run(): Run | undefined {
    return this.#run
  }

  /** Times that it was started again after a fault. */
  get restarts(): number {
    return this.#restarts
  }

  /** Returns when the plugin runs; it is started unless it runs or starts already. Earlier faults no longer count. */
  async start(): Promise<void> {
    const isUnderWay = this.#isWanted && (this.#phase === 'starting' || this.#phase === 'running')
    if (!isUnderWay) return await this.#want(true)
    this.#policy = new RestartPolicy({ isForever: this.#owner.isProvider() })
    if (this.#phase === 'starting') await this.#wait()
  }

  /** Ends the present process, if there is one, and starts another; returns when that runs. */
  async restart(): Promise<void> {
    await this.#want(true)
  }

  /** Ends the process and starts no other; returns when it is gone. */
  async stop(): Promise<void> {
    await this.#want(false)
  }

  async #want(isWanted: boolean): Promise<void> {
    this.#isWanted = isWanted
    this.#generation++
    this.#policy = new RestartPolicy({ isForever: this.#owner.isProvider() })
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
      // There is no process now: whoever switched it off is answered, although someone has switched it on since.
      this.#settle(false)
      isSettled = !this.#isWanted || (await this.#runOnce(generation))
      if (generation !== this.#generation) isSettled = false
    }
    this.#isReconciling = false
  }

  #enterDisabled(): void {
    this.#phase = 'idle'
    this.#call(() => this.#owner.entered('disabled'))
    this.#settle(true, new MarineDataError('plugin-not-running', 'It was switched off'))
  }

  /** One process, from its start to the rest after it; gives true when it is not to be started again. */
  async #runOnce(generation: number): Promise<boolean> {
    const superseded = this.#superseded.promise
    const { fault, wasLaunched } = await this.#runProcess(generation, superseded)
    this.#phase = 'resting'
    this.#call(() => this.#owner.ended())
    if (fault === undefined) return false
    const { waitMs, isRepeated } = this.#policy.afterFault(this.#owner.clock.now(), fault.isStarved !== true)
    const isGivenUp = waitMs === undefined || !wasLaunched
    this.#call(() => this.#owner.failed(fault, isRepeated && !isGivenUp))
    if (generation !== this.#generation) return false
    if (isGivenUp) {
      this.#phase = 'idle'
      this.#call(() => this.#owner.gaveUp(fault, wasLaunched))
    } else this.#call(() => this.#owner.entered('waiting'))
    this.#settle(true, new MarineDataError('plugin-failed', fault.message))
    if (isGivenUp) return true
    await this.#rest(waitMs, superseded)
    this.#restarts++
    return false
  }

  async #runProcess(generation: number, superseded: Promise<void>): Promise<RunEnd> {
    this.#phase = 'starting'
    this.#call(() => this.#owner.entered('starting'))
    using slot = this.#owner.slots.enter(this.#owner.isProvider())
    await Promise.race([slot.ready, superseded])
    if (generation !== this.#generation) return { fault: undefined, wasLaunched: false }
    try {
      const run = this.#owner.launch(this.#policy.failures + 1)
      this.#run = run
      const hasBegun = await Promise.race([run.begin(), run.over.then(() => false), superseded])
      slot[Symbol.dispose]()
      if (hasBegun === true && generation === this.#generation) {
        this.#phase = 'running'
        this.#call(() => this.#owner.entered('running'))
        this.#settle(true)
      }
      return { fault: await this.#endOf(run, superseded), wasLaunched: true }
    } catch (error) {
      return { fault: { kind: 'start-failed', message: (error as Error).message }, wasLaunched: false }
    } finally {
      this.#run = undefined
    }
  }

  async #endOf(run: Run, superseded: Promise<void>): Promise<RunFault | undefined> {
    const isOver = await Promise.race([run.over.then(() => true), superseded.then(() => false)])
    if (!isOver) {
      this.#call(() => this.#owner.entered('stopping'))
      await run.stop()
    }
    return run.over
  }

  /** Answers all who wait for this: called when the present generation is reached, so none of them asked for a later one. */
  #settle(isWanted: boolean, error?: Error): void {
    const settled = this.#waiters.filter((waiter) => waiter.isWanted === isWanted)
    this.#waiters = this.#waiters.filter((waiter) => waiter.isWanted !== isWanted)
    for (const { resolve, reject } of settled)
      if (error === undefined) resolve()
      else reject(error)
  }

  async #rest(waitMs: number, superseded: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    using _timer = this.#owner.clock.after(waitMs, resolve)
    await Promise.race([promise, superseded])
  }

  #call(notify: () => void): void {
    try {
      notify()
    } catch (error) {
      this.#owner.callFailed(error)
    }
  }
}
