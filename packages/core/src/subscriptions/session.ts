import type { Frame } from './frame.ts'
import type { Group } from './group.ts'
import type { SubscriptionSet } from './matching/subscription-set.ts'
import type { Subscription } from './matching/subscription.ts'

/** Where a session's frames go; the stream's side of a socket. */
export interface Outlet {
  /** Bytes that were sent but not yet read. */
  backlog(): number
  send(frame: Frame): void
  close(reason: string): void
}

/** What a session still lacks: everything after `since` in the rows it had, and `since` more in the new ones. */
export interface Lag {
  /** The change up to which the session has the rows that it listened to before. */
  readonly since: number
  /** The change up to which it is taken to have the other rows: 0 to be told all of them. */
  readonly sinceForNew: number
  /** What it was subscribed to up to `since`. */
  readonly before: SubscriptionSet | undefined
  /** True when values were passed over because the reader was slow. */
  readonly isConflated: boolean
}

/** One client: what it listens to, and how far it is. */
export class Session {
  readonly outlet: Outlet
  readonly subscriptions = new Map<string, Subscription>()
  wantsMetadata = false
  group: Group | undefined
  /** Undefined while the session is live. */
  lag: Lag | undefined
  /** The round in which it became live: frames taken for that round or before are not for it. */
  liveFrom = 0
  isClosed = false

  constructor(outlet: Outlet) {
    this.outlet = outlet
  }
}
