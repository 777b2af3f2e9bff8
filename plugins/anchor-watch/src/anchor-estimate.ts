import { MarineDataError } from '@marinedata/plugin-api'
import { behindBow, toBow, type BoatDesign } from './boat-design.ts'
import type { Sighting } from './fixes/fix.ts'
import { reachOf, swingRadius, type RodeOut } from './rode.ts'
import type { Lookout } from './senses/lookout.ts'
import type { Anchor } from './stay.ts'
import { centreThrough } from './swing/circle-through.ts'
import { restOf } from './swing/rest.ts'
import type { TrackPoint } from './swing/track.ts'
import { fitSwing, type Belief } from './swing/swing-fit.ts'
import { distanceBetween, moved, sum, vectorOf, wayBetween, type Place, type Vector } from './water/plane.ts'
import { degrees, type Metres, type Radians, type Seconds } from './water/units.ts'

/** All that is known when the anchor's place is worked out. */
export interface Situation {
  readonly lookout: Lookout
  readonly design: BoatDesign
  readonly now: Seconds
}

/** How far off the anchor may be where it was dropped: the bow is not quite above it, and it slips until it bites. */
const offWhenDropped: Metres = 9
/** And at the end of the rode: in 99 of 100 nights of the simulator it was closer. */
const offWhenCalculated: Metres = 12
/** A heading that was heard for less than this still has the sheering in it. */
const fullSpan: Seconds = 180
const sheering: Radians = degrees(30)
/** How far the wind is off the direction of the rode. */
const offWind: Radians = degrees(10)
/** The boat is where it was in the last five minutes, on average; as long as it lay there, and no longer. */
const [lately, nearby]: readonly [Seconds, Metres] = [300, 40]
/** A boat that is this much further back in the second half of them is still paying out. */
const payingOut: Metres = 8
const fewestPlaces = 20
/** A track alone must tell the place at least as well as this. */
const worstFit: Metres = 15
/** As good as no belief at all. */
const anywhere: Metres = 100

/** A place that is further from the bow is a slip of the finger: no rode is that long. */
const farthestPlace: Metres = 300
/** A moment that is further from the track is not in it. */
const sameMoment: Seconds = 60

/** @throws MarineDataError `anchor-no-position` when there is no fresh position */
const freshSighting = ({ lookout, now }: Situation): Sighting => {
  const sighting = lookout.sighting(now)
  if (sighting !== undefined) return sighting
  const last = lookout.lastSighting
  const age =
    last === undefined ? 'No position was heard' : `The last position is ${Math.round(now - last.at)} s old`
  throw new MarineDataError('anchor-no-position', `${age}: one of the last 10 s is needed`)
}

/** The anchor falls from the bow. */
export const anchorAtBow = (situation: Situation): Anchor => {
  const { lookout, design, now } = situation
  const { place } = freshSighting(situation)
  const heading = lookout.heading(now)
  const depth = lookout.depth(now) ?? null
  if (heading !== undefined)
    return { place: moved(place, toBow(design, heading)), depth, deviation: offWhenDropped }
  // Somewhere around the antenna, then.
  return { place, depth, deviation: Math.hypot(offWhenDropped, behindBow(design)) }
}

interface Direction {
  readonly towards: Radians
  /** How far off it may be. */
  readonly deviation: Radians
}

/** Where the anchor is from the boat: ahead, on average, or else to windward. */
const directionOfRode = ({ lookout, now }: Situation): Direction | undefined => {
  const heading = lookout.meanHeading(now)
  if (heading !== undefined) {
    const lacking = Math.max(0, 1 - heading.span / fullSpan)
    return { towards: heading.direction, deviation: sheering * lacking }
  }
  const wind = lookout.meanWind(now)
  return wind && { towards: wind.direction, deviation: offWind }
}

/** Where the antenna was of late, on average: a boat that sheers is hardly ever where it is. */
const meanPlace = (situation: Situation, towards: Radians): Place => {
  const { lookout, now } = situation
  const { place } = freshSighting(situation)
  const ways = lookout.wake.points
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

/** The anchor lies at the end of the rode. */
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

/** What is believed before the track is looked at: the end of the rode if that is known, else the circle alone. */
const beliefOf = (situation: Situation, ways: readonly Vector[], rode: RodeOut | undefined): Belief => {
  const { place } = freshSighting(situation)
  if (rode !== undefined && directionOfRode(situation) !== undefined) {
    const { place: end, deviation } = anchorByRode(situation, rode)
    return { centre: wayBetween(place, end), deviation }
  }
  return { centre: centreThrough(ways) ?? { north: 0, east: 0 }, deviation: anywhere }
}

/**
 * The anchor lies in the middle of where the boat has swung.
 * @throws MarineDataError `input-stale` when the track does not tell
 */
export const anchorByTrack = (situation: Situation, rode: RodeOut | undefined): Anchor => {
  const { lookout, design, now } = situation
  const { place } = freshSighting(situation)
  const rest = restOf(lookout.wake.points)
  if (rest.length < fewestPlaces)
    throw new MarineDataError(
      'input-stale',
      `The boat has lain here for ${rest.length / 2} min: its track tells nothing of the anchor before ${fewestPlaces / 2} min, and neither heading nor wind is known`,
    )
  const ways = rest.map((point) => wayBetween(place, point))
  const farthest = rode === undefined ? Infinity : swingRadius(rode, design)
  const { centre, deviation } = fitSwing(ways, beliefOf(situation, ways, rode), farthest)
  if (deviation > worstFit)
    throw new MarineDataError(
      'input-stale',
      `The boat has not swung far enough: the anchor could be ${Math.round(deviation)} m from where its track has it`,
    )
  const depth = rode?.anchorDepth ?? lookout.depth(now) ?? null
  return { place: moved(place, centre), depth, deviation }
}

/** Where the boat has been, as far back as anyone remembers; the oldest first. */
export const trackUntilNow = (lookout: Lookout, stay: readonly TrackPoint[]): readonly TrackPoint[] => {
  const wake = lookout.wake.points
  const begin = wake[0]?.at ?? Infinity
  return [...stay.filter(({ at }) => at < begin), ...wake]
}

/**
 * The track from a moment on: the anchor fell at its first place.
 * @throws MarineDataError `anchor-no-position` when the moment is not in the track
 */
export const trackSince = (
  track: readonly TrackPoint[],
  then: Seconds,
): readonly [TrackPoint, ...TrackPoint[]] => {
  const [nearest] = track.toSorted((a, b) => Math.abs(a.at - then) - Math.abs(b.at - then))
  // A time that is none is not near either.
  if (nearest === undefined || !(Math.abs(nearest.at - then) <= sameMoment))
    throw new MarineDataError('anchor-no-position', 'The recorded track has no position at that time')
  return [nearest, ...track.filter(({ at }) => at > nearest.at)]
}

/** The anchor fell where the antenna was then; the bow was somewhere around it. */
export const anchorInTrack = (
  { lookout, design, now }: Situation,
  { latitude, longitude }: Place,
): Anchor => ({
  place: { latitude, longitude },
  depth: lookout.depth(now) ?? null,
  deviation: Math.hypot(offWhenDropped, behindBow(design)),
})

/**
 * The anchor lies where someone says.
 * @throws MarineDataError `anchor-no-position` without a fresh position, `invalid-value` too far from the bow
 */
export const anchorAtPlace = (situation: Situation, { latitude, longitude }: Place): Anchor => {
  const { place: bow, depth } = anchorAtBow(situation)
  const place = { latitude, longitude }
  const away = distanceBetween(bow, place)
  if (!(away <= farthestPlace))
    throw new MarineDataError(
      'invalid-value',
      `That place is ${Math.round(away)} m from the bow: an anchor within ${farthestPlace} m can be watched`,
    )
  return { place, depth, deviation: offWhenCalculated }
}
