import type { Position } from '@marinedata/model'
import type { ContextNode } from '#row.ts'

/**
 * Where contexts are and were. Two positions and two numbers for each context, shared by all clients, tell of every box
 * whether the context came into it: nothing is kept for each box.
 */

/** To be called at each change; true when the context is somewhere else than at the change before. */
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

/** Where the context was after a change; `unknown` when it has moved more than once since. */
export const positionAt = (context: ContextNode, sequence: number): Position | undefined | 'unknown' => {
  if (context.movedAt <= sequence) return context.lastPosition
  return context.movedBeforeAt <= sequence ? context.positionBefore : 'unknown'
}

const isSamePlace = (a: Position | undefined, b: Position | undefined): boolean =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude
