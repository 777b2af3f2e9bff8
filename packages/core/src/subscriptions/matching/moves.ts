import type { Position } from '@marinedata/model'
import type { ContextNode } from '#tree/row.ts'

/**
 * Present and previous positions of contexts. Two positions and two sequences per context, shared by all clients, are
 * enough to detect whether a context entered a bounding box. Nothing is stored per box.
 */

/** Records the position at each change; true when it differs from the one at the previous change. */
export const noteMove = (context: ContextNode, sequence: number): boolean => {
  const { position, lastPosition } = context
  if (position === lastPosition) return false
  context.lastPosition = position
  if (isSamePlace(position, lastPosition)) return false
  context.positionBefore = lastPosition
  context.movedBeforeAt = context.movedAt
  context.movedAt = sequence
  return true
}

/** Position of the context after a change; `unknown` when it has moved more than once since. */
export const positionAt = (context: ContextNode, sequence: number): Position | undefined | 'unknown' => {
  if (context.movedAt <= sequence) return context.lastPosition
  return context.movedBeforeAt <= sequence ? context.positionBefore : 'unknown'
}

const isSamePlace = (a: Position | undefined, b: Position | undefined): boolean =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude
