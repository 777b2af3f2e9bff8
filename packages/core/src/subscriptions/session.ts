import type { Frame } from './frame.ts'
import type { Group } from './group.ts'
import type { SubscriptionSet } from './matching/subscription-set.ts'
import type { Subscription } from './matching/subscription.ts'

/** The connection to which a session's frames are sent. */
export interface Outlet {
  /** Bytes that the client has not read yet. */
  backlog(): number
  send(frame: Frame): void
  close(reason: string): void
}

/**
 * What a session has missed: changes after `since` in the rows of its old subscriptions, and after `sinceForNew` in
 * the other rows.
 */
export interface Lag {
  /** The change up to which the session received the rows of its old subscriptions. */
  readonly since: number
  /** The change after which the other rows are sent: 0 to send all present values. */
  readonly sinceForNew: number
  /** The subscriptions up to `since`. */
  readonly before: SubscriptionSet | undefined
  /** True when values were conflated because the client was slow. */
  readonly isConflated: boolean
}

/** One client on the stream, with its subscriptions and its progress. */
export class Session {
  readonly outlet: Outlet
  readonly subscriptions = new Map<string, Subscription>()
  wantsMetadata = false
  group: Group | undefined
  /** Undefined while the session is live, that is, takes part in flushes. */
  lag: Lag | undefined
  /** The flush in which the session became live. Frames of that flush or earlier ones are not sent to it. */
  liveFrom = 0
  isClosed = false

  constructor(outlet: Outlet) {
    this.outlet = outlet
  }
}
