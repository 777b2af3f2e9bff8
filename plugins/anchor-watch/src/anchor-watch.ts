import { MarineDataError } from '@marinedata/plugin-api'
import { frozenAdvice, receiversAdvice, windShiftAdvice } from './alerts/advice.ts'
import { downtimeNotice, lengthBetween, longerDowntime, type Downtime } from './alerts/downtime.ts'
import { byGravity, type Notice } from './alerts/notice.ts'
import { StillHint } from './alerts/still-hint.ts'
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
import type { HeadingReading } from './senses/headings.ts'
import { Lookout, type DepthReading, type WindReading } from './senses/lookout.ts'
import { ShipsTime } from './ships-time.ts'
import { keptTrack, snapshotCheck, trackFrom, type KeptTime, type WatchSnapshot } from './snapshot.ts'
import { Stay, type Anchor, type StayState } from './stay.ts'
import { restOf } from './swing/rest.ts'
import type { TrackPoint } from './swing/track.ts'
import { learning, reportOf, type WatchReport } from './watch-report.ts'
import { distanceBetween, type Place } from './water/plane.ts'
import type { Metres, Seconds } from './water/units.ts'

const [leastRadius, mostRadius]: readonly [Metres, Metres] = [5, 2_000]
/** Time that is missing though nobody has started anew, worth telling. */
const worthTelling: Seconds = 60
/** What is taken for a downtime that nobody knows: a night. */
const unknownDowntime: Seconds = 43_200

/** How long the anchor has been down counts only what is known: not the night that is taken for an unknown downtime. */
const withoutDowntime = (kept: WatchSnapshot): WatchSnapshot => {
  const { stay } = kept.watch
  if (stay === null) return kept
  return { ...kept, watch: { ...kept.watch, stay: { ...stay, since: stay.since + unknownDowntime } } }
}

/** A stay that is over. */
export interface FinishedStay extends StayState {
  /** By the clock. */
  readonly ended: Seconds
  readonly track: readonly TrackPoint[]
}

/**
 * Watches the anchor. It does nothing by itself: fixes and readings come in with their time, `tick` lets time pass (every
 * second or so), and what it thinks of all that is in `report`. The same inputs make the same watch, always.
 */
export class AnchorWatch {
  readonly #hint: StillHint
  #design: BoatDesign
  #time = new ShipsTime()
  #lookout = new Lookout(0)
  #stay: Stay | undefined
  #stays: readonly PastStay[] = []
  #downtime: Downtime | null = null

  /** @param hintAfter how long the boat lies still before a watch that was forgotten is asked for */
  constructor(design: BoatDesign = {}, hintAfter?: Seconds) {
    this.#design = design
    this.#hint = new StillHint(hintAfter)
  }

  /** What it thinks of the anchor now. */
  get report(): WatchReport {
    return reportOf({ ...this.#situation, stay: this.#stay, notices: this.notices })
  }

  /** Everything that the crew should know, the gravest first; empty when all is well. */
  get notices(): readonly Notice[] {
    const now = this.#time.now
    const notices =
      this.#stay === undefined
        ? [this.#hint.notice]
        : [...this.#stay.notices(now), this.#lookout.noFix.notice(now), ...this.#advice(now)]
    return byGravity(notices.filter((notice) => notice !== undefined))
  }

  /** Where the boat was during this stay, by the time that the watch has lived. */
  get track(): readonly TrackPoint[] {
    return this.#stay?.track ?? []
  }

  /** The same, or where it has been of late while the anchor is up; by the clock. */
  get trail(): readonly TrackPoint[] {
    const points = this.#stay?.track ?? this.#lookout.wake.points
    return points.map((point) => ({ ...point, at: point.at + this.#clockAhead }))
  }

  /** Those that are over, the latest first. */
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

  /** Lets time pass; to be called every second, whatever else comes. */
  tick(at: Seconds): void {
    this.#follow(at)
  }

  /**
   * The anchor falls now, from the bow. Again means again: at the new place.
   * @throws MarineDataError `anchor-no-position`
   */
  drop(at: Seconds): void {
    this.#follow(at)
    const anchor = anchorAtBow(this.#situation)
    const radius = provisionalRadius(anchor.depth ?? undefined, this.#design, this.#certainty(anchor))
    this.#begin(anchor, { state: 'setting', circle: { radius, isByHand: false }, rode: null })
  }

  /**
   * Watches this radius from now on.
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
   * So much rode is out: the anchor stays where it fell, and the radius follows unless the crew has set one.
   * @throws MarineDataError `invalid-value`, `anchor-not-down`
   */
  veer(at: Seconds, rode: RodeOut): void {
    this.#follow(at)
    checkRode(rode, this.#design)
    const stay = this.#down('rode')
    this.#change(stay, { rode, circle: this.#circle(stay.state.anchor, rode) })
  }

  /**
   * The anchor lies at the end of this rode, ahead of where the boat lies. Works without a drop before.
   * @throws MarineDataError `invalid-value`, `anchor-no-position`, `input-stale` when no direction is known
   */
  reposition(at: Seconds, rode: RodeOut): void {
    this.#follow(at)
    checkRode(rode, this.#design)
    this.#place(anchorByRode(this.#situation, rode), rode)
  }

  /**
   * The anchor lies in the middle of where the boat has swung so far. Works without a drop before.
   * @throws MarineDataError `invalid-value`, `anchor-no-position`, `input-stale` when the track does not tell
   */
  setFromTrack(at: Seconds, rode?: RodeOut): void {
    this.#follow(at)
    if (rode !== undefined) checkRode(rode, this.#design)
    this.#place(anchorByTrack(this.#situation, rode), rode)
  }

  /**
   * The anchor fell where the boat was at that time, by the clock. Works without a drop before.
   * @throws MarineDataError `anchor-no-position` when the track has no such time
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
   * The anchor lies there, and the circle stays as it is. Works without a drop before.
   * @throws MarineDataError `anchor-no-position`, `invalid-value` for a place too far from the bow
   */
  setAt(at: Seconds, place: Place): void {
    this.#follow(at)
    const anchor = anchorAtPlace(this.#situation, place)
    if (this.#stay !== undefined) {
      // What was told of the depth there says more than the sounder, which is under the boat.
      const depth = this.#stay.state.anchor.depth ?? anchor.depth
      return this.#change(this.#stay, { anchor: { ...anchor, depth } })
    }
    const track = restOf(this.#lookout.wake.points)
    const here = this.#lookout.sighting(this.#time.now)?.place ?? place
    const circle = this.#circleAround(anchor, [...track, { ...here, at: this.#time.now }])
    this.#begin(anchor, { state: 'watching', circle, rode: null }, track)
  }

  /** The anchor is up. Gives the stay that is over; nothing when there was none. */
  raise(at: Seconds): FinishedStay | undefined {
    this.#follow(at)
    const stay = this.#stay
    this.#remember()
    this.#stay = undefined
    this.#downtime = null
    this.#hint.reset()
    return stay && { ...stay.state, track: stay.track, ended: at }
  }

  /** Someone has heard the alarm. */
  acknowledge(at: Seconds): void {
    this.#follow(at)
    this.#stay?.acknowledge(this.#time.now)
  }

  /** The boat is found to be otherwise than was thought. */
  refit(design: BoatDesign): void {
    this.#design = design
  }

  /** When it last watched. */
  get time(): KeptTime {
    return { clock: this.#time.clock ?? null, lived: this.#time.now }
  }

  /** What must outlive a restart. */
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

  /** Goes on with what was kept; gives whether that was understood. Nothing is well until the first position is there. */
  restore(kept: unknown, at: Seconds): boolean {
    if (!snapshotCheck.accepts(kept)) return false
    const { watch, time, wake } = kept
    const missing = lengthBetween(time.clock, at)
    this.#time = new ShipsTime(time.lived + (missing ?? unknownDowntime))
    this.#time.follow(at)
    this.#lookout = new Lookout(this.#time.now, { last: watch.last ?? undefined, wake: trackFrom(wake) })
    this.takeBack(missing === null ? withoutDowntime(kept) : kept)
    if (this.#stay !== undefined) this.#tellMissing(missing)
    return true
  }

  /** What was told since then is not so: the anchor is as it was. */
  takeBack({ watch: { stay, downtime, last }, track, stays }: WatchSnapshot): void {
    this.#stays = stays ?? []
    this.#downtime = downtime
    if (stay === null) return void (this.#stay = undefined)
    const { escalation, ...state } = stay
    this.#stay = new Stay(state, { escalation, track: trackFrom(track), last: last?.place })
  }

  /** What the clock says more than the time that the watch has lived. */
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

  /** What the crew should know besides. */
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

  /** What was seen last is judged by it at once: a boat that lies outside is not well until the next position. */
  #change(stay: Stay, changes: Parameters<Stay['change']>[0]): void {
    stay.change(changes)
    const sighting = this.#lookout.sighting(this.#time.now)
    if (sighting !== undefined) stay.seen(sighting.place, this.#time.now)
  }

  #certainty(anchor: Anchor): Certainty {
    return { fix: this.#lookout.lastSighting?.deviation ?? 0, anchor: anchor.deviation }
  }

  /** The radius that the crew has set, or the one that suits the rode, or what was seen of the swing. */
  #circle(anchor: Anchor, rode: RodeOut | undefined): StayState['circle'] {
    const { circle } = this.#stay?.state ?? {}
    if (circle?.isByHand === true) return circle
    const certainty = this.#certainty(anchor)
    if (rode !== undefined) return { radius: suggestedRadius(rode, this.#design, certainty), isByHand: false }
    const rest = restOf(this.#lookout.wake.points)
    const farthest = Math.max(0, ...rest.map((point) => distanceBetween(anchor.place, point)))
    return { radius: Math.ceil(farthest + marginOf(certainty)), isByHand: false }
  }

  /** As far as the boat went since; as far as it may go, when that was too short a time to tell. */
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

  /** @param track where the boat has been since the anchor went down, when that was before */
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
