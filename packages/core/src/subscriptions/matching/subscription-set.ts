import { isInside } from '@marinedata/model'
import type { ContextNode, Row } from '#tree/row.ts'
import { positionAt } from './moves.ts'
import type { Pacing, Subscription } from './subscription.ts'

/** Minimum milliseconds between two values; 0 for every change. */
export const periodOf = ({ kind, periodMs }: Pacing): number => (kind === 'every-change' ? 0 : periodMs)

/**
 * All subscriptions of a session, fastest first: a row is served by the fastest subscription that matches it. The set
 * holds no data, so a session that changes its subscriptions can keep the old set until it has caught up.
 */
export class SubscriptionSet {
  readonly all: readonly Subscription[]

  constructor(subscriptions: readonly Subscription[]) {
    this.all = subscriptions.toSorted((a, b) => periodOf(a.pacing) - periodOf(b.pacing))
  }

  /** The subscriptions that match a context now; those with a bounding box only while the context is inside. */
  in(context: ContextNode): readonly Subscription[] {
    return this.all.filter(
      (subscription) => subscription.context.matches(context) && subscription.admits(context),
    )
  }

  /** The subscription that serves a row now. */
  serving(row: Row): Subscription | undefined {
    return this.all.find((subscription) => subscription.matches(row) && subscription.admits(row.context))
  }

  /** Whether the row was matched after a change; `unknown` when its context has moved too often since. */
  coveredAt(row: Row, sequence: number): boolean | 'unknown' {
    const position = positionAt(row.context, sequence)
    let isUnknown = false
    for (const subscription of this.all) {
      if (!subscription.matches(row)) continue
      if (subscription.box === undefined) return true
      if (position === 'unknown') isUnknown = true
      else if (position !== undefined && isInside(subscription.box, position)) return true
    }
    return isUnknown ? 'unknown' : false
  }
}

/** Equal sets of subscriptions have equal keys. */
export const groupKey = (
  subscriptions: readonly Subscription[],
  { wantsMetadata, readsLog }: { readonly wantsMetadata: boolean; readonly readsLog: boolean },
): string => [wantsMetadata, readsLog, ...subscriptions.map(({ key }) => key).toSorted()].join('\n')
