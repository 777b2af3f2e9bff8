import type { Clock } from '@marinedata/core'
import { MarineDataError, type PluginState } from '@marinedata/model'
import type { PluginRun, RunFault } from './plugin-run.ts'
import { RestartPolicy } from './restart-policy.ts'

/** Who leads the life, and hears of it. */
export interface LifeOwner {
  readonly clock: Clock
  /** Starts a process; throws when there is none to start. */
  launch(): PluginRun
  entered(state: PluginState): void
  /** A process is over, whatever the reason. */
  ended(): void
  failed(fault: RunFault): void
  /** It is not tried again: it has failed too often, or there was nothing to start at all. */
  gaveUp(fault: RunFault, hasFailedOften: boolean): void
}

/** How a run came to its end. */
interface RunEnd {
  readonly fault: RunFault | undefined
  readonly wasLaunched: boolean
}

/** One process after the other, for as long as the plugin is wanted and not hopeless. */
export class PluginLife {
  readonly #owner: LifeOwner
  readonly #policy = new RestartPolicy()
  #isWanted = false
  #run: PluginRun | undefined
  /** The present attempt to start: settled when the plugin runs, or has failed. */
  #attempt: PromiseWithResolvers<void> | undefined
  #wake: (() => void) | undefined
  #living: Promise<void> | undefined
  #restarts = 0

  constructor(owner: LifeOwner) {
    this.#owner = owner
  }

  /** The present process. */
  get run(): PluginRun | undefined {
    return this.#run
  }

  get isLed(): boolean {
    return this.#living !== undefined
  }

  /** Times that it was started again after a fault. */
  get restarts(): number {
    return this.#restarts
  }

  /** Begins the life, or hurries one that waits; returns when the plugin runs. Faults of before are forgiven. */
  async begin(): Promise<void> {
    this.#policy.forgive()
    if (this.#run !== undefined && this.#attempt === undefined) return
    const { promise } = this.#present()
    this.#isWanted = true
    this.#living ??= this.#live()
    this.#wake?.()
    await promise
  }

  /** Ends the process and starts another; returns when that runs. */
  async restart(): Promise<void> {
    const run = this.#run
    if (run === undefined) return this.begin()
    this.#policy.forgive()
    const { promise } = this.#present()
    this.#owner.entered('stopping')
    await run.stop()
    await promise
  }

  /** Ends the process, and starts no other. */
  async end(): Promise<void> {
    this.#isWanted = false
    this.#wake?.()
    if (this.#run !== undefined) {
      this.#owner.entered('stopping')
      await this.#run.stop()
    }
    await this.#living
  }

  #present(): PromiseWithResolvers<void> {
    if (this.#attempt !== undefined) return this.#attempt
    this.#attempt = Promise.withResolvers()
    // Whoever waits for it hears of it; often nobody does.
    this.#attempt.promise.catch(() => undefined)
    return this.#attempt
  }

  async #live(): Promise<void> {
    let hopeless: RunEnd | undefined
    while (this.#isWanted && hopeless === undefined) hopeless = await this.#runAndRest()
    this.#living = undefined
    if (hopeless?.fault === undefined) this.#owner.entered('disabled')
    else this.#owner.gaveUp(hopeless.fault, hopeless.wasLaunched)
    this.#settle((attempt) =>
      attempt.reject(new MarineDataError('plugin-not-running', 'It was switched off')),
    )
  }

  /** Gives the end after which there is no hope. */
  async #runAndRest(): Promise<RunEnd | undefined> {
    const end = await this.#runOnce()
    const { fault } = end
    this.#owner.ended()
    if (fault === undefined) return undefined
    this.#owner.failed(fault)
    this.#settle((attempt) => attempt.reject(new MarineDataError('plugin-failed', fault.message)))
    const waitMs = this.#policy.waitAfterFault(this.#owner.clock.now())
    // What could not even be launched will not fare better the next time.
    if (waitMs === undefined || !end.wasLaunched) return end
    this.#owner.entered('waiting')
    await this.#restFor(waitMs)
    this.#restarts++
    return undefined
  }

  async #runOnce(): Promise<RunEnd> {
    this.#present()
    this.#owner.entered('starting')
    try {
      const run = this.#owner.launch()
      this.#run = run
      const hasBegun = await Promise.race([run.begin(), run.over.then(() => false)])
      if (hasBegun) {
        this.#owner.entered('running')
        this.#settle((attempt) => attempt.resolve())
      }
      return { fault: await run.over, wasLaunched: true }
    } catch (error) {
      return { fault: { kind: 'start-failed', message: (error as Error).message }, wasLaunched: false }
    } finally {
      this.#run = undefined
    }
  }

  #settle(how: (attempt: PromiseWithResolvers<void>) => void): void {
    const attempt = this.#attempt
    this.#attempt = undefined
    if (attempt !== undefined) how(attempt)
  }

  async #restFor(waitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    using _timer = this.#owner.clock.after(waitMs, resolve)
    this.#wake = resolve
    await promise
    this.#wake = undefined
  }
}
