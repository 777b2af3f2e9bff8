/** Why the intake refused a delta or a part of it. */
export type Refusal =
  | 'invalid-delta'
  | 'invalid-context'
  | 'invalid-path'
  | 'invalid-value'
  | 'not-a-number'
  | 'out-of-range'
  | 'invalid-date'
  | 'half-position'
  | 'invalid-notification'
  | 'too-many-contexts'
  | 'too-many-paths'
  | 'too-many-sources'
  | 'too-many-values'
  | 'foreign-source'
  | 'undeclared-context'
  | 'undeclared-path'
  | 'reserved-path'

/** Counters of the core, exported by `/metrics`. */
export class Counters {
  readonly refused: Record<Refusal, number> = {
    'invalid-delta': 0,
    'invalid-context': 0,
    'invalid-path': 0,
    'invalid-value': 0,
    'not-a-number': 0,
    'out-of-range': 0,
    'invalid-date': 0,
    'half-position': 0,
    'invalid-notification': 0,
    'too-many-contexts': 0,
    'too-many-paths': 0,
    'too-many-sources': 0,
    'too-many-values': 0,
    'foreign-source': 0,
    'undeclared-context': 0,
    'undeclared-path': 0,
    'reserved-path': 0,
  }
  deltas = 0
  values = 0
  replacedTimestamps = 0
  refusedServerDeltas = 0
  evictedContexts = 0
  evictedSources = 0
  expiredContexts = 0
  staleValues = 0
  sourceSwitches = 0
  deliveredValues = 0
  conflatedValues = 0
  urgentFrames = 0
  fallenBehind = 0
  evictedAlerts = 0
  evictedStations = 0
  /** Idempotency keys evicted because a principal had too many. */
  evictedAnswers = 0
  alertsWithoutRoom = 0
  unkeptAlerts = 0
  droppedAlertEvents = 0
  /** Failed attempts to save the anchor's state. */
  unsavedAnchors = 0
  /** Messages that the owners of buses reported. */
  heardBusMessages = 0
  deliveredBusMessages = 0
  /** Messages that a user of a bus read too slowly. */
  droppedBusMessages = 0
  sentBusMessages = 0
  /** Messages that passed all checks and that the owner of the bus did not write. */
  failedBusMessages = 0
  readonly refusedBusMessages: Record<
    'not-declared' | 'too-many-requests' | 'bus-unavailable' | 'not-claimed' | 'busy',
    number
  > = { 'not-declared': 0, 'too-many-requests': 0, 'bus-unavailable': 0, 'not-claimed': 0, busy: 0 }
  /** Commands that were executed but could not be written to the audit. */
  unrecordedCommands = 0
}
