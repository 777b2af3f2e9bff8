import type { FleetBoat } from '@marinedata/model'
import type { Pixel } from '#screens/chart/geo/viewport.ts'
import { conditionOf, conditions, type Condition } from './fleet-boats.ts'

/** Boats that are drawn as one mark. */
export interface Cluster {
  readonly at: Pixel
  readonly boats: readonly [FleetBoat, ...FleetBoat[]]
  /** The most urgent of them. */
  readonly condition: Condition
}

interface PlacedBoat {
  readonly boat: FleetBoat
  readonly at: Pixel
}

/** Marks closer than this would cover each other. */
const side = 44

/** Boats in the same square of the screen are one mark, at the mean of their places. */
export const clustersOf = (placed: readonly PlacedBoat[]): Cluster[] => {
  const bySquare = Map.groupBy(placed, ({ at: [x, y] }) => `${Math.floor(x / side)} ${Math.floor(y / side)}`)
  return [...bySquare.values()].flatMap((group) => {
    const [first, ...others] = group.map(({ boat }) => boat)
    if (first === undefined) return []
    const mean = (axis: 0 | 1): number => group.reduce((sum, { at }) => sum + at[axis], 0) / group.length
    const condition = conditions.find((one) => group.some(({ boat }) => conditionOf(boat) === one)) ?? 'fine'
    return [{ at: [mean(0), mean(1)], boats: [first, ...others], condition }]
  })
}
