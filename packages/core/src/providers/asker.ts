export interface AskLimits {
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** The person or app that asks, and the plugin to ask. */
export interface Asker {
  /** The key of the person, device or plugin. */
  readonly who: string
  /** The id of a provider; the default one when absent. */
  readonly provider?: string | undefined
  /** Aborted when the asker stops waiting for the answer. */
  readonly signal: AbortSignal
}
