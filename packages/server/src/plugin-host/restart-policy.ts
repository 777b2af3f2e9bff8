const firstWaitMs = 250
const memoryMs = 300_000
const faultsToQuarantine = 5

/** How long a plugin that failed waits before it is tried again; undefined when it has failed too often. */
export class RestartPolicy {
  /** Monotonic times of the faults that still count. */
  #faults: number[] = []

  /** Notes a fault. */
  waitAfterFault(now: number): number | undefined {
    this.#faults = [...this.#faults.filter((at) => now - at < memoryMs), now]
    const count = this.#faults.length
    if (count >= faultsToQuarantine) return undefined
    return firstWaitMs * 2 ** (count - 1)
  }

  /** Someone has looked after it: everything before is forgiven. */
  forgive(): void {
    this.#faults = []
  }
}

/** For the words in which a quarantine is told. */
export const quarantineReason = `it failed ${faultsToQuarantine} times within ${memoryMs / 60_000} minutes`
