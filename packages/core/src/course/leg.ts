import { turnBetween, type Metres, type Position, type Radians } from '@marinedata/model'
import { arrivalBearing, bearingBetween, distanceBetween, placeOnTrack } from './great-circle.ts'

const nauticalMile: Metres = 1_852

/** A point counts as reached when the boat is this near. */
export const arrivalDistance: Metres = 0.1 * nauticalMile

/** A line to sail: from where, to where. */
export interface Leg {
  readonly start: Position
  readonly end: Position
}

/** How a boat stands to its leg. */
export interface Progress {
  /** Positive when the boat is to starboard of the line; null when start and end make no line. */
  readonly crossTrack: Metres | null
  /** To the end. */
  readonly distance: Metres
  /** To the end; null when the boat is there. */
  readonly bearing: Radians | null
  /** From the start. */
  readonly sailed: Metres
  /** The boat has crossed the perpendicular through the end: it will not come nearer by going on. */
  readonly isAbeam: boolean
}

export const progressOn = ({ start, end }: Leg, position: Position): Progress => {
  const place = placeOnTrack(start, end, position)
  return {
    crossTrack: place?.crossTrack ?? null,
    distance: distanceBetween(position, end),
    bearing: bearingBetween(position, end),
    sailed: distanceBetween(start, position),
    isAbeam: place !== null && place.alongTrack >= distanceBetween(start, end),
  }
}

/** How far one turns from a leg to the one behind it, positive to starboard; null when either has no direction. */
export const turnTo = (leg: Leg, next: Leg): Radians | null => {
  const from = arrivalBearing(leg.start, leg.end)
  const to = bearingBetween(next.start, next.end)
  return from === null || to === null ? null : turnBetween(from, to)
}
