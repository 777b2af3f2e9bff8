/** Result for an impossible value. It is counted and never published. */
export const refused: unique symbol = Symbol('refused')

/** A value; undefined where the sender gives none; or `refused`. */
export type Reading<Value = unknown> = Value | undefined | typeof refused

export type Reader<From> = (from: From) => Reading

/** The reader of each path. */
export type Readers<From> = Readonly<Record<string, Reader<From>>>

/** Counts what was received and not published. */
export interface Tally {
  /** Impossible values: out of range, malformed, or with an unknown unit. */
  refused: number
  /** Sentences that report themselves as invalid or not real. */
  withheld: number
}

/** Reads all paths that have a value. */
export const gather = <From>(readers: Readers<From>, from: From, tally: Tally): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const path in readers) {
    const value = readers[path]?.(from)
    if (value === refused) tally.refused++
    else if (value !== undefined) values[path] = value
  }
  return values
}
