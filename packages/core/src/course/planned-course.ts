import { arrivalBearing, bearingBetween } from '@marinedata/model'
import type {
  Course,
  CourseGuidance,
  CourseQuestion,
  GuidanceWaypoint,
  NextLeg,
  Position,
  Route,
} from '@marinedata/model'
import type { StoredCourse, Reached } from './course-store.ts'
import { turnTo, type Leg, type Progress } from './leg.ts'

const isSamePlace = (one: Position, other: Position): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude

const placeOf = ({ latitude, longitude }: Position): Position => ({ latitude, longitude })

/** A stored course joined with the present points of its route. */
export class PlannedCourse {
  readonly stored: StoredCourse
  readonly #route: Route | undefined
  readonly #points: readonly Position[]
  readonly #index: number

  /** @param route the active route; undefined when the course goes straight to a point */
  constructor(stored: StoredCourse, route: Route | undefined) {
    const { aim } = stored
    this.stored = stored
    this.#route = route
    this.#points = aim.kind === 'point' ? [aim.position] : (route?.points ?? [])
    // The route may have been edited and be shorter now.
    this.#index = aim.kind === 'point' ? 0 : Math.min(aim.leg, this.#points.length - 1)
  }

  get leg(): Leg {
    const { start } = this.stored
    return { start: this.#points[this.#index - 1] ?? start, end: this.#points[this.#index] ?? start }
  }

  get nextLeg(): Leg | undefined {
    const [start, end] = this.#points.slice(this.#index, this.#index + 2)
    return start === undefined || end === undefined ? undefined : { start, end }
  }

  /** How the end of the leg was reached; null until it is. */
  get reached(): Reached | null {
    const { reached } = this.stored
    return reached !== null && isSamePlace(reached.position, this.leg.end) ? reached : null
  }

  /** The next leg, when the point was reached and the turn waits for the crew; otherwise null. */
  get waiting(): NextLeg | null {
    const { leg, nextLeg } = this
    if (nextLeg === undefined || this.reached === null) return null
    return {
      route: this.#route?.name ?? '',
      leg: this.#index + 1,
      points: this.#points.length,
      position: nextLeg.end,
      from: arrivalBearing(leg.start, leg.end),
      to: bearingBetween(nextLeg.start, nextLeg.end),
      turn: turnTo(leg, nextLeg),
    }
  }

  /** Index of the point at the end of the leg. */
  get index(): number {
    return this.#index
  }

  /** Display name of the point at the end of the leg. */
  get pointName(): string {
    const { aim } = this.stored
    if (aim.kind === 'point') return aim.name ?? 'The destination'
    return `Point ${this.#index + 1} of ${this.#points.length} of ${this.#route?.name}`
  }

  /** @param progress null without a fresh position */
  guidance(progress: Progress | null): CourseGuidance {
    if (progress === null) return { status: 'invalid', reason: 'no-position' }
    const { start, end } = this.leg
    const { track, crossTrack, bearing, distance, legBearing } = progress
    if (track === null || crossTrack === null || legBearing === null)
      return { status: 'invalid', reason: 'no-leg' }
    const route = this.#route
    const next = this.#points[this.#index + 1]
    return {
      status: 'live',
      route: route === undefined ? null : { id: route.id, name: route.name, points: this.#points.length },
      origin: start,
      waypoint: this.#waypoint(this.#index, end),
      nextWaypoint: next === undefined ? null : this.#waypoint(this.#index + 1, next),
      legBearing,
      trackBearing: track.bearing,
      bearing,
      courseToSteer: track.courseToSteer,
      distance,
      crossTrack,
      isArrived: this.reached !== null,
    }
  }

  /** The question to a provider; undefined when the leg or the way to its end has no direction. */
  question(position: Position): Pick<CourseQuestion, 'position' | 'origin' | 'waypoint'> | undefined {
    const { start, end } = this.leg
    if (bearingBetween(start, end) === null || bearingBetween(position, end) === null) return undefined
    return { position: placeOf(position), origin: placeOf(start), waypoint: placeOf(end) }
  }

  /** Whether this is still the leg of a question: the route may have been edited. */
  isAsked({ origin, waypoint }: Pick<CourseQuestion, 'origin' | 'waypoint'>): boolean {
    return isSamePlace(origin, this.leg.start) && isSamePlace(waypoint, this.leg.end)
  }

  #waypoint(index: number, position: Position): GuidanceWaypoint {
    const { aim } = this.stored
    const number = index + 1
    const name =
      aim.kind === 'point'
        ? (aim.name ?? 'Destination')
        : `${this.#route?.name} ${number}/${this.#points.length}`
    return { name, number, position }
  }

  /** The same course on its next leg. */
  advanced(): StoredCourse {
    const { aim } = this.stored
    if (aim.kind === 'point') return this.stored
    return { ...this.stored, aim: { ...aim, leg: this.#index + 1 }, reached: null }
  }

  get course(): Course {
    const { aim } = this.stored
    const { start, end } = this.leg
    const name = aim.kind === 'point' ? aim.name : undefined
    const route = this.#route && { id: this.#route.id, name: this.#route.name, leg: this.#index }
    return {
      destination: { position: end, ...(name !== undefined && { name }) },
      route: route ?? null,
      start,
      isWaiting: this.waiting !== null,
    }
  }
}
