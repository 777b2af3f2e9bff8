import { MarineDataError } from '@marinedata/plugin-api'
import { frozenAdvice, receiversAdvice, windShiftAdvice } from './alerts/advice.ts'
import { downtimeNotice, lengthBetween, longerDowntime, type Downtime } from './alerts/downtime.ts'
import { byGravity, type Notice } from './alerts/notice.ts'
import { ForgottenWatchHint } from './alerts/forgotten-watch-hint.ts'
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
import type { BoatDesign } from './boat-design.ts'
import type { Fix } from './fixes/fix.ts'
import { marginOf, provisionalRadius, suggestedRadius, type Certainty } from './radius-suggestion.ts'
import { checkRode, swingRadius, type RodeOut } from './rode.ts'
import { withStay, type PastStay } from './past-stays.ts'
import type { HeadingReading } from './sensors/headings.ts'
import { Observations, type DepthReading, type WindReading } from './sensors/observations.ts'
import { WatchClock } from './watch-clock.ts'
import { keptTrack, snapshotCheck, trackFrom, type KeptTime, type WatchSnapshot } from './snapshot.ts'
import { Stay, type Anchor, type StayState } from './stay.ts'
import { restOf } from './swing/rest.ts'
import type { TrackPoint } from './swing/track.ts'
import { learning, reportOf, type WatchReport } from './watch-report.ts'
import { distanceBetween, type Place } from './water/plane.ts'
import type { Metres, Seconds } from './water/units.ts'

const [leastRadius, mostRadius]: readonly [Metres, Metres] = [5, 2_000]
/** A gap without a restart that is worth reporting. */
const worthTelling: Seconds = 60
/** Assumed length of an unknown downtime: a night. */
const unknownDowntime: Seconds = 43_200

/** The time that the anchor has been down counts known time only, not the assumed length of an unknown downtime. */
const withoutDowntime = (saved: WatchSnapshot): WatchSnapshot => {
  const { stay } = saved.watch
  if (stay === null) return saved
  return { ...saved, watch: { ...saved.watch, stay: { ...stay, since: stay.since + unknownDowntime } } }
}

/** A stay that has ended. */
export interface FinishedStay extends StayState {
  /** Wall-clock time. */
  readonly ended: Seconds
  readonly track: readonly TrackPoint[]
}

/**
 * Watches the anchor. It is passive: fixes and readings come in with their time, `tick` advances time (about every
 * second), and `report` has the result. Equal inputs give equal results.
 */
export class AnchorWatch {
  readonly #hint: ForgottenWatchHint
  #design: BoatDesign
  #time = new WatchClock()
  #lookout = new Observations(0)
  #stay: Stay | undefined
  #stays: readonly PastStay[] = []
  #downtime: Downtime | null = null

  /** @param hintAfter how long the boat lies still before the hint about a forgotten watch */
  constructor(design: BoatDesign = {}, hintAfter?: Seconds) {
    this.#design = design
    this.#hint = new ForgottenWatchHint(hintAfter)
  }

  /** The current state of the watch. */
  get report(): WatchReport {
    return reportOf({ ...this.#situation, stay: this.#stay, notices: this.notices })
  }

  /** All notices, highest level first; empty when everything is normal. */
  get notices(): readonly Notice[] {
    const now = this.#time.now
    const notices =
      this.#stay === undefined
        ? [this.#hint.notice]
        : [...this.#stay.notices(now), this.#lookout.noFix.notice(now), ...this.#advice(now)]
    return byGravity(notices.filter((notice) => notice !== undefined))
  }

  /** The track of this stay, in watch time. */
  get track(): readonly TrackPoint[] {
    return this.#stay?.track ?? []
  }

  /** The same, or the recent track while the anchor is up; in wall-clock time. */
  get trail(): readonly TrackPoint[] {
    const points = this.#stay?.track ?? this.#lookout.wake.points
    return points.map((point) => ({ ...point, at: point.at + this.#clockAhead }))
  }

  /** Past stays, latest first. */
  get stays(): readonly PastStay[] {
    return this.#stays
  }

  fix(fix: Fix): void {
    this.#follow(fix.at)
    const now = this.#time.now
    const seen = this.#lookout.fix(fix, now, this.#stay !== undefined)
    if (seen === undefined) return
    const { place, deviation } = seen.sighting
    if (this.#stay === undefined) return this.#hint.seen(place, now, this.#lookout.depth(now))
    this.#stay.seen(place, now)
    if (seen.median === undefined) return
    const { rode } = this.#stay.state
    this.#stay.rested(
      seen.median,
      now,
      rode ? { radius: swingRadius(rode, this.#design), deviation } : undefined,
    )
  }

  heading(reading: HeadingReading): void {
    this.#follow(reading.at)
    this.#lookout.hearHeading(reading, this.#time.now)
  }

  wind(reading: WindReading): void {
    this.#follow(reading.at)
    this.#lookout.hearWind(reading, this.#time.now)
  }

  depth(reading: DepthReading): void {
    this.#follow(reading.at)
    this.#lookout.hearDepth(reading, this.#time.now)
  }

  /** Advances time. Call it every second. */
  tick(at: Seconds): void {
    this.#follow(at)
  }

  /**
   * Drops the anchor at the bow. A second drop moves it.
   * @throws MarineDataError `anchor-no-position`
   */
  drop(at: Seconds): void {
    this.#follow(at)
    const anchor = anchorAtBow(this.#situation)
    const radius = provisionalRadius(anchor.depth ?? undefined, this.#design, this.#certainty(anchor))
    this.#begin(anchor, { state: 'setting', circle: { radius, isByHand: false }, rode: null })
  }

  /**
   * Sets the radius.
   * @throws MarineDataError `invalid-value`, `anchor-not-down`
   */
  radius(at: Seconds, value: Metres): void {
    this.#follow(at)
    if (!Number.isFinite(value) || value < leastRadius || value > mostRadius)
      throw new MarineDataError(
        'invalid-value',
        `A radius of ${value} m is outside ${leastRadius}…${mostRadius} m`,
      )
    this.#change(this.#down('radius'), { circle: { radius: value, isByHand: true } })
  }

  /**
   * Sets the rode. The anchor stays, and the radius follows unless the crew has set one.
   * @throws MarineDataError `invalid-value`, `anchor-not-down`
   */
  veer(at: Seconds, rode: RodeOut): void {
    this.#follow(at)
    checkRode(rode, this.#design)
    const stay = this.#down('rode')
    this.#change(stay, { rode, circle: this.#circle(stay.state.anchor, rode) })
  }

  /**
   * Sets the anchor at the end of this rode, ahead of the boat. Works without a drop.
   * @throws MarineDataError `invalid-value`, `anchor-no-position`, `input-stale` when no direction is known
   */
  reposition(at: Seconds, rode: RodeOut): void {
    this.#follow(at)
    checkRode(rode, this.#design)
    this.#place(anchorByRode(this.#situation, rode), rode)
  }

  /**
   * Sets the anchor at the centre of the swing. Works without a drop.
   * @throws MarineDataError `invalid-value`, `anchor-no-position`, `input-stale` when the track is insufficient
   */
  setFromTrack(at: Seconds, rode?: RodeOut): void {
    this.#follow(at)
    if (rode !== undefined) checkRode(rode, this.#design)
    this.#place(anchorByTrack(this.#situation, rode), rode)
  }

  /**
   * Sets the anchor where the boat was at a wall-clock time. Works without a drop.
   * @throws MarineDataError `anchor-no-position` when the track does not contain the time
   */
  setAtTime(at: Seconds, time: Seconds): void {
    this.#follow(at)
    const whole = trackUntilNow(this.#lookout, this.track)
    const track = trackSince(whole, time - this.#clockAhead)
    const [{ at: since, ...place }] = track
    const anchor = anchorInTrack(this.#situation, place)
    const circle = this.#circleAround(anchor, track)
    if (this.#stay !== undefined) return this.#change(this.#stay, { anchor, circle })
    const begun = since + this.#clockAhead
    this.#begin(anchor, { state: 'watching', circle, rode: null, since, begun }, track)
  }

  /**
   * Sets the anchor at a position and keeps the circle. Works without a drop.
   * @throws MarineDataError `anchor-no-position`, `invalid-value` for a position too far from the bow
   */
  setAt(at: Seconds, place: Place): void {
    this.#follow(at)
    const anchor = anchorAtPlace(this.#situation, place)
    if (this.#stay !== undefined) {
      // A known depth there is better than the sounder, which is under the boat.
      const depth = this.#stay.state.anchor.depth ?? anchor.depth
      return this.#change(this.#stay, { anchor: { ...anchor, depth } })
    }
    const track = restOf(this.#lookout.wake.points)
    const here = this.#lookout.sighting(this.#time.now)?.place ?? place
    const circle = this.#circleAround(anchor, [...track, { ...here, at: this.#time.now }])
    this.#begin(anchor, { state: 'watching', circle, rode: null }, track)
  }

  /** Raises the anchor. Returns the stay that ended; undefined when there was none. */
  raise(at: Seconds): FinishedStay | undefined {
    this.#follow(at)
    const stay = this.#stay
    this.#remember()
    this.#stay = undefined
    this.#downtime = null
    this.#hint.reset()
    return stay && { ...stay.state, track: stay.track, ended: at }
  }

  /** The crew has acknowledged the alarm. */
  acknowledge(at: Seconds): void {
    this.#follow(at)
    this.#stay?.acknowledge(this.#time.now)
  }

  /** Changes the boat's dimensions. */
  refit(design: BoatDesign): void {
    this.#design = design
  }

  /** When the watch last ran. */
  get time(): KeptTime {
    return { clock: this.#time.clock ?? null, lived: this.#time.now }
  }

  /** The state that must survive a restart. */
  snapshot(): WatchSnapshot {
    const { lastSighting: last = null } = this.#lookout
    return {
      watch: {
        version: 1,
        last,
        stay: this.#stay?.state ?? null,
        downtime: this.#downtime,
      },
      time: this.time,
      track: keptTrack(this.track),
      wake: keptTrack(this.#lookout.wake.points),
      stays: [...this.#stays],
    }
  }

  /** Restores a snapshot. Returns whether it was valid. No report is normal before the first position. */
  restore(saved: unknown, at: Seconds): boolean {
    if (!snapshotCheck.accepts(saved)) return false
    const { watch, time, wake } = saved
    const missing = lengthBetween(time.clock, at)
    this.#time = new WatchClock(time.lived + (missing ?? unknownDowntime))
    this.#time.follow(at)
    this.#lookout = new Observations(this.#time.now, { last: watch.last ?? undefined, wake: trackFrom(wake) })
    this.revert(missing === null ? withoutDowntime(saved) : saved)
    if (this.#stay !== undefined) this.#tellMissing(missing)
    return true
  }

  /** Reverts to a snapshot. */
  revert({ watch: { stay, downtime, last }, track, stays }: WatchSnapshot): void {
    this.#stays = stays ?? []
    this.#downtime = downtime
    if (stay === null) return void (this.#stay = undefined)
    const { escalation, ...state } = stay
    this.#stay = new Stay(state, { escalation, track: trackFrom(track), last: last?.place })
  }

  /** The wall-clock time minus the watch time. */
  get #clockAhead(): Seconds {
    return (this.#time.clock ?? 0) - this.#time.now
  }

  get #situation(): Situation {
    return { lookout: this.#lookout, design: this.#design, now: this.#time.now }
  }

  #follow(at: Seconds): void {
    const missing = this.#time.follow(at)
    if (missing > worthTelling && this.#stay !== undefined) this.#tellMissing(missing)
    this.#stay?.tick(this.#time.now)
  }

  /** Notices besides distance and position. */
  #advice(now: Seconds): (Notice | undefined)[] {
    const { shift } = this.#lookout
    const [disagreement, frozen] = [this.#lookout.disagreement(now), this.#lookout.frozenFor(now)]
    return [
      shift && windShiftAdvice(shift),
      disagreement && receiversAdvice(disagreement),
      frozen === undefined ? undefined : frozenAdvice(frozen),
      downtimeNotice(this.#downtime, now),
    ]
  }

  #tellMissing(missing: Seconds | null): void {
    this.#downtime = longerDowntime(missing, this.#downtime, this.#time.now)
  }

  #down(what: string): Stay {
    if (this.#stay === undefined)
      throw new MarineDataError('anchor-not-down', `The anchor is not down: there is no ${what} to set`)
    return this.#stay
  }

  /** Judges the last fix at once: a boat that is outside must not wait for the next position. */
  #change(stay: Stay, changes: Parameters<Stay['change']>[0]): void {
    stay.change(changes)
    const sighting = this.#lookout.sighting(this.#time.now)
    if (sighting !== undefined) stay.seen(sighting.place, this.#time.now)
  }

  #certainty(anchor: Anchor): Certainty {
    return { fix: this.#lookout.lastSighting?.deviation ?? 0, anchor: anchor.deviation }
  }

  /** The radius set by the crew, or the one for the rode, or the observed swing. */
  #circle(anchor: Anchor, rode: RodeOut | undefined): StayState['circle'] {
    const { circle } = this.#stay?.state ?? {}
    if (circle?.isByHand === true) return circle
    const certainty = this.#certainty(anchor)
    if (rode !== undefined) return { radius: suggestedRadius(rode, this.#design, certainty), isByHand: false }
    const rest = restOf(this.#lookout.wake.points)
    const farthest = Math.max(0, ...rest.map((point) => distanceBetween(anchor.place, point)))
    return { radius: Math.ceil(farthest + marginOf(certainty)), isByHand: false }
  }

  /** The observed distance since then, or the possible distance when the time was too short. */
  #circleAround(anchor: Anchor, track: readonly TrackPoint[]): StayState['circle'] {
    const { circle } = this.#stay?.state ?? {}
    if (circle?.isByHand === true) return circle
    const certainty = this.#certainty(anchor)
    const farthest = Math.max(...track.map((point) => distanceBetween(anchor.place, point)))
    const seen = Math.ceil(farthest + marginOf(certainty))
    const hasSwung = this.#time.now - (track[0]?.at ?? Infinity) >= learning
    const least = provisionalRadius(anchor.depth ?? undefined, this.#design, certainty)
    return { radius: hasSwung ? seen : Math.max(seen, least), isByHand: false }
  }

  #remember(): void {
    if (this.#stay !== undefined) this.#stays = withStay(this.#stays, this.#stay, this.#time.clock ?? 0)
  }

  #place(anchor: Anchor, rode: RodeOut | undefined): void {
    const circle = this.#circle(anchor, rode)
    if (this.#stay !== undefined) return this.#change(this.#stay, { anchor, circle, ...(rode && { rode }) })
    this.#begin(anchor, { state: 'watching', circle, rode: rode ?? null }, restOf(this.#lookout.wake.points))
  }

  /** @param track where the boat has been since an earlier drop */
  #begin(
    anchor: Anchor,
    rest: Pick<StayState, 'state' | 'circle' | 'rode'> & Partial<Pick<StayState, 'begun' | 'since'>>,
    track: readonly TrackPoint[] = [],
  ): void {
    const now = this.#time.now
    this.#hint.reset()
    this.#downtime = null
    this.#remember()
    this.#stay = new Stay({ begun: this.#time.clock ?? 0, since: now, ...rest, anchor }, { track })
  }
}
