import { clampedRadius, upToFive } from '#alerts/anchor/circle.ts'

/** Metres; undefined if unknown. */
export interface RodeFacts {
  readonly rode: number
  readonly depth: number
  /** From the water to the bow roller. */
  readonly bowHeight: number | undefined
  /** From the bow to the antenna. */
  readonly fromBow: number | undefined
}

const usualBowHeight = 1
const usualFromBow = 10
/** Error of the receiver and of the anchor position, in metres. */
const margin = 10
const leastRadius = 30

/** Metres of rode for each metre of depth below the bow; undefined if there is no depth. */
export const scopeOf = ({
  rode,
  depth,
  bowHeight = 0,
}: Pick<RodeFacts, 'rode' | 'depth' | 'bowHeight'>): number | undefined => {
  const height = depth + bowHeight
  return height > 0 && rode > 0 ? rode / height : undefined
}

/**
 * Radius for a length of rode: the farthest possible position of the boat and a margin. Undefined if the rode does not
 * reach the seabed. Used when the anchor position is fixed; when it is calculated, the watch suggests the radius.
 */
export const radiusForRode = ({
  rode,
  depth,
  bowHeight = usualBowHeight,
  fromBow = usualFromBow,
}: RodeFacts): number | undefined => {
  const height = depth + bowHeight
  if (rode <= height) return undefined
  const swing = Math.sqrt(rode ** 2 - height ** 2) + fromBow
  return clampedRadius(Math.max(leastRadius, upToFive(swing + margin)))
}

/** Share of the radius that is used; 1 is the limit. */
export const fillOf = (distance: number, limit: number): number => (limit > 0 ? distance / limit : 0)
