import type { ContextNode } from '#row.ts'

/** What the subscriptions read of the tree. */
export interface ContextSource {
  /** The newest change. */
  readonly sequence: number
  contexts(): Iterable<ContextNode>
}
