import type { Fault, PathOwner } from '@marinedata/model'
import type { Refusal } from '#counters.ts'

/** Why a delta, or the first part of it that failed, was refused. */
export interface DeltaRefusal {
  readonly reason: Refusal
  /** What was refused and what to do, in a sentence for the sender. Made when asked for: a flood of nonsense stays cheap. */
  readonly describe: () => string
  /** Every fault of a delta that does not fit its schema. */
  readonly faults: () => readonly Fault[]
}

/** What a refusal is about, as far as it is known. */
export interface RefusalSubject {
  readonly path?: string
  readonly context?: string
  readonly source?: string | undefined
  readonly owner?: PathOwner | undefined
  readonly timestamp?: string
  readonly faults?: () => readonly Fault[]
  /** What the path's metadata says of the value. */
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
  return first === undefined ? 'It is not a delta' : `"${first.path}" ${first.message}`
}

const dateSentence = ({ path, timestamp }: RefusalSubject): string =>
  path === undefined
    ? `The timestamp "${timestamp}" is not a date. Send an ISO 8601 date-time in UTC, or leave it out`
    : `"${path}" takes an ISO 8601 date`

const sentences: Readonly<Record<Refusal, (subject: RefusalSubject) => string>> = {
  'invalid-delta': ({ faults }) => schemaSentence(faults?.() ?? []),
  'invalid-context': ({ context }) => `"${context}" is not a context`,
  'invalid-path': ({ path }) => `"${path}" is not a path, or has no value to describe`,
  'invalid-value': ({ path }) => `The value at "${path}" is too large, too deep, or not finite`,
  'not-a-number': ({ path }) => `"${path}" takes a number`,
  'out-of-range': ({ path }) => `The value at "${path}" is not possible`,
  'invalid-date': dateSentence,
  'half-position': ({ path }) => `"${path}" takes latitude and longitude together, in degrees`,
  'invalid-notification': ({ path }) => `"${path}" takes a notification: state, method and message`,
  'too-many-contexts': () => 'The tree has no room for another context',
  'too-many-paths': ({ path }) => `The tree has no room for another path: "${path}"`,
  'too-many-sources': ({ path }) => `"${path}" has too many live sources`,
  'too-many-values': () => 'The tree has no room for another value',
  'foreign-source': ({ source }) =>
    `The source "${source}" belongs to another plugin, device or part of the server. Leave $source out to use your own`,
  'undeclared-context': ({ context }) => `"${context}" is not among the contexts that you may write`,
  'undeclared-path': ({ path }) => `"${path}" is not among the paths that you may write`,
  'reserved-path': ({ path, owner }) =>
    `"${path}" is written by ${owner === undefined ? 'its owner' : ownerNames[owner]} only`,
}

export const deltaRefusal = (reason: Refusal, subject: RefusalSubject): DeltaRefusal => ({
  reason,
  describe: () => subject.detail?.() ?? sentences[reason](subject),
  faults: () => subject.faults?.() ?? [],
})
