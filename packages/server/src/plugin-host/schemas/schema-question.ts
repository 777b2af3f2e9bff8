import type { Fault } from '@marinedata/model'

/** A value, and the schema of a plugin that it must match. */
export interface SchemaQuestion {
  readonly schema: object
  readonly value: unknown
}

/** From the process: it is ready for questions, or the answer to one. */
export type SchemaAnswer = 'ready' | { readonly faults: readonly Fault[] }

/** Available processor time for one check. */
export const checkLimitMs = 1_000
/** A check ends after this time, however busy the machine is. */
export const longestCheckMs = 10_000
