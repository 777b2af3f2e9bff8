/** Result for an impossible value. It is counted and never published. */
export const refused: unique symbol = Symbol('refused')

/** A value; undefined where the sender gives none; or `refused`. */
export type Reading<Value = unknown> = Value | undefined | typeof refused

export type Reader<From> = (from: From) => Reading

/** A path and how its value is read. */
export interface PathReader<From> {
  readonly path: string
  readonly read: Reader<From>
}

/** Counts what was received and not published. */
export interface Tally {
  /** Impossible values: out of range, malformed, or with an unknown unit. */
  refused: number
  /** Sentences that report themselves as invalid or not real. */
  withheld: number
}

/** Reads all paths that have a value; undefined when none has. */
export const gather = <From>(
  readers: readonly PathReader<From>[],
  from: From,
  tally: Tally,
): Record<string, unknown> | undefined => {
  let values: Record<string, unknown> | undefined
  for (const { path, read } of readers) {
    const value = read(from)
    if (value === undefined) continue
    if (value === refused) tally.refused++
    else (values ??= {})[path] = value
  }
  return values
}
