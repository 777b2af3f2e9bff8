import type { ContextNode } from '#tree/row.ts'

/** The part of the tree that subscriptions read. */
export interface ContextSource {
  /** Sequence of the newest change. */
  readonly sequence: number
  contexts(): Iterable<ContextNode>
}
