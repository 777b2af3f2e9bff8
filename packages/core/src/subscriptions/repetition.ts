import type { Clock } from '#clock.ts'
import type { ContextSource } from './context-source.ts'
import type { Group } from './group.ts'
import type { Scans } from './scans.ts'

export interface RepetitionOptions {
  readonly source: ContextSource
  readonly clock: Clock
  readonly scans: Scans
}

/**
 * Repeats the latest values of rows that did not change since the last repetition, for subscriptions with the policy
 * "ideal".
 */
export class Repetition {
  readonly #group: Group
  readonly #periodMs: number
  readonly #options: RepetitionOptions
  #quietSince: number
  #dueAt: number
  #timer: Disposable | undefined

  /** Undefined when no subscription of the group needs repetition. */
  static of(group: Group, options: RepetitionOptions): Repetition | undefined {
    const periods = group.subscriptions.all
      .map(({ pacing }) => pacing.repeatMs)
      .filter((period) => period > 0)
    return periods.length === 0 ? undefined : new Repetition(group, Math.min(...periods), options)
  }

  private constructor(group: Group, periodMs: number, options: RepetitionOptions) {
    this.#group = group
    this.#periodMs = periodMs
    this.#options = options
    this.#quietSince = group.settledAt
    this.#dueAt = options.clock.now()
    this.#schedule()
  }

  stop(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
    this.#options.scans.stop(this.#group)
  }

  /**
   * The next scan starts one period after the last one started, or after its end when it took longer. Scans never
   * overlap.
   */
  readonly #schedule = (): void => {
    const now = this.#options.clock.now()
    this.#dueAt += this.#periodMs
    if (this.#dueAt <= now) this.#dueAt = now + this.#periodMs
    this.#timer = this.#options.clock.after(this.#dueAt - now, this.#repeat)
  }

  readonly #repeat = (): void => {
    const { source, scans } = this.#options
    const quietSince = this.#quietSince
    this.#quietSince = source.sequence
    scans.start({
      group: this.#group,
      isWanted: ({ sequence }, { pacing }) => pacing.repeatMs > 0 && sequence <= quietSince,
      end: this.#schedule,
    })
  }
}
