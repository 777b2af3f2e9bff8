import type { AlertRecord, EndedRecord } from './alert-record.ts'

/** What someone did to an alert, for the audit. */
export interface AlertDeed {
  readonly deed: 'raised' | 'man-overboard' | 'acknowledged' | 'silenced' | 'ended'
  readonly who: string
  readonly from: string
  readonly at: string
  /** The path of the alert, or `all`. */
  readonly subject: string
  readonly details?: unknown
}

/** What is written in one step: how alerts stand now, and which are over. */
export interface AlertChanges {
  readonly kept: readonly AlertRecord[]
  readonly over: readonly EndedRecord[]
  /** How many that are over are remembered, these included; what ended before those is forgotten. */
  readonly remembered: number
}

/** Where alerts outlive the process. */
export interface AlertStore {
  all(): readonly AlertRecord[]
  /** Those that are over, in the order in which they ended. */
  past(): readonly EndedRecord[]
  /**
   * Writes all of it with its audit entries, or nothing; resolves when it is on disk. Called again only after the call
   * before has settled.
   */
  write(changes: AlertChanges, deeds: readonly AlertDeed[]): Promise<void>
}
