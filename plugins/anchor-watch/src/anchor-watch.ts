import { MarineDataError } from '@marinedata/plugin-api'
import { downtimeAdvice, frozenAdvice, receiversAdvice, windShiftAdvice } from './alerts/advice.ts'
import { byGravity, type Notice } from './alerts/notice.ts'
import { StillHint } from './alerts/still-hint.ts'
import { anchorAtBow, anchorByRode, anchorByTrack, type Situation } from './anchor-estimate.ts'
import type { BoatDesign } from './boat-design.ts'
import type { Fix } from './fixes/fix.ts'
import { marginOf, provisionalRadius, suggestedRadius, type Certainty } from './radius-suggestion.ts'
import { checkRode, swingRadius, type RodeOut } from './rode.ts'
import type { HeadingReading } from './senses/headings.ts'
import { Lookout, type DepthReading, type WindReading } from './senses/lookout.ts'
import { ShipsTime } from './ships-time.ts'
import { keptTrack, snapshotCheck, trackFrom, type WatchSnapshot } from './snapshot.ts'
import { Stay, type Anchor, type StayState } from './stay.ts'
import { restOf } from './swing/rest.ts'
import type { TrackPoint } from './swing/track.ts'
import { reportOf, type WatchReport } from './watch-report.ts'
import { distanceBetween } from './water/plane.ts'
import type { Metres, Seconds } from './water/units.ts'

const [leastRadius, mostRadius]: readonly [Metres, Metres] = [5, 2_000]
/** Time that is missing, worth telling; and for how long it is told. */
const worthTelling: Seconds = 60
const toldFor: Seconds = 600
/** What is taken for a downtime that nobody knows: a night. */
const unknownDowntime: Seconds = 43_200
/** A longer one is a clock that was wrong, before or after: boats begin in 1970. */
const longestDowntime: Seconds = 30 * 86_400

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
  readonly #hint = new StillHint()
  #design: BoatDesign
  #time = new ShipsTime()
  #lookout = new Lookout(0)
  #stay: Stay | undefined
  #missed: { readonly notice: Notice; readonly until: Seconds } | undefined

  constructor(design: BoatDesign = {}) {
    this.#design = design
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
        ? [this.#hint.notice(now, this.#lookout.depth(now))]
        : [...this.#stay.notices(now), this.#lookout.noFix.notice(now), ...this.#advice(now)]
    return byGravity(notices.filter((notice) => notice !== undefined))
  }

  /** Where the boat was during this stay, by the time that the watch has lived. */
  get track(): readonly TrackPoint[] {
    return this.#stay?.track ?? []
  }

  fix(fix: Fix): void {
    this.#follow(fix.at)
    const now = this.#time.now
    const seen = this.#lookout.fix(fix, now, this.#stay !== undefined)
    if (seen === undefined) return
    const { place, deviation } = seen.sighting
    if (this.#stay === undefined) return this.#hint.seen(place, now)
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
    this.#down('radius').change({ circle: { radius: value, isByHand: true } })
  }

  /**
   * So much rode is out: the anchor stays where it fell, and the radius follows unless the crew has set one.
   * @throws MarineDataError `invalid-value`, `anchor-not-down`
   */
  veer(at: Seconds, rode: RodeOut): void {
    this.#follow(at)
    checkRode(rode, this.#design)
    const stay = this.#down('rode')
    stay.change({ rode, circle: this.#circle(stay.state.anchor, rode) })
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

  /** The anchor is up. Gives the stay that is over; nothing when there was none. */
  raise(at: Seconds): FinishedStay | undefined {
    this.#follow(at)
    const stay = this.#stay
    this.#stay = undefined
    this.#missed = undefined
    this.#hint.reset()
    return stay && { ...stay.state, track: stay.track, ended: at }
  }

  /** Someone has heard the alarm. */
  acknowledge(at: Seconds): void {
    this.#follow(at)
    this.#missed = undefined
    this.#stay?.acknowledge(this.#time.now)
  }

  /** The boat is found to be otherwise than was thought. */
  refit(design: BoatDesign): void {
    this.#design = design
  }

  /** What must outlive a restart. */
  snapshot(): WatchSnapshot {
    const { lastSighting: last = null } = this.#lookout
    return {
      watch: {
        version: 1,
        clock: this.#time.clock ?? null,
        lived: this.#time.now,
        last,
        stay: this.#stay?.state ?? null,
      },
      track: keptTrack(this.track),
      wake: keptTrack(this.#lookout.wake.points),
    }
  }

  /** Goes on with what was kept; gives whether that was understood. Nothing is well until the first position is there. */
  restore(kept: unknown, at: Seconds): boolean {
    if (!snapshotCheck.accepts(kept)) return false
    const { clock, lived, last, stay } = kept.watch
    const since = clock === null ? NaN : at - clock
    const downtime = since >= 0 && since <= longestDowntime ? since : undefined
    this.#time = new ShipsTime(lived + (downtime ?? unknownDowntime))
    this.#time.follow(at)
    this.#lookout = new Lookout(this.#time.now, { last: last ?? undefined, wake: trackFrom(kept.wake) })
    if (stay === null) return true
    const { escalation, ...state } = stay
    this.#stay = new Stay(state, { escalation, track: trackFrom(kept.track) })
    if (downtime === undefined || downtime > worthTelling) this.#tellMissing(downtime)
    return true
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
      this.#missed && now <= this.#missed.until ? this.#missed.notice : undefined,
    ]
  }

  #tellMissing(missing: Seconds | undefined): void {
    this.#missed = { notice: downtimeAdvice(missing), until: this.#time.now + toldFor }
  }

  #down(what: string): Stay {
    if (this.#stay === undefined)
      throw new MarineDataError('anchor-not-down', `The anchor is not down: there is no ${what} to set`)
    return this.#stay
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

  #place(anchor: Anchor, rode: RodeOut | undefined): void {
    const circle = this.#circle(anchor, rode)
    if (this.#stay !== undefined) return this.#stay.change({ anchor, circle, ...(rode && { rode }) })
    this.#begin(anchor, { state: 'watching', circle, rode: rode ?? null }, restOf(this.#lookout.wake.points))
  }

  /** @param track where the boat has been since the anchor went down, when that was before */
  #begin(
    anchor: Anchor,
    rest: Pick<StayState, 'state' | 'circle' | 'rode'>,
    track: readonly TrackPoint[] = [],
  ): void {
    const now = this.#time.now
    this.#hint.reset()
    this.#stay = new Stay({ ...rest, anchor, begun: this.#time.clock ?? 0, since: now }, { track })
  }
}
