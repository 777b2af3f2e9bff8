import type { Position } from '@marinedata/model'

/**
 * What a message says about a casualty. `active`: a beacon in use. `test`: a beacon under test. `bare`: the number of a
 * beacon without its message. `ship`: a ship with the state of a beacon. `call`: a DSC distress call or its relay.
 */
export type EvidenceKind = 'active' | 'test' | 'bare' | 'ship' | 'call'

export interface Evidence {
  readonly kind: EvidenceKind
  readonly mmsi: string
  readonly context: string
  readonly position: Position | undefined
  /** Symbol of ITU-R M.493 for the nature of the distress. */
  readonly nature?: number
  readonly relayedBy?: string
  /** When the value was measured, as sent: the same text is the same message. */
  readonly stamp: string
}

/** A station has acknowledged a distress call. When it is the casualty, the casualty has cancelled. */
export interface Answer {
  readonly casualty: string
  readonly from: string
}

/** A text or call for the list of alerts, which ends by time. */
export interface Announcement {
  readonly group: 'safetyText' | 'dscCall'
  readonly from: string
  readonly context: string
  readonly state: 'alert' | 'warn'
  readonly message: string
}

export interface Findings {
  readonly evidence: readonly Evidence[]
  readonly answers: readonly Answer[]
  readonly announcements: readonly Announcement[]
}

/** A higher level replaces a lower one. Within a level the first message counts. */
const levels: Readonly<Record<EvidenceKind, number>> = { bare: 0, ship: 0, test: 1, active: 2, call: 2 }

export const levelOf = (kind: EvidenceKind): number => levels[kind]
/** The level of casualties in distress, as opposed to tests and doubtful signals. */
export const distressLevel = levels.active
