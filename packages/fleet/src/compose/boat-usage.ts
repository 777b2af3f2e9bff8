import type { BoatUsage } from '#store/boat-records.ts'
import { ownershipOf } from '#store/ownership.ts'
import type { Boat } from '#tenants/records.ts'

/** Usage that the boat has reported to its present owner. */
export const usageOf = (boat: Boat | undefined, usage: BoatUsage | undefined): BoatUsage | undefined => {
  if (boat === undefined || usage === undefined) return undefined
  const { id, since, isUnmarked } = ownershipOf(boat)
  const isOwn = usage.owner === undefined ? isUnmarked === true && usage.at >= since : usage.owner === id
  return isOwn ? usage : undefined
}
