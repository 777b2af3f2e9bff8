/** Counts the cases of a trial, and why some failed. */
export class Cases {
  count = 0
  readonly failures: string[] = []

  /** Runs one case. */
  async try(title: string, run: () => Promise<void> | void): Promise<void> {
    this.count++
    try {
      await run()
    } catch (error) {
      this.failures.push(`${title}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  /** One case that is decided already. */
  judge(title: string, isGood: boolean, why: unknown = ''): void {
    this.count++
    if (!isGood) this.failures.push(`${title}: ${JSON.stringify(why)}`)
  }
}
