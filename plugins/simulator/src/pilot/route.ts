import type { AutopilotNotificationName, Condition, Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import {
  clamped,
  degrees,
  inDegrees,
  turnBetween,
  wrapFull,
  type Metres,
  type Radians,
  type Seconds,
} from '../units.ts'
import { vectorOf } from '../vector.ts'
import { Leg, type Place } from './leg.ts'

/** A waypoint within this distance is reached. */
const arrivalCircle: Metres = 50
/** A larger turn at a waypoint is a warning. */
const largeTurn = degrees(10)
/** Look-ahead distance off the track. */
const lookAhead: Metres = 150
const mostCorrection = degrees(40)
/** How long waypoint alerts stay active. */
const alarmLasts: Seconds = 60

export interface Alarm {
  readonly name: AutopilotNotificationName
  readonly notification: Condition
}

const calm = (name: AutopilotNotificationName): Alarm => ({
  name,
  notification: { state: 'normal', method: [], message: '' },
})

const alarmOf = (name: AutopilotNotificationName, state: 'alert' | 'warn', message: string): Alarm => ({
  name,
  notification: { state, method: state === 'warn' ? ['visual', 'sound'] : ['visual'], message },
})

/** The boat sails on without supervision, so the alert escalates after a minute. */
const routeComplete: Alarm = {
  name: 'routeComplete',
  notification: {
    state: 'alert',
    method: ['visual'],
    message: 'The route is complete',
    escalates: { seconds: 60, state: 'alarm' },
  },
}

/** Four legs relative to the true wind that can all be sailed, back to the start. */
const bearings = [60, 120, 240, 300].map(degrees)

/** The waypoints of a route that starts here. */
export const roundFrom = (start: Position, windDirection: Radians, length: Metres): Position[] => {
  let at = start
  return bearings.map((bearing) => (at = moved(at, vectorOf(windDirection + bearing, length))))
}

/** A route that is being followed: leg, cross-track distance and course. */
export class Route {
  readonly #waypoints: readonly Position[]
  #next = 0
  #leg: Leg | undefined
  #place: Place | undefined
  #news = new Map<AutopilotNotificationName, Seconds>()

  constructor(waypoints: readonly Position[]) {
    this.#waypoints = waypoints
  }

  get isComplete(): boolean {
    return this.#next >= this.#waypoints.length
  }

  /** True bearing of the leg; undefined when none is followed. */
  get bearing(): Radians | undefined {
    return this.#leg?.bearing
  }

  /** Positive to starboard of the track; undefined when it is unknown. */
  get crossTrack(): Metres | undefined {
    return this.#place?.across
  }

  /** The true course back to the track and along it. */
  get course(): Radians | undefined {
    if (this.#leg === undefined || this.#place === undefined) return undefined
    const correction = clamped(Math.atan2(this.#place.across, lookAhead), mostCorrection)
    return wrapFull(this.#leg.bearing - correction)
  }

  /** Heads for the next waypoint. A completed route starts again. */
  begin(here: Position): Alarm[] {
    const over = this.leave()
    if (this.isComplete) this.#next = 0
    this.#steerFor(here)
    this.#place = this.#leg?.place(here)
    return over
  }

  /** Stops following. */
  leave(): Alarm[] {
    this.#leg = undefined
    this.#place = undefined
    const over = [...this.#news.keys()].map(calm)
    this.#news.clear()
    return over
  }

  /** Updates the position; without one everything is unknown. */
  step(dt: Seconds, here: Position | undefined): Alarm[] {
    this.#place = here && this.#leg?.place(here)
    const old = this.#forgetNews(dt)
    if (here === undefined || this.#place === undefined || this.isComplete) return old
    const { along, toGo } = this.#place
    const isReached = toGo <= arrivalCircle || along >= (this.#leg?.length ?? Infinity)
    return isReached ? [...old, ...this.#arrive(here)] : old
  }

  #arrive(here: Position): Alarm[] {
    const reached = ++this.#next
    const before = this.bearing ?? 0
    const arrival = this.#raise(alarmOf('waypointArrival', 'alert', `Waypoint ${reached} is reached`))
    if (this.isComplete) return [arrival, this.#raise(routeComplete, Infinity)]
    this.#steerFor(this.#waypoints[reached - 1] ?? here)
    const turn = turnBetween(before, this.bearing ?? before)
    const side = turn < 0 ? 'port' : 'starboard'
    const message = `Waypoint ${reached + 1} is next: ${Math.round(Math.abs(inDegrees(turn)))}° to ${side}`
    return [
      arrival,
      this.#raise(alarmOf('waypointAdvance', Math.abs(turn) > largeTurn ? 'warn' : 'alert', message)),
    ]
  }

  #steerFor(from: Position): void {
    const to = this.#waypoints[this.#next]
    this.#leg = to && new Leg(from, to)
  }

  #raise(alarm: Alarm, lasts: Seconds = alarmLasts): Alarm {
    this.#news.set(alarm.name, lasts)
    return alarm
  }

  #forgetNews(dt: Seconds): Alarm[] {
    const old: Alarm[] = []
    for (const [name, left] of this.#news) {
      this.#news.set(name, left - dt)
      if (left > dt) continue
      this.#news.delete(name)
      old.push(calm(name))
    }
    return old
  }
}
