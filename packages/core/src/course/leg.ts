import {
  nauticalMile,
  placeOnTrack,
  distanceBetween,
  bearingBetween,
  arrivalBearing,
  courseToSteer,
  radians,
  turnBetween,
  type CourseAnswer,
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
  /** Direction of the leg at its start; null for a leg without length. */
  readonly legBearing: Radians | null
  /** The answer that these numbers come from; absent when the server computed them. */
  readonly provided?: ProvidedNumbers
}

/** A checked answer, and the plugin that it comes from. */
export interface ProvidedNumbers {
  readonly provider: string
  readonly answer: CourseAnswer
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
    legBearing: bearingBetween(start, end),
  }
}

/**
 * Progress with the numbers of a provider. The server derives the course to steer from them by its own rule, and decides
 * by its own numbers whether the point is abeam.
 */
export const progressWith = (own: Progress, provided: ProvidedNumbers): Progress => {
  const { crossTrack, distance, bearing, trackBearing, legBearing } = provided.answer
  const track = { bearing: radians(trackBearing), crossTrack }
  return {
    ...own,
    crossTrack,
    distance,
    bearing: radians(bearing),
    track: { bearing: track.bearing, courseToSteer: courseToSteer(track) },
    legBearing: radians(legBearing),
    provided,
  }
}

/** Turn from one leg onto the next, positive to starboard; null when either leg has no direction. */
export const turnTo = (leg: Leg, next: Leg): Radians | null => {
  const from = arrivalBearing(leg.start, leg.end)
  const to = bearingBetween(next.start, next.end)
  return from === null || to === null ? null : turnBetween(from, to)
}
