/** One reason why the server is degraded. */
export interface HealthCondition {
  /** Stable, for programs: `storage`, `sandbox`. */
  readonly name: string
  /** For people: what is wrong and what to do. */
  readonly reason: string
}

/** The conditions that currently degrade the server, listed by `/health`. Each part reports and clears its own name. */
export class HealthConditions {
  readonly #reasonByName = new Map<string, string>()

  /** Reports a condition; replaces the reason of the same name. */
  report(name: string, reason: string): void {
    this.#reasonByName.set(name, reason)
  }

  clear(name: string): void {
    this.#reasonByName.delete(name)
  }

  list(): HealthCondition[] {
    return [...this.#reasonByName].map(([name, reason]) => ({ name, reason }))
  }
}
