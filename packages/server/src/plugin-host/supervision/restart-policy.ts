const firstWaitMs = 250
const longestWaitMs = 30_000
const memoryMs = 300_000
const faultsUntilStop = 5

export interface RestartDecision {
  /** Undefined when it is not started again. */
  readonly waitMs: number | undefined
  /** It has failed so often that people have to know. */
  readonly isRepeated: boolean
}

export interface RestartPolicyOptions {
  /** Providers of the anchor watch and of autopilots are started again for ever: a boat is worse off without them. */
  readonly isForever: boolean
}

/** Decides how long a plugin that failed waits before it is started again, and when it is not. A new one has no faults. */
export class RestartPolicy {
  readonly #isForever: boolean
  /** Monotonic times of the faults of the last five minutes. */
  #faults: { readonly at: number; readonly isOwn: boolean }[] = []

  constructor({ isForever }: RestartPolicyOptions) {
    this.#isForever = isForever
  }

  /** Faults within the last five minutes. */
  get failures(): number {
    return this.#faults.length
  }

  /** @param isOwn false when the machine was too busy: that never stops a plugin */
  afterFault(now: number, isOwn: boolean): RestartDecision {
    this.#faults = [...this.#faults.filter(({ at }) => now - at < memoryMs), { at: now, isOwn }]
    const isRepeated = this.#faults.length >= faultsUntilStop
    const isStopped =
      !this.#isForever && this.#faults.filter((fault) => fault.isOwn).length >= faultsUntilStop
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (this.#faults.length - 1))
    return { waitMs: isStopped ? undefined : waitMs, isRepeated }
  }
}

/** For the words in which a stop after repeated failures is told. */
export const quarantineReason = `it failed ${faultsUntilStop} times within ${memoryMs / 60_000} minutes`
