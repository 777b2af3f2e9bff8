import { Escalation, type EscalationState } from './alerts/escalation.ts'
import { metres, timeSpan, type Notice } from './alerts/notice.ts'
import type { RodeOut } from './rode.ts'
import { EarlyWarning } from './swing/early-warning.ts'
import { SwingMiddle } from './swing/swing-middle.ts'
import { Track, type TrackPoint } from './swing/track.ts'
import { distanceBetween, type Place } from './water/plane.ts'
import type { Metres, Seconds } from './water/units.ts'

export interface Anchor {
  readonly place: Place
  /** Water depth there; null when it is unknown. */
  readonly depth: Metres | null
  /** Uncertainty in metres. */
  readonly deviation: Metres
}

export interface Circle {
  readonly radius: Metres
  /** Whether the crew has set it. */
  readonly isByHand: boolean
}

/** The state that survives a restart. */
export interface StayState {
  readonly state: 'setting' | 'watching'
  readonly anchor: Anchor
  readonly circle: Circle
  readonly rode: RodeOut | null
  /** When the anchor went down: in wall-clock time and in watch time. */
  readonly begun: Seconds
  readonly since: Seconds
  readonly escalation: EscalationState
}

/** A stay that has ended. */
export interface FinishedStay extends StayState {
  /** Wall-clock time. */
  readonly ended: Seconds
  readonly track: readonly TrackPoint[]
}

/** How long the anchor may be down before the crew is asked for a radius. */
const settingFor: Seconds = 600
const trackLength = 512

/** One stay at anchor, from drop to raise. */
export class Stay {
  readonly #track: Track
  readonly #escalation: Escalation
  readonly #early = new EarlyWarning()
  readonly #middle: SwingMiddle
  #state: Omit<StayState, 'escalation'>

  constructor(state: Omit<StayState, 'escalation'>, saved?: SavedStay) {
    this.#state = state
    this.#track = new Track(trackLength, saved?.track)
    const last = saved?.last && { distance: this.distanceTo(saved.last), radius: state.circle.radius }
    this.#escalation = new Escalation(saved?.escalation, last)
    this.#middle = new SwingMiddle(state.anchor.place)
  }

  get state(): StayState {
    return { ...this.#state, escalation: this.#escalation.state }
  }

  get track(): readonly TrackPoint[] {
    return this.#track.points
  }

  /** The estimated centre of the swing; undefined while the track is too short. */
  get swing(): SwingMiddle['swing'] {
    return this.#middle.swing
  }

  /** The largest distance of the half-minute medians from the anchor; 0 when there are none. */
  get farthest(): Metres {
    return this.#track.points.reduce((most, point) => Math.max(most, this.distanceTo(point)), 0)
  }

  distanceTo(place: Place): Metres {
    return distanceBetween(this.#state.anchor.place, place)
  }

  farthestOf(places: readonly Place[]): Metres {
    return Math.max(...places.map((place) => this.distanceTo(place)))
  }

  /** Updates anchor, rode or circle. */
  change(changes: Partial<Pick<StayState, 'anchor' | 'circle' | 'rode'>>): void {
    this.#state = { ...this.#state, ...changes, state: 'watching' }
    this.#escalation.reset()
    this.#early.reset()
    if (changes.anchor !== undefined) this.#middle.moveTo(changes.anchor.place)
  }

  acknowledge(now: Seconds): void {
    this.#escalation.acknowledge(now)
  }

  /** Handles a good fix. Of two places that the boat may be at, the farthest counts. */
  seen(places: readonly Place[], now: Seconds): void {
    this.#escalation.seen(this.farthestOf(places), this.#state.circle.radius, now)
  }

  /** Handles a half-minute median, with the largest possible distance from the anchor if known. */
  rested(
    median: Place,
    now: Seconds,
    swing: { readonly radius: Metres; readonly deviation: Metres } | undefined,
  ): void {
    this.#track.add({ ...median, at: now })
    if (swing === undefined) return
    this.#middle.look(this.#track, now, swing.radius)
    this.#early.add(this.#middle.distanceTo(median), swing.radius, swing.deviation)
  }

  tick(now: Seconds): void {
    this.#escalation.tick(now)
  }

  notices(now: Seconds): Notice[] {
    return [this.#escalation.notice, this.#dragging(), this.#notSet(now)].filter(
      (notice) => notice !== undefined,
    )
  }

  #dragging(): Notice | undefined {
    if (!this.#early.isRaised) return undefined
    const beyond = metres(Math.max(0, this.#early.beyond))
    const message = `The boat lies ${beyond} further off than the rode allows: the anchor may be dragging`
    return { reason: 'dragging', level: 'warn', message }
  }

  #notSet(now: Seconds): Notice | undefined {
    const { state, since, circle } = this.#state
    if (state !== 'setting' || now - since < settingFor) return undefined
    const message = `The anchor has been down for ${timeSpan(now - since)} and no radius is set: ${metres(circle.radius)} are watched for now`
    return { reason: 'not-set', level: 'alert', message }
  }
}

interface SavedStay {
  readonly escalation?: EscalationState
  readonly track: readonly TrackPoint[]
  /** Distance of the last fix. */
  readonly last?: Place | undefined
}
