import { Escalation } from '../../plugins/anchor-watch/src/alerts/escalation.ts'
import { AnchorWatch } from '../../plugins/anchor-watch/src/anchor-watch.ts'
import { Receivers } from '../../plugins/anchor-watch/src/fixes/receivers.ts'
import { distanceBetween, type Place } from '../../plugins/anchor-watch/src/water/plane.ts'
import type { NightReadings } from '../../plugins/simulator/src/anchored/anchored-night.ts'
import { lengthOverall, type NightPlan } from './night-kinds.ts'

/** What is heard of a watch: nothing, a warning for the eye, or an alarm, and what for. */
export type Call = 'nothing' | 'warning' | 'distance' | 'no-position'

/** Anyone who watches the anchor. */
export interface Watcher {
  readonly name: string
  hear(time: number, readings: NightReadings): Call
}

/** When the button is pressed, and when the crew says how much rode is out, in seconds. */
const dropAt = 3
export const setAt = 780

/** Our watch, with a crew that does what crews do: drop, back down, say how much rode is out. */
export class OurWatch implements Watcher {
  readonly name: string
  readonly #plan: NightPlan
  readonly #watch: AnchorWatch
  readonly #byHand: number | undefined

  /** @param byHand a radius that the crew sets instead of the one that is suggested */
  constructor(name: string, plan: NightPlan, byHand?: number) {
    const { settings, bowHeight } = plan
    this.name = name
    this.#plan = plan
    this.#byHand = byHand
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
    const { horizontalDilution, satellites } = this.#plan.settings.reception
    this.#watch.heading({ at: time, headingTrue: heading })
    this.#watch.wind({ at: time, ...wind })
    this.#watch.depth({ at: time, belowSurface: depth })
    if (position !== undefined)
      this.#watch.fix({
        at: time,
        source: 'gps',
        position,
        horizontalDilution,
        satellites,
        method: 'GNSS Fix',
      })
    this.#watch.tick(time)
    this.#crew(time)
    return this.#call(time)
  }

  #crew(time: number): void {
    const { isForgotten, told } = this.#plan
    if (time === dropAt && !isForgotten) this.#watch.drop(time)
    if (time !== setAt) return
    if (isForgotten) this.#watch.reposition(time, told)
    else this.#watch.veer(time, told)
    if (this.#byHand !== undefined) this.#watch.radius(time, this.#byHand)
  }

  #call(time: number): Call {
    let call: Call = 'nothing'
    for (const { level, reason } of this.#watch.notices) {
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

/** Someone who watches around the same anchor as we do, from when we do. */
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

/** A rule that everyone uses: further than so much from the anchor is an alarm, at once. */
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

/** What our watch believes of the positions, worked out once for all who want it. */
export class Sightings {
  readonly #receivers = new Receivers()
  #time = 0
  #place: Place | undefined

  at(time: number, position: Place): Place | undefined {
    if (time === this.#time) return this.#place
    const heard = this.#receivers.hear({ at: time, source: 'gps', position }, time, true)
    this.#time = time
    this.#place = typeof heard === 'object' ? heard.place : undefined
    return this.#place
  }
}

/** The alarm of our watch alone, with so much more or less margin than it takes. */
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
