import type { FleetBoat } from '@marinedata/model'
import { nearestX, toMap } from '#screens/chart/geo/earth.ts'
import type { Pixel, Viewport } from '#screens/chart/geo/viewport.ts'
import { conditionOf, conditions, isAlarming, type Condition } from './fleet-boats.ts'
import type { MapPicture } from './map-feed.ts'

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

/** Boats that are counted ashore, because there are too many of them. */
export interface Counted {
  readonly at: Pixel
  readonly count: number
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

const pixelOf = (viewport: Viewport, place: { latitude: number; longitude: number }): Pixel => {
  const [x, y] = toMap(place)
  return viewport.pixelOf([nearestX(x, viewport.center[0]), y])
}

const isVisible = ({ width, height }: Viewport, [x, y]: Pixel): boolean =>
  x > -50 && y > -50 && x < width + 50 && y < height + 50

/** A boat where the map has it, else where the list has it: silent boats are not on the map. */
const placed = (boat: FleetBoat, { marks }: MapPicture): FleetBoat => {
  const mark = marks.get(boat.vessel)
  if (mark === undefined) return boat
  const { latitude, longitude, course } = mark
  return { ...boat, position: { latitude, longitude }, ...(course !== undefined && { course }) }
}

/** The boats that are drawn. Where boats are counted, only those with an alarm are drawn besides. */
export const visibleClusters = (
  viewport: Viewport,
  boats: readonly FleetBoat[],
  picture: MapPicture,
): Cluster[] =>
  clustersOf(
    (picture.cells === undefined ? boats : boats.filter(isAlarming)).flatMap((listed) => {
      const boat = placed(listed, picture)
      if (boat.position === undefined) return []
      const at = pixelOf(viewport, boat.position)
      return isVisible(viewport, at) ? [{ boat, at }] : []
    }),
  )

/** The numbers that are drawn. */
export const visibleCounts = (viewport: Viewport, { cells = [] }: MapPicture): Counted[] =>
  cells
    .map((cell) => ({ at: pixelOf(viewport, cell), count: cell.count }))
    .filter(({ at }) => isVisible(viewport, at))
