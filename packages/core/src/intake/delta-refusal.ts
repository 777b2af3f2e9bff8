import type { Fault, PathOwner } from '@marinedata/model'
import type { Refusal } from '#counters.ts'

/** Why a delta was refused, or the first refused part of it. */
export interface DeltaRefusal {
  readonly reason: Refusal
  /**
   * A sentence for the sender: what was refused and what to do. Built on demand, so that refusing a flood of invalid
   * deltas stays cheap.
   */
  readonly describe: () => string
  /** All schema faults of an invalid delta. */
  readonly faults: () => readonly Fault[]
}

/** The refused update, as far as known. */
export interface RefusalSubject {
  readonly path?: string
  readonly context?: string
  readonly source?: string | undefined
  readonly owner?: PathOwner | undefined
  readonly timestamp?: string
  readonly faults?: () => readonly Fault[]
  /** A description based on the path's metadata, which replaces the general sentence. */
  readonly detail?: () => string | undefined
}

const ownerNames: Readonly<Record<PathOwner, string>> = {
  autopilots: 'the reports of autopilots',
  anchor: 'the anchor watch',
  crew: 'the man-overboard request',
  server: 'the server',
}

const schemaSentence = (faults: readonly Fault[]): string => {
  const [first] = faults
  return first === undefined ? 'The message is not a delta' : `"${first.path}" ${first.message}`
}

const dateSentence = ({ path, timestamp }: RefusalSubject): string =>
  path === undefined
    ? `The timestamp "${timestamp}" is not a date. Send an ISO 8601 date-time in UTC, or omit it`
    : `"${path}" requires an ISO 8601 date`

const sentences: Readonly<Record<Refusal, (subject: RefusalSubject) => string>> = {
  'invalid-delta': ({ faults }) => schemaSentence(faults?.() ?? []),
  'invalid-context': ({ context }) => `"${context}" is not a valid context`,
  'invalid-path': ({ path }) =>
    `"${path}" is not a valid path, or has no value yet that metadata could describe`,
  'invalid-value': ({ path }) =>
    `The value of "${path}" is too large, nested too deeply, or not a finite number`,
  'not-a-number': ({ path }) => `"${path}" requires a number`,
  'out-of-range': ({ path }) => `The value of "${path}" is out of range`,
  'invalid-date': dateSentence,
  'half-position': ({ path }) => `"${path}" requires latitude and longitude together, in degrees`,
  'invalid-notification': ({ path }) => `"${path}" requires a notification with state, method and message`,
  'too-many-contexts': () => 'The tree is full: no more contexts can be added',
  'too-many-paths': ({ path }) => `The tree is full: the path "${path}" cannot be added`,
  'too-many-sources': ({ path }) => `"${path}" has the maximum number of live sources`,
  'too-many-values': () => 'The tree is full: no more values can be added',
  'foreign-source': ({ source }) =>
    `The source "${source}" belongs to another plugin, device or part of the server. Omit $source to use your own`,
  'undeclared-context': ({ context }) => `"${context}" is not one of the contexts that you may write`,
  'undeclared-path': ({ path }) => `"${path}" is not one of the paths that you may write`,
  'reserved-path': ({ path, owner }) =>
    `"${path}" is reserved for ${owner === undefined ? 'its owner' : ownerNames[owner]}`,
}

export const deltaRefusal = (reason: Refusal, subject: RefusalSubject): DeltaRefusal => ({
  reason,
  describe: () => subject.detail?.() ?? sentences[reason](subject),
  faults: () => subject.faults?.() ?? [],
})
