/** How often a plugin is checked, and how long it may take. */
export const timing = {
  /** Interval of pings and measurements. All plugins share one timer tick. */
  intervalMs: 750,
  /** The same while the plugin starts processes: their number can double in a moment. */
  growingMs: 150,
  /** A plugin hangs when it leaves a ping unanswered for this long, not counting time without a processor. */
  hangMs: 1_200,
  overloadMs: 1_000,
  exitGraceMs: 300,
  /** Timeout for each of `hello` and `start`. Doubles with each attempt, up to `maxStartMs`. */
  startMs: 10_000,
  maxStartMs: 60_000,
  stopMs: 1_500,
  cpuShareMs: 2_000,
}

/** Limits that apply however busy the machine is. */
export const hardLimits = { answerMs: 600_000, stopMs: 4_000 }

interface Start {
  readonly attempt: number
  readonly isInspected: boolean
}

/** Time limit for `hello` and for `start`. A debugger may pause the plugin. */
export const startLimitMs = ({ attempt, isInspected }: Start): number =>
  isInspected ? hardLimits.answerMs : Math.min(timing.maxStartMs, timing.startMs * 2 ** (attempt - 1))
