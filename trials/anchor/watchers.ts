import { Escalation } from '../../plugins/anchor-watch/src/alerts/escalation.ts'
import { AnchorWatch } from '../../plugins/anchor-watch/src/anchor-watch.ts'
import { Receivers } from '../../plugins/anchor-watch/src/fixes/receivers.ts'
import { distanceBetween, type Place } from '../../plugins/anchor-watch/src/water/plane.ts'
import type { NightReadings } from '../../plugins/simulator/src/anchored/anchored-night.ts'
import { lengthOverall, type NightPlan } from './night-kinds.ts'
import { SecondTalker } from './second-talker.ts'

/** The output of a watch: nothing, a silent warning, or an alarm with its reason. */
export type Call = 'nothing' | 'warning' | 'distance' | 'no-position'

/** Any anchor watch. */
export interface Watcher {
  readonly name: string
  /** Whether it said that one source says two places. */
  readonly hasSaidTwoPlaces?: boolean
  hear(time: number, readings: NightReadings): Call
}

/** Seconds until the drop command, and until the crew enters the rode. */
const dropAt = 3
export const setAt = 780

/** Our watch, with a typical crew: drop, back down, enter the rode. */
export class OurWatch implements Watcher {
  readonly name: string
  readonly #plan: NightPlan
  readonly #watch: AnchorWatch
  readonly #byHand: number | undefined
  readonly #talker: SecondTalker | undefined
  hasSaidTwoPlaces = false

  /** @param byHand a radius that the crew sets instead of the suggested one */
  constructor(name: string, plan: NightPlan, byHand?: number) {
    const { settings, bowHeight } = plan
    this.name = name
    this.#plan = plan
    this.#byHand = byHand
    this.#talker = plan.kind.talker && new SecondTalker(plan.kind.talker, plan)
    this.#watch = new AnchorWatch({
      length: lengthOverall,
      bowHeight,
      fromBow: settings.fromBow,
      fromCenter: 0,
    })
  }

  /** The circle, once the watch is set. */
  get circle(): { readonly anchor: Place; readonly radius: number } | undefined {
    const { state, position, maxRadius } = this.#watch.report
    if (state !== 'watching' || position === null || maxRadius === null) return undefined
    return { anchor: position, radius: maxRadius }
  }

  hear(time: number, { position, heading, wind, depth }: NightReadings): Call {
    for (const fix of this.#talker?.fixes(time, position) ?? []) this.#fix(fix.at, fix.position)
    this.#watch.heading({ at: time, headingTrue: heading })
    this.#watch.wind({ at: time, ...wind })
    this.#watch.depth({ at: time, belowSurface: depth })
    if (position !== undefined) this.#fix(time, position)
    this.#watch.tick(time)
    this.#crew(time)
    return this.#call(time)
  }

  #fix(at: number, position: Place): void {
    const { horizontalDilution, satellites } = this.#plan.settings.reception
    this.#watch.fix({ at, source: 'gps', position, horizontalDilution, satellites, method: 'GNSS Fix' })
  }

  #crew(time: number): void {
    const { isForgotten, knownRode } = this.#plan
    if (time === dropAt && !isForgotten) this.#watch.drop(time)
    if (time !== setAt) return
    if (isForgotten) this.#watch.reposition(time, knownRode)
    else this.#watch.veer(time, knownRode)
    if (this.#byHand !== undefined) this.#watch.radius(time, this.#byHand)
  }

  #call(time: number): Call {
    let call: Call = 'nothing'
    const { notices } = this.#watch
    if (notices.some(({ reason }) => reason === 'two-places')) this.hasSaidTwoPlaces = true
    for (const { level, reason } of notices) {
      if (level === 'alarm' || level === 'emergency') {
        this.#watch.acknowledge(time)
        return reason === 'no-position' ? 'no-position' : 'distance'
      }
      if (level === 'warn' && reason !== 'no-position') call = 'warning'
    }
    return call
  }
}

type Circle = NonNullable<OurWatch['circle']>

/** A watch around the same anchor position, from the same time. */
abstract class Beside implements Watcher {
  readonly name: string
  readonly #ours: OurWatch
  #circle: Circle | undefined

  constructor(name: string, ours: OurWatch) {
    this.name = name
    this.#ours = ours
  }

  hear(time: number, { position }: NightReadings): Call {
    if (time < setAt || position === undefined) return 'nothing'
    this.#circle ??= this.#ours.circle
    return this.#circle !== undefined && this.isOutside(time, position, this.#circle) ? 'distance' : 'nothing'
  }

  protected abstract isOutside(time: number, position: Place, circle: Circle): boolean
}

/** The common rule: alarms at once beyond this distance. */
export class SimpleRule extends Beside {
  readonly #radius: number

  constructor(name: string, ours: OurWatch, radius: number) {
    super(name, ours)
    this.#radius = radius
  }

  protected override isOutside(_time: number, position: Place, { anchor }: Circle): boolean {
    return distanceBetween(anchor, position) > this.#radius
  }
}

/** The fixes that our watch accepts, computed once for all. */
export class Sightings {
  readonly #receivers = new Receivers()
  #time = 0
  #place: Place | undefined

  at(time: number, position: Place): Place | undefined {
    if (time === this.#time) return this.#place
    const result = this.#receivers.hear({ at: time, source: 'gps', position }, time, true)
    this.#time = time
    this.#place = typeof result === 'object' ? result.place : undefined
    return this.#place
  }
}

/** Only the alarm of our watch, with additional margin. */
export class OtherMargin extends Beside {
  readonly #sightings: Sightings
  readonly #escalation = new Escalation()
  readonly #extra: number

  constructor(name: string, ours: OurWatch, { extra, sightings }: { extra: number; sightings: Sightings }) {
    super(name, ours)
    this.#extra = extra
    this.#sightings = sightings
  }

  protected override isOutside(time: number, position: Place, { anchor, radius }: Circle): boolean {
    const place = this.#sightings.at(time, position)
    if (place !== undefined) this.#escalation.seen(distanceBetween(anchor, place), radius + this.#extra, time)
    const { level } = this.#escalation.state
    return level === 'alarm' || level === 'emergency'
  }
}
