import {
  anchorAtBow,
  anchorAtPlace,
  anchorByRode,
  anchorByTrack,
  anchorInTrack,
  trackSince,
  trackUntilNow,
  type Situation,
} from './anchor-estimate.ts'
import { marginOf, provisionalRadius, suggestedRadius, type Certainty } from './radius-suggestion.ts'
import type { RodeOut } from './rode.ts'
import type { Anchor, Circle, Stay } from './stay.ts'
import { restOf } from './swing/rest.ts'
import type { TrackPoint } from './swing/track.ts'
import { learning } from './watch-report.ts'
import { distanceBetween, type Place } from './water/plane.ts'
import type { Metres, Seconds } from './water/units.ts'

/** The observations, and the present stay if the anchor is already down. */
export interface PlacementInput extends Situation {
  readonly stay: Stay | undefined
}

/** An anchor position with its circle, and the track since the drop. */
export interface Placement {
  readonly anchor: Anchor
  readonly circle: Circle
  readonly rode?: RodeOut | undefined
  readonly track: readonly TrackPoint[]
  /** Watch time of an earlier drop; default now. */
  readonly since?: Seconds
}

const certaintyOf = ({ observations }: Situation, anchor: Anchor): Certainty => ({
  fix: observations.lastSighting?.deviation ?? 0,
  anchor: anchor.deviation,
})

/** Without a rode the circle contains the track. */
const radiusAround = (anchor: Anchor, track: readonly Place[], certainty: Certainty): Metres => {
  const farthest = Math.max(0, ...track.map((point) => distanceBetween(anchor.place, point)))
  return Math.ceil(farthest + marginOf(certainty))
}

const provisionalCircle = (input: Situation, anchor: Anchor): Circle => ({
  radius: provisionalRadius(anchor.depth ?? undefined, input.design, certaintyOf(input, anchor)),
  isByHand: false,
})

/** The circle that the crew has set. It stays when the anchor moves. */
const circleByHand = ({ stay }: PlacementInput): Circle | undefined =>
  stay?.state.circle.isByHand === true ? stay.state.circle : undefined

/** The circle set by the crew, or the one for the rode, or the observed swing. */
export const circleFor = (input: PlacementInput, anchor: Anchor, rode: RodeOut | undefined): Circle => {
  const byHand = circleByHand(input)
  if (byHand !== undefined) return byHand
  const certainty = certaintyOf(input, anchor)
  const radius =
    rode === undefined
      ? radiusAround(anchor, restOf(input.observations.wake.points), certainty)
      : suggestedRadius(rode, input.design, certainty)
  return { radius, isByHand: false }
}

/** The circle around the track since the drop; at least the provisional one while the boat has not swung yet. */
const circleAround = (input: PlacementInput, anchor: Anchor, track: readonly TrackPoint[]): Circle => {
  const byHand = circleByHand(input)
  if (byHand !== undefined) return byHand
  const seen = radiusAround(anchor, track, certaintyOf(input, anchor))
  const hasSwung = input.now - (track[0]?.at ?? Infinity) >= learning
  const radius = hasSwung ? seen : Math.max(seen, provisionalCircle(input, anchor).radius)
  return { radius, isByHand: false }
}

/** Under the bow, as when the anchor is dropped now. */
export const placementAtBow = (input: PlacementInput): Placement => {
  const anchor = anchorAtBow(input)
  return { anchor, circle: provisionalCircle(input, anchor), track: [] }
}

/** At the end of the rode, ahead of the boat. */
export const placementByRode = (input: PlacementInput, rode: RodeOut): Placement =>
  atRest(input, anchorByRode(input, rode), rode)

/** At the centre of the swing. */
export const placementByTrack = (input: PlacementInput, rode: RodeOut | undefined): Placement =>
  atRest(input, anchorByTrack(input, rode), rode)

/** For a boat that lies at its anchor already. */
const atRest = (input: PlacementInput, anchor: Anchor, rode: RodeOut | undefined): Placement => ({
  anchor,
  circle: circleFor(input, anchor, rode),
  rode,
  track: restOf(input.observations.wake.points),
})

/** Where the boat was at that watch time. */
export const placementAtTime = (input: PlacementInput, then: Seconds): Placement => {
  const track = trackSince(trackUntilNow(input.observations, input.stay?.track ?? []), then)
  const [{ at: since, ...place }] = track
  const anchor = anchorInTrack(input, place)
  return { anchor, circle: circleAround(input, anchor, track), track, since }
}

/** At a position. The circle of a present stay does not change. */
export const placementAt = (input: PlacementInput, place: Place): Placement => {
  const { observations, now, stay } = input
  const anchor = anchorAtPlace(input, place)
  const track = restOf(observations.wake.points)
  if (stay !== undefined) {
    // A known depth there is better than the sounder, which is under the boat.
    const depth = stay.state.anchor.depth ?? anchor.depth
    return { anchor: { ...anchor, depth }, circle: stay.state.circle, track }
  }
  const here = observations.sighting(now)?.place ?? place
  return { anchor, circle: circleAround(input, anchor, [...track, { ...here, at: now }]), track }
}
