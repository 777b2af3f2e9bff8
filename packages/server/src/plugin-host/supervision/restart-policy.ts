const firstWaitMs = 250
const maxWaitMs = 30_000
const faultWindowMs = 300_000
const faultsUntilQuarantine = 5

export interface RestartDecision {
  /** Delay before the restart; undefined when the plugin is not restarted. */
  readonly waitMs: number | undefined
  /** The plugin has failed so often that the crew must be alerted. */
  readonly isRepeated: boolean
}

export interface RestartPolicyOptions {
  /** Restart without limit. Used for providers of anchor watches, autopilots and buses: the boat is worse off without them. */
  readonly isUnlimited: boolean
}

/** Decides after a fault whether and when the plugin is restarted. A new policy starts without faults. */
export class RestartPolicy {
  readonly #isUnlimited: boolean
  /** Monotonic times of the faults in the last five minutes. */
  #faults: { readonly at: number; readonly isOwn: boolean }[] = []

  constructor({ isUnlimited }: RestartPolicyOptions) {
    this.#isUnlimited = isUnlimited
  }

  /** Number of faults in the last five minutes. */
  get failures(): number {
    return this.#faults.length
  }

  /** @param isOwn false when the machine was too busy; such faults never quarantine a plugin */
  afterFault(now: number, isOwn: boolean): RestartDecision {
    this.#faults = [...this.#faults.filter(({ at }) => now - at < faultWindowMs), { at: now, isOwn }]
    const isRepeated = this.#faults.length >= faultsUntilQuarantine
    const isStopped =
      !this.#isUnlimited && this.#faults.filter((fault) => fault.isOwn).length >= faultsUntilQuarantine
    const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (this.#faults.length - 1))
    return { waitMs: isStopped ? undefined : waitMs, isRepeated }
  }
}

/** Used in messages about a quarantine. */
export const quarantineReason = `it failed ${faultsUntilQuarantine} times within ${faultWindowMs / 60_000} minutes`
