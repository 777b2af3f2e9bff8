import {
  arrivalBearing,
  bearingBetween,
  toDegrees,
  turnBetween,
  wrapFull,
  radians,
  type AutopilotMode,
  type Condition,
  type CourseGuidance,
  type InvalidGuidance,
  type LiveGuidance,
  type Radians,
} from '@marinedata/model'
import type { AutopilotDevice, OnlineView } from './autopilot-device.ts'
import type { CourseLimits } from './course-watch.ts'
import { Duration } from './duration.ts'
import type { Surroundings } from './surroundings.ts'

/** The alerts about an autopilot in route mode, as names below `notifications.steering.autopilot`. */
export const routeAlertNames = ['route', 'waypointArrival', 'waypointAdvance', 'routeComplete'] as const
export type RouteAlertName = (typeof routeAlertNames)[number]

export interface RouteAlert {
  readonly name: RouteAlertName
  readonly notification: Condition
}

/** The route situation for a device in route mode. */
export interface RouteSituation {
  readonly guidance: CourseGuidance
  readonly surroundings: Surroundings
  readonly now: number
}

/** An alert is published when its key changes; its text may contain figures that change all the time. */
interface KeyedCondition {
  readonly key: string
  readonly condition: Condition
}

const normal: KeyedCondition = { key: '', condition: { state: 'normal', method: [], message: '' } }
/** How long the alerts about a passed waypoint last. */
const passedMs = 60_000
/** The boat sails on without supervision, so the alert becomes an alarm. */
const unattended = { seconds: 60, state: 'alarm' } as const
/** A larger turn is a warning. */
const largeTurn = radians(Math.PI / 18)

const invalidTexts: Readonly<Record<InvalidGuidance['reason'], string>> = {
  'no-course': 'The course has ended. The autopilot holds its heading',
  'no-position': 'No position on the course. The autopilot holds its heading',
  'no-leg': 'The course ends where it starts. The autopilot holds its heading',
  outdated: 'No course. The autopilot holds its heading',
}

const courseText = (course: Radians): string =>
  `${String(Math.round(toDegrees(wrapFull(course))) % 360).padStart(3, '0')}°`

/** The route mode in which the device steers at present; undefined when it does not. */
const routeModeOf = (device: AutopilotDevice, view: OnlineView): AutopilotMode | undefined => {
  const mode = view.engaged && view.manoeuvre === null ? device.mode(view.mode) : undefined
  return mode?.kind === 'route' ? mode : undefined
}

/**
 * How far a course is from what the guidance allows. A pilot may steer along the leg, to the mark, or back to the leg,
 * sharply or gently: everything between these directions is right.
 */
const deviationFrom = ({ trackBearing, courseToSteer, bearing }: LiveGuidance, course: Radians): Radians => {
  const track = radians(trackBearing)
  const allowed = [0, turnBetween(track, radians(courseToSteer))]
  if (bearing !== null) allowed.push(turnBetween(track, radians(bearing)))
  const steered = turnBetween(track, course)
  return radians(Math.max(Math.min(...allowed) - steered, steered - Math.max(...allowed), 0))
}

/** The turn at the waypoint, positive to starboard; null without a turn or without a direction. */
const turnAt = ({ origin, waypoint, nextWaypoint }: LiveGuidance): Radians | null => {
  const from = arrivalBearing(origin, waypoint.position)
  const to = nextWaypoint && bearingBetween(waypoint.position, nextWaypoint.position)
  return from === null || to === null ? null : turnBetween(from, to)
}

/** Watches a device in route mode: whether it follows the course, and which waypoints it passes. */
export class RouteWatch {
  readonly #limits: CourseLimits
  readonly #withoutCourse = new Duration()
  readonly #offCourse = new Duration()
  readonly #publishedKeys: Map<RouteAlertName, string>
  /** The waypoint at the last call. */
  #last: { readonly route: string; readonly number: number; readonly name: string } | undefined
  #passed: { readonly name: string; readonly at: number } | undefined

  /** @param active alerts that were raised before the start */
  constructor(limits: CourseLimits, active: readonly RouteAlertName[] = []) {
    this.#limits = limits
    this.#publishedKeys = new Map(active.map((name) => [name, 'raised before the start']))
  }

  /** Returns each change of an alert once. Called about once a second. */
  readState(device: AutopilotDevice, situation: RouteSituation): RouteAlert[] {
    const { view } = device
    const mode = view.link === 'off-line' ? undefined : routeModeOf(device, view)
    const { guidance } = situation
    if (view.link === 'off-line' || mode === undefined) {
      this.#withoutCourse.update(false, 0)
      this.#offCourse.update(false, 0)
      this.#last = this.#passed = undefined
      return this.#changes({})
    }
    const course = trueTarget(view, mode, situation.surroundings)
    const route = this.#routeAlert(guidance, course, situation.now)
    if (guidance.status === 'invalid') return this.#changes({ route })
    this.#notePassed(guidance, situation.now)
    return this.#changes({ route, ...this.#waypointAlerts(guidance, situation.now) })
  }

  #routeAlert(guidance: CourseGuidance, course: Radians | undefined, now: number): KeyedCondition {
    const isLive = guidance.status === 'live'
    const { offCourse, offCourseSeconds, noCourseSeconds } = this.#limits
    const without = this.#withoutCourse.update(!isLive, now)
    const isOff = isLive && course !== undefined && deviationFrom(guidance, course) > offCourse
    const off = this.#offCourse.update(isOff, now)
    if (!isLive)
      return without < noCourseSeconds
        ? normal
        : warning(guidance.reason, invalidTexts[guidance.reason], ['visual', 'sound'])
    if (course === undefined || off < offCourseSeconds) return normal
    const text = `The autopilot steers ${courseText(course)} true, but the course leads ${courseText(radians(guidance.courseToSteer))}`
    return notice('off', text)
  }

  #notePassed({ route, waypoint: { number, name } }: LiveGuidance, now: number): void {
    const id = route?.id ?? ''
    if (this.#last?.route === id && number > this.#last.number)
      this.#passed = { name: this.#last.name, at: now }
    if (this.#last !== undefined && this.#last.route !== id) this.#passed = undefined
    this.#last = { route: id, number, name }
  }

  #waypointAlerts(guidance: LiveGuidance, now: number): Partial<Record<RouteAlertName, KeyedCondition>> {
    const { waypoint, nextWaypoint, isArrived } = guidance
    const passed = this.#passed !== undefined && now - this.#passed.at < passedMs ? this.#passed : undefined
    if (!isArrived)
      return passed === undefined
        ? {}
        : {
            waypointArrival: notice(passed.name, `${passed.name} is reached`),
            waypointAdvance: notice(waypoint.name, `${waypoint.name} is next`),
          }
    const waypointArrival = notice(waypoint.name, `${waypoint.name} is reached`)
    if (nextWaypoint !== null)
      return { waypointArrival, waypointAdvance: waitingNotice(guidance, nextWaypoint.name) }
    const complete = notice(waypoint.name, 'The course is complete. The autopilot keeps its course')
    return {
      waypointArrival,
      routeComplete: { ...complete, condition: { ...complete.condition, escalates: unattended } },
    }
  }

  #changes(alerts: Readonly<Partial<Record<RouteAlertName, KeyedCondition>>>): RouteAlert[] {
    return routeAlertNames.flatMap((name) => {
      const { key, condition } = alerts[name] ?? normal
      if (key === (this.#publishedKeys.get(name) ?? '')) return []
      this.#publishedKeys.set(name, key)
      return [{ name, notification: condition }]
    })
  }
}

const warning = (key: string, message: string, method: Condition['method']): KeyedCondition => ({
  key,
  condition: { state: 'warn', method, message },
})

const notice = (key: string, message: string): KeyedCondition => ({
  key,
  condition: { state: 'alert', method: ['visual'], message },
})

/** The next leg waits for the crew. */
const waitingNotice = (guidance: LiveGuidance, next: string): KeyedCondition => {
  const turn = turnAt(guidance)
  if (turn === null || Math.abs(turn) <= largeTurn) return notice(`waiting ${next}`, `${next} is next`)
  const side = turn < 0 ? 'port' : 'starboard'
  const angle = Math.round(Math.abs(toDegrees(turn)))
  return warning(`waiting ${next}`, `${next} is next: ${angle}° to ${side}. Advance to start it`, ['visual'])
}

/** The target as a true course; undefined without a target, or when a magnetic one cannot be converted. */
const trueTarget = (
  { target }: OnlineView,
  { north = 'true' }: AutopilotMode,
  surroundings: Surroundings,
): Radians | undefined => {
  if (target === null || north === 'true') return target ?? undefined
  const variation = surroundings.variation()
  return variation === undefined ? undefined : wrapFull(radians(target + variation))
}
