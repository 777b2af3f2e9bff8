/** What a reader says of something that cannot be: it is counted and never published. */
export const refused: unique symbol = Symbol('refused')

/** A value; undefined where the sender says nothing; or `refused`. */
export type Reading<Value = unknown> = Value | undefined | typeof refused

export type Reader<From> = (from: From) => Reading

/** For every path how its value is read. */
export type Readers<From> = Readonly<Record<string, Reader<From>>>

/** Counts what was heard and not published. */
export interface Tally {
  /** Values that cannot be: out of range, malformed, of an unknown unit. */
  refused: number
  /** Sentences that say of themselves that they are not valid, or not real. */
  withheld: number
}

/** Reads what is there. */
export const gather = <From>(readers: Readers<From>, from: From, tally: Tally): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const path in readers) {
    const value = readers[path]?.(from)
    if (value === refused) tally.refused++
    else if (value !== undefined) values[path] = value
  }
  return values
}
