import type { Actor } from '@marinedata/model'
import type { AlertRecord, EndedRecord } from './alert-record.ts'

/** An action of a person on alerts, for the audit. */
export interface AlertEvent {
  readonly actor: Actor
  readonly operation: 'raised' | 'man-overboard' | 'acknowledged' | 'silenced' | 'ended'
  readonly at: string
  /** The path of the alert, or `all`. */
  readonly subject: string
  readonly details?: unknown
}

/** The changes of one transaction. */
export interface AlertChanges {
  /** Present alerts, to insert or replace. */
  readonly present: readonly AlertRecord[]
  /** Ended alerts, to move to the past alerts. */
  readonly ended: readonly EndedRecord[]
  /** Number of past alerts to keep, including these; older ones are deleted. */
  readonly pastCount: number
}

/** The persistent store of alerts. */
export interface AlertStore {
  all(): readonly AlertRecord[]
  /** Ended alerts in the order in which they ended. */
  past(): readonly EndedRecord[]
  /**
   * Writes all changes with their audit entries in one transaction; resolves when it is on disk. Never called before
   * the previous call has settled.
   */
  write(changes: AlertChanges, events: readonly AlertEvent[]): Promise<void>
}
