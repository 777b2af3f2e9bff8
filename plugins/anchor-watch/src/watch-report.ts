import type { AnchorState } from '@marinedata/model'
import { metres, type Notice, type Reason } from './alerts/notice.ts'
import type { Situation } from './anchor-estimate.ts'
import { toBow } from './boat-design.ts'
import { marginOf, suggestedRadius } from './radius-suggestion.ts'
import type { Stay } from './stay.ts'
import { directionOf, moved, wayBetween, type Place } from './water/plane.ts'
import type { Metres, Radians, Seconds } from './water/units.ts'

/** The highest notice, or normal. */
export interface WatchAlert extends Notice {
  /** Counts episodes: another number is another alarm. */
  readonly episode: number
  readonly isAcknowledged: boolean
}

/** The report of the interface with additional members; metres and radians. */
export interface WatchReport extends AnchorState {
  readonly alert: WatchAlert
  readonly notices: readonly Notice[]
  /** How long the anchor has been down; null while it is up. */
  readonly downFor: Seconds | null
  /** Whether there is a usable position. Without one the level is never normal. */
  readonly isWatched: boolean
  /** The active receiver. */
  readonly source: string | null
  readonly suggestedRadius: Metres | null
  /** The estimated centre of the swing. */
  readonly swing: { readonly centre: Place; readonly radius: Metres; readonly deviation: Metres } | null
}

/** The inputs of a report. */
export interface ReportFacts extends Situation {
  readonly stay: Stay | undefined
  readonly notices: readonly Notice[]
}

/** How long a boat must have been at rest before its track tells how far it swings. */
export const learning: Seconds = 300

const raised = {
  state: 'raised',
  position: null,
  maxRadius: null,
  currentRadius: null,
  rodeLength: null,
  bearingTrue: null,
  suggestedRadius: null,
  swing: null,
  downFor: null,
} as const

const bearingOf = ({ observations, design, now }: Situation, anchor: Place): Radians | null => {
  const sighting = observations.sighting(now)
  if (sighting === undefined) return null
  const heading = observations.heading(now)
  const bow = heading === undefined ? sighting.place : moved(sighting.place, toBow(design, heading))
  return directionOf(wayBetween(bow, anchor))
}

const suggestionFor = ({ observations, design, now }: Situation, stay: Stay): Metres | null => {
  const { rode, anchor, since } = stay.state
  const fix = observations.lastSighting?.deviation
  if (fix === undefined) return null
  const certainty = { fix, anchor: anchor.deviation }
  if (rode !== null) return suggestedRadius(rode, design, certainty)
  return now - since < learning ? null : Math.ceil(stay.farthest + marginOf(certainty))
}

const anchorState = (situation: Situation, stay: Stay): AnchorState => {
  const { state, anchor, circle, rode } = stay.state
  const places = situation.observations.places(situation.now)
  return {
    state,
    position: { ...anchor.place, ...(anchor.depth !== null && { altitude: 0 - anchor.depth }) },
    maxRadius: circle.radius,
    currentRadius: places.length === 0 ? null : stay.farthestOf(places),
    rodeLength: rode?.rodeLength ?? null,
    bearingTrue: bearingOf(situation, anchor.place),
  }
}

const appended: ReadonlySet<Reason> = new Set(['two-places', 'downtime'])

const notSet: Notice = { reason: 'none', level: 'normal', message: 'No anchor watch is set' }

const allWell = ({ currentRadius, maxRadius }: AnchorState): Notice => ({
  reason: 'none',
  level: 'normal',
  message: `${metres(currentRadius ?? 0)} from the anchor, inside the circle of ${metres(maxRadius ?? 0)}`,
})

/** Appends to every message that two places are said, and the downtime. */
const wordsOf = (gravest: Notice, notices: readonly Notice[]): string =>
  [gravest, ...notices.filter((notice) => notice !== gravest && appended.has(notice.reason))]
    .map(({ message }) => message)
    .join('. ')

const alertOf = (gravest: Notice, { stay, notices }: ReportFacts): WatchAlert => {
  const { episode = 0, acknowledged = null } = stay?.state.escalation ?? {}
  return {
    ...gravest,
    message: wordsOf(gravest, notices),
    episode,
    isAcknowledged: gravest.reason === 'distance' && acknowledged !== null,
  }
}

/** The report for the interface and for people. */
export const reportOf = (facts: ReportFacts): WatchReport => {
  const { stay, notices, observations, now } = facts
  const sighting = observations.sighting(now)
  const common = { notices, isWatched: false, source: sighting?.source ?? null }
  if (stay === undefined) return { ...raised, ...common, alert: alertOf(notices[0] ?? notSet, facts) }
  const state = anchorState(facts, stay)
  return {
    ...state,
    ...common,
    alert: alertOf(notices[0] ?? allWell(state), facts),
    downFor: now - stay.state.since,
    isWatched: sighting !== undefined,
    suggestedRadius: suggestionFor(facts, stay),
    swing: stay.swing ?? null,
  }
}
