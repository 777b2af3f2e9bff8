import { radians } from '@marinedata/model'
import { MarineDataError } from '@marinedata/plugin-api'
import { behindBow, toBow, type BoatDesign } from './boat-design.ts'
import type { Sighting } from './fixes/fix.ts'
import { reachOf, swingRadius, type RodeOut } from './rode.ts'
import type { Observations } from './sensors/observations.ts'
import type { Anchor } from './stay.ts'
import { centreThrough } from './swing/circle-through.ts'
import { restOf } from './swing/rest.ts'
import type { TrackPoint } from './swing/track.ts'
import { fitSwing, type Belief } from './swing/swing-fit.ts'
import { distanceBetween, moved, sum, vectorOf, wayBetween, type Place, type Vector } from './water/plane.ts'
import { degrees, type Metres, type Radians, type Seconds } from './water/units.ts'

/** The data from which the anchor position is estimated. */
export interface Situation {
  readonly observations: Observations
  readonly design: BoatDesign
  readonly now: Seconds
}

/** Uncertainty of a dropped anchor: the bow is not exactly above it, and it slips until it sets. */
const offWhenDropped: Metres = 9
/** Uncertainty at the end of the rode: in 99 of 100 simulated nights the anchor was closer. */
const offWhenCalculated: Metres = 12
/** A mean heading over a shorter time still contains the sheering. */
const fullSpan: Seconds = 180
const sheering: Radians = degrees(30)
/** How far the wind is off the direction of the rode. */
const offWind: Radians = degrees(10)
/** The position of the boat is its mean over the last five minutes, or since it came to rest. */
const [lately, nearby]: readonly [Seconds, Metres] = [300, 40]
/** A boat that is this much further back in the second half of that time is still paying out rode. */
const payingOut: Metres = 8
const fewestPlaces = 20
/** A track alone must give the position at least this well. */
const worstFit: Metres = 15
/** A prior with practically no weight. */
const anywhere: Metres = 100

/** Farthest accepted anchor position from the bow: no rode is longer. */
const farthestPlace: Metres = 300
/** A time further than this from the track is not in it. */
const sameMoment: Seconds = 60

/** @throws MarineDataError `anchor-no-position` when there is no fresh position */
const freshSighting = ({ observations, now }: Situation): Sighting => {
  const sighting = observations.sighting(now)
  if (sighting !== undefined) return sighting
  const last = observations.lastSighting
  const age =
    last === undefined
      ? 'No position has been received'
      : `The last position is ${Math.round(now - last.at)} s old`
  throw new MarineDataError('anchor-no-position', `${age}. A position from the last 10 s is needed`)
}

/** Estimates a dropped anchor: it is under the bow. */
export const anchorAtBow = (situation: Situation): Anchor => {
  const { observations, design, now } = situation
  const { place } = freshSighting(situation)
  const heading = observations.heading(now)
  const depth = observations.depth(now) ?? null
  if (heading !== undefined)
    return { place: moved(place, toBow(design, heading)), depth, deviation: offWhenDropped }
  // Without a heading it is somewhere around the antenna.
  return { place, depth, deviation: Math.hypot(offWhenDropped, behindBow(design)) }
}

interface Direction {
  readonly towards: Radians
  /** Uncertainty in metres. */
  readonly deviation: Radians
}

/** Direction of the anchor from the boat: the mean heading, or else the wind direction. */
const directionOfRode = ({ observations, now }: Situation): Direction | undefined => {
  const heading = observations.meanHeading(now)
  if (heading !== undefined) {
    const lacking = Math.max(0, 1 - heading.span / fullSpan)
    return { towards: heading.direction, deviation: radians(sheering * lacking) }
  }
  const wind = observations.meanWind(now)
  return wind && { towards: wind.direction, deviation: offWind }
}

/** The mean position of the antenna, because a sheering boat is rarely at its mean. */
const meanPlace = (situation: Situation, towards: Radians): Place => {
  const { observations, now } = situation
  const { place } = freshSighting(situation)
  const ways = observations.wake.points
    .filter((point) => now - point.at <= lately && distanceBetween(point, place) <= nearby)
    .map((point) => wayBetween(place, point))
  const half = Math.ceil(ways.length / 2)
  const [before, after] = [mean(ways.slice(0, half)), mean(ways.slice(half))]
  const { north, east } = vectorOf(towards, 1)
  const back = (before.north - after.north) * north + (before.east - after.east) * east
  return moved(place, mean(back > payingOut ? ways.slice(-1) : ways))
}

const mean = (ways: readonly Vector[]): Vector => {
  const { north, east } = ways.reduce(sum, { north: 0, east: 0 })
  return { north: north / Math.max(1, ways.length), east: east / Math.max(1, ways.length) }
}

/** Estimates the anchor at the end of the rode. */
export const anchorByRode = (situation: Situation, rode: RodeOut): Anchor => {
  const { design } = situation
  const direction = directionOfRode(situation)
  if (direction === undefined) return anchorByTrack(situation, rode)
  const { towards, deviation } = direction
  const reach = reachOf(rode, design)
  const bow = moved(meanPlace(situation, towards), toBow(design, towards))
  return {
    place: moved(bow, vectorOf(towards, reach)),
    depth: rode.anchorDepth,
    deviation: Math.hypot(offWhenCalculated, reach * Math.sin(deviation)),
  }
}

/** The prior of the fit: the end of the rode if it is known, else the circle alone. */
const beliefOf = (situation: Situation, ways: readonly Vector[], rode: RodeOut | undefined): Belief => {
  const { place } = freshSighting(situation)
  if (rode !== undefined && directionOfRode(situation) !== undefined) {
    const { place: end, deviation } = anchorByRode(situation, rode)
    return { centre: wayBetween(place, end), deviation }
  }
  return { centre: centreThrough(ways) ?? { north: 0, east: 0 }, deviation: anywhere }
}

/**
 * Estimates the anchor at the centre of the swing.
 * @throws MarineDataError `input-stale` when the track is insufficient
 */
export const anchorByTrack = (situation: Situation, rode: RodeOut | undefined): Anchor => {
  const { observations, design, now } = situation
  const { place } = freshSighting(situation)
  const rest = restOf(observations.wake.points)
  if (rest.length < fewestPlaces)
    throw new MarineDataError(
      'input-stale',
      `The boat has lain here for ${rest.length / 2} min: the track gives no anchor position before ${fewestPlaces / 2} min, and neither heading nor wind is known`,
    )
  const ways = rest.map((point) => wayBetween(place, point))
  const farthest = rode === undefined ? Infinity : swingRadius(rode, design)
  const { centre, deviation } = fitSwing(ways, beliefOf(situation, ways, rode), farthest)
  if (deviation > worstFit)
    throw new MarineDataError(
      'input-stale',
      `The boat has not swung far enough: the anchor could be ${Math.round(deviation)} m off the estimate`,
    )
  const depth = rode?.anchorDepth ?? observations.depth(now) ?? null
  return { place: moved(place, centre), depth, deviation }
}

/** The whole recorded track, oldest first. */
export const trackUntilNow = (
  observations: Observations,
  stay: readonly TrackPoint[],
): readonly TrackPoint[] => {
  const wake = observations.wake.points
  const begin = wake[0]?.at ?? Infinity
  return [...stay.filter(({ at }) => at < begin), ...wake]
}

/**
 * The track from a time on. Its first point is the anchor position.
 * @throws MarineDataError `anchor-no-position` when the time is not in the track
 */
export const trackSince = (
  track: readonly TrackPoint[],
  then: Seconds,
): readonly [TrackPoint, ...TrackPoint[]] => {
  const [nearest] = track.toSorted((a, b) => Math.abs(a.at - then) - Math.abs(b.at - then))
  // Also false for NaN.
  if (nearest === undefined || !(Math.abs(nearest.at - then) <= sameMoment))
    throw new MarineDataError('anchor-no-position', 'The recorded track has no position at that time')
  return [nearest, ...track.filter(({ at }) => at > nearest.at)]
}

/** Estimates an anchor that was dropped at that time: the bow was somewhere around the antenna. */
export const anchorInTrack = (
  { observations, design, now }: Situation,
  { latitude, longitude }: Place,
): Anchor => ({
  place: { latitude, longitude },
  depth: observations.depth(now) ?? null,
  deviation: Math.hypot(offWhenDropped, behindBow(design)),
})

/**
 * Estimates an anchor at a given position.
 * @throws MarineDataError `anchor-no-position` without a fresh position, `invalid-value` too far from the bow
 */
export const anchorAtPlace = (situation: Situation, { latitude, longitude }: Place): Anchor => {
  const { place: bow, depth } = anchorAtBow(situation)
  const place = { latitude, longitude }
  const away = distanceBetween(bow, place)
  if (!(away <= farthestPlace))
    throw new MarineDataError(
      'invalid-value',
      `That position is ${Math.round(away)} m from the bow. Choose one within ${farthestPlace} m`,
    )
  return { place, depth, deviation: offWhenCalculated }
}
