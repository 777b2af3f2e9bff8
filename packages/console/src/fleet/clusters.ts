import type { FleetCondition } from '@marinedata/model'
import { nearestX, toMap } from '@marinedata/console-map/earth'
import type { Pixel, Viewport } from '@marinedata/console-map'
import { isAlarming, shownMark, type ShownBoat } from './fleet-boats.ts'
import type { MapPicture } from './map-feed.ts'

/** Boats that are drawn as one mark. */
export interface Cluster {
  readonly at: Pixel
  /** The most urgent one first. */
  readonly boats: readonly [ShownBoat, ...ShownBoat[]]
  /** Condition of the most urgent boat; undefined while it is unknown. */
  readonly condition: FleetCondition | undefined
}

interface PlacedBoat {
  readonly boat: ShownBoat
  readonly at: Pixel
}

/** Boats that the server counts instead of listing, because there are too many of them. */
export interface Counted {
  readonly at: Pixel
  readonly count: number
}

/** Marks closer than this would cover each other. */
const side = 44

/**
 * Boats in the same square of the screen are one mark, at the mean of their places.
 * @param placed the most urgent ones first
 */
export const clustersOf = (placed: readonly PlacedBoat[]): Cluster[] => {
  const bySquare = Map.groupBy(placed, ({ at: [x, y] }) => `${Math.floor(x / side)} ${Math.floor(y / side)}`)
  return [...bySquare.values()].flatMap((group) => {
    const [first, ...others] = group.map(({ boat }) => boat)
    if (first === undefined) return []
    const mean = (axis: 0 | 1): number => group.reduce((sum, { at }) => sum + at[axis], 0) / group.length
    return [{ at: [mean(0), mean(1)], boats: [first, ...others], condition: first.condition }]
  })
}

const pixelOf = (viewport: Viewport, place: { latitude: number; longitude: number }): Pixel => {
  const [x, y] = toMap(place)
  return viewport.pixelOf([nearestX(x, viewport.center[0]), y])
}

const isVisible = ({ width, height }: Viewport, [x, y]: Pixel): boolean =>
  x > -50 && y > -50 && x < width + 50 && y < height + 50

/** A boat where the map has it, else where the list has it: silent boats are not on the map. */
const placed = (boat: ShownBoat, { marks }: MapPicture): ShownBoat => {
  const mark = marks.get(boat.vessel)
  return mark === undefined ? boat : { ...shownMark(mark), name: boat.name, condition: boat.condition }
}

/** Boats of the list, and then those that only the map has. Where boats are counted, only those with an alarm. */
const drawnBoats = (listed: readonly ShownBoat[], picture: MapPicture): ShownBoat[] => {
  if (picture.cells !== undefined) return listed.filter(isAlarming)
  const known = new Set(listed.map(({ vessel }) => vessel))
  const others = [...picture.marks.values()].filter(({ vessel }) => !known.has(vessel))
  return [...listed.map((boat) => placed(boat, picture)), ...others.map(shownMark)]
}

/**
 * The boats that are drawn.
 * @param listed the most urgent ones first
 */
export const visibleClusters = (
  viewport: Viewport,
  listed: readonly ShownBoat[],
  picture: MapPicture,
): Cluster[] =>
  clustersOf(
    drawnBoats(listed, picture).flatMap((boat) => {
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
