import type { ContextNode } from '#tree/row.ts'

/** The part of the tree that subscriptions read. */
export interface ContextSource {
  /** Number of the start of the server. Sequences are only comparable within it. */
  readonly epoch: number
  /** Sequence of the newest change. */
  readonly sequence: number
  contexts(): Iterable<ContextNode>
}
