import { MarineDataError } from '@marinedata/plugin-api'
import { lengthBetween, longerDowntime, type Downtime } from './alerts/downtime.ts'
import type { Notice } from './alerts/notice.ts'
import { ForgottenWatchHint } from './alerts/forgotten-watch-hint.ts'
import { watchNotices } from './alerts/watch-notices.ts'
import {
  circleFor,
  placementAt,
  placementAtBow,
  placementAtTime,
  placementByRode,
  placementByTrack,
  type Placement,
  type PlacementInput,
} from './anchor-placement.ts'
import type { BoatDesign } from './boat-design.ts'
import type { Fix } from './fixes/fix.ts'
import { checkRadius } from './radius-suggestion.ts'
import { checkRode, swingRadius, type RodeOut } from './rode.ts'
import { withStay, type PastStay } from './past-stays.ts'
import type { HeadingReading } from './sensors/headings.ts'
import { Observations, type DepthReading, type WindReading } from './sensors/observations.ts'
import { WatchClock } from './watch-clock.ts'
import { afterDowntime, encodeTrack, snapshotCheck, decodeTrack } from './snapshot.ts'
import type { SavedTime, WatchSnapshot } from './snapshot.ts'
import { Stay, type FinishedStay, type StayState } from './stay.ts'
import type { TrackPoint } from './swing/track.ts'
import { reportOf, type WatchReport } from './watch-report.ts'
import type { Place } from './water/plane.ts'
import type { Metres, Seconds } from './water/units.ts'

/** A shorter gap without a restart is not reported. */
const shortestReported: Seconds = 60

/**
 * Watches the anchor. It is passive: fixes and readings come in with their time, `tick` advances time (about every
 * second), and `report` has the result. Equal inputs give equal results.
 */
export class AnchorWatch {
  readonly #hint: ForgottenWatchHint
  #design: BoatDesign
  #time = new WatchClock()
  #observations = new Observations(0)
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
    return reportOf({ ...this.#input, notices: this.notices })
  }

  /** All notices, highest level first; empty when everything is normal. */
  get notices(): readonly Notice[] {
    const [downtime, hint] = [this.#downtime, this.#hint.notice]
    return watchNotices({ ...this.#input, downtime, hint })
  }

  /** The track of this stay, in watch time. */
  get track(): readonly TrackPoint[] {
    return this.#stay?.track ?? []
  }

  /** The same, or the recent track while the anchor is up; in wall-clock time. */
  get trail(): readonly TrackPoint[] {
    const points = this.#stay?.track ?? this.#observations.wake.points
    return points.map((point) => ({ ...point, at: point.at + this.#clockAhead }))
  }

  /** Past stays, latest first. */
  get stays(): readonly PastStay[] {
    return this.#stays
  }

  fix(fix: Fix): void {
    this.#follow(fix.at)
    const now = this.#time.now
    const seen = this.#observations.fix(fix, now, this.#stay !== undefined)
    if (seen === undefined) return
    const { place, deviation } = seen.sighting
    if (this.#stay === undefined) return this.#hint.seen(place, now, this.#observations.depth(now))
    this.#stay.seen(this.#observations.places(now), now)
    if (seen.median === undefined) return
    const { rode } = this.#stay.state
    const swing = rode ? { radius: swingRadius(rode, this.#design), deviation } : undefined
    this.#stay.rested(seen.median, now, swing)
  }

  heading(reading: HeadingReading): void {
    this.#follow(reading.at)
    this.#observations.addHeading(reading, this.#time.now)
  }

  wind(reading: WindReading): void {
    this.#follow(reading.at)
    this.#observations.addWind(reading, this.#time.now)
  }

  depth(reading: DepthReading): void {
    this.#follow(reading.at)
    this.#observations.addDepth(reading, this.#time.now)
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
    this.#begin('setting', placementAtBow(this.#input))
  }

  /**
   * Sets the radius.
   * @throws MarineDataError `invalid-value`, `anchor-not-down`
   */
  radius(at: Seconds, value: Metres): void {
    this.#follow(at)
    checkRadius(value)
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
    this.#change(stay, { rode, circle: circleFor(this.#input, stay.state.anchor, rode) })
  }

  /**
   * Sets the anchor at the end of this rode, ahead of the boat. Works without a drop.
   * @throws MarineDataError `invalid-value`, `anchor-no-position`, `input-stale` when no direction is known
   */
  reposition(at: Seconds, rode: RodeOut): void {
    this.#follow(at)
    checkRode(rode, this.#design)
    this.#place(placementByRode(this.#input, rode))
  }

  /**
   * Sets the anchor at the centre of the swing. Works without a drop.
   * @throws MarineDataError `invalid-value`, `anchor-no-position`, `input-stale` when the track is insufficient
   */
  setFromTrack(at: Seconds, rode?: RodeOut): void {
    this.#follow(at)
    if (rode !== undefined) checkRode(rode, this.#design)
    this.#place(placementByTrack(this.#input, rode))
  }

  /**
   * Sets the anchor where the boat was at a wall-clock time. Works without a drop.
   * @throws MarineDataError `anchor-no-position` when the track does not contain the time
   */
  setAtTime(at: Seconds, time: Seconds): void {
    this.#follow(at)
    this.#place(placementAtTime(this.#input, time - this.#clockAhead))
  }

  /**
   * Sets the anchor at a position and keeps the circle. Works without a drop.
   * @throws MarineDataError `anchor-no-position`, `invalid-value` for a position too far from the bow
   */
  setAt(at: Seconds, place: Place): void {
    this.#follow(at)
    this.#place(placementAt(this.#input, place))
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
  setDesign(design: BoatDesign): void {
    this.#design = design
  }

  /** When the watch last ran. */
  get time(): SavedTime {
    return { clock: this.#time.clock ?? null, lived: this.#time.now }
  }

  /** The wall-clock time of the drop, by the clock of that moment; undefined while the anchor is up. */
  get begun(): Seconds | undefined {
    return this.#stay?.state.begun
  }

  /** The state that must survive a restart. */
  snapshot(): WatchSnapshot {
    const { lastSighting: last = null } = this.#observations
    return {
      watch: { version: 1, last, stay: this.#stay?.state ?? null, downtime: this.#downtime },
      time: this.time,
      track: encodeTrack(this.track),
      wake: encodeTrack(this.#observations.wake.points),
      stays: [...this.#stays],
    }
  }

  /** Restores a snapshot. Returns whether it was valid. No report is normal before the first position. */
  restore(saved: unknown, at: Seconds): boolean {
    if (!snapshotCheck.accepts(saved)) return false
    const missing = lengthBetween(saved.time.clock, at)
    const resumed = afterDowntime(saved, missing)
    const { watch, time, wake } = resumed
    this.#time = new WatchClock(time.lived)
    this.#time.follow(at)
    this.#observations = new Observations(this.#time.now, {
      last: watch.last ?? undefined,
      wake: decodeTrack(wake),
    })
    this.revert(resumed)
    if (this.#stay !== undefined) this.#reportDowntime(missing)
    return true
  }

  /** Reverts to a snapshot. */
  revert({ watch: { stay, downtime, last }, track, stays }: WatchSnapshot): void {
    this.#stays = stays ?? []
    this.#downtime = downtime
    if (stay === null) return void (this.#stay = undefined)
    const { escalation, ...state } = stay
    this.#stay = new Stay(state, { escalation, track: decodeTrack(track), last: last?.place })
  }

  /** The wall-clock time minus the watch time. */
  get #clockAhead(): Seconds {
    return (this.#time.clock ?? 0) - this.#time.now
  }

  get #input(): PlacementInput {
    return { observations: this.#observations, design: this.#design, now: this.#time.now, stay: this.#stay }
  }

  #follow(at: Seconds): void {
    const missing = this.#time.follow(at)
    if (missing > shortestReported && this.#stay !== undefined) this.#reportDowntime(missing)
    this.#stay?.tick(this.#time.now)
  }

  #reportDowntime(missing: Seconds | null): void {
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
    const places = this.#observations.places(this.#time.now)
    if (places.length > 0) stay.seen(places, this.#time.now)
  }

  #remember(): void {
    if (this.#stay !== undefined) this.#stays = withStay(this.#stays, this.#stay, this.#time.clock ?? 0)
  }

  /** Moves the anchor, or begins a stay when the anchor was up. */
  #place(placement: Placement): void {
    const { anchor, circle, rode } = placement
    if (this.#stay === undefined) return this.#begin('watching', placement)
    this.#change(this.#stay, { anchor, circle, ...(rode && { rode }) })
  }

  #begin(state: StayState['state'], { anchor, circle, rode, track, since }: Placement): void {
    const begun = since === undefined ? (this.#time.clock ?? 0) : since + this.#clockAhead
    this.#hint.reset()
    this.#downtime = null
    this.#remember()
    this.#stay = new Stay(
      { state, anchor, circle, rode: rode ?? null, begun, since: since ?? this.#time.now },
      { track },
    )
  }
}
