import {
  nauticalMile,
  placeOnTrack,
  distanceBetween,
  bearingBetween,
  arrivalBearing,
  courseToSteer,
  turnBetween,
  type Metres,
  type Position,
  type Radians,
} from '@marinedata/model'

/** A point is reached when the boat is this near. */
export const arrivalDistance: Metres = 0.1 * nauticalMile

/** The straight way from one point to the next. */
export interface Leg {
  readonly start: Position
  readonly end: Position
}

/** Progress of the boat on a leg. */
export interface Progress {
  /** Positive when the boat is to starboard of the track; null when start and end are the same place or antipodal. */
  readonly crossTrack: Metres | null
  /** Distance to the end. */
  readonly distance: Metres
  /** Bearing to the end; null when the boat is there. */
  readonly bearing: Radians | null
  /** Distance from the start. */
  readonly sailed: Metres
  /** The boat has crossed the perpendicular through the end, so going on does not bring it nearer. */
  readonly isAbeam: boolean
  /** Direction of the leg where the boat is, and the course back to it; null when the leg has no direction. */
  readonly track: { readonly bearing: Radians; readonly courseToSteer: Radians } | null
}

export const progressOn = ({ start, end }: Leg, position: Position): Progress => {
  const place = placeOnTrack(start, end, position)
  return {
    crossTrack: place?.crossTrack ?? null,
    distance: distanceBetween(position, end),
    bearing: bearingBetween(position, end),
    sailed: distanceBetween(start, position),
    isAbeam: place !== null && place.alongTrack >= distanceBetween(start, end),
    track: place === null ? null : { bearing: place.bearing, courseToSteer: courseToSteer(place) },
  }
}

/** Turn from one leg onto the next, positive to starboard; null when either leg has no direction. */
export const turnTo = (leg: Leg, next: Leg): Radians | null => {
  const from = arrivalBearing(leg.start, leg.end)
  const to = bearingBetween(next.start, next.end)
  return from === null || to === null ? null : turnBetween(from, to)
}
