/** The result of a part of a case: one line of JSON. */
export interface TrialResult {
  readonly case: string
  readonly pass: boolean
  readonly [figure: string]: unknown
}

export interface TrialOptions {
  /** Repeats less, for at most 20 s, and judges counts and order, not times. */
  readonly isQuick: boolean
  /** Reports progress on stderr. */
  readonly note: (message: string) => void
}

/** A case of the distress trial. */
export type TrialCase = (options: TrialOptions) => AsyncIterable<TrialResult>
