export interface AskLimits {
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** Who asks, and whom. */
export interface Asker {
  /** The key of the person, device or plugin. */
  readonly who: string
  /** The id of a provider; the default one when absent. */
  readonly provider?: string | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}
