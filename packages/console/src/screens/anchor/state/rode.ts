import { clampedRadius, upToFive } from '#alerts/anchor/circle.ts'

/** Metres; what is not known is undefined. */
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
/** What a receiver is off, and the anchor with it. */
const margin = 10
const leastRadius = 30

/** How many metres of rode there are for each metre that it has to go down; undefined when it hangs straight. */
export const scopeOf = ({
  rode,
  depth,
  bowHeight = 0,
}: Pick<RodeFacts, 'rode' | 'depth' | 'bowHeight'>): number | undefined => {
  const height = depth + bowHeight
  return height > 0 && rode > 0 ? rode / height : undefined
}

/**
 * The circle for so much rode: as far as the boat can be, and a margin. Undefined when the rode does not reach the sea-bed.
 * For an anchor that stays where it fell; where it is calculated, the watch says how wide.
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

/** How full the circle is, from 0 to 1 and beyond. */
export const fillOf = (distance: number, limit: number): number => (limit > 0 ? distance / limit : 0)
