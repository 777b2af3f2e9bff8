import type { Course, NextLeg, Position, Route } from '@marinedata/model'
import type { KeptCourse, Reached } from './course-store.ts'
import { arrivalBearing, bearingBetween } from './great-circle.ts'
import { turnTo, type Leg } from './leg.ts'

const isSamePlace = (one: Position, other: Position): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude

/** A course with the points that it leads by, as they are drawn now. */
export class Itinerary {
  readonly kept: KeptCourse
  readonly #route: Route | undefined
  readonly #points: readonly Position[]
  readonly #index: number

  /** @param route the one that is sailed; undefined when the course leads straight to a point */
  constructor(kept: KeptCourse, route: Route | undefined) {
    const { aim } = kept
    this.kept = kept
    this.#route = route
    this.#points = aim.kind === 'point' ? [aim.position] : (route?.points ?? [])
    // Whoever draws the route anew may have made it shorter.
    this.#index = aim.kind === 'point' ? 0 : Math.min(aim.leg, this.#points.length - 1)
  }

  get leg(): Leg {
    const { start } = this.kept
    return { start: this.#points[this.#index - 1] ?? start, end: this.#points[this.#index] ?? start }
  }

  get nextLeg(): Leg | undefined {
    const [start, end] = this.#points.slice(this.#index, this.#index + 2)
    return start === undefined || end === undefined ? undefined : { start, end }
  }

  /** How the end of the leg was reached; null while it was not. */
  get reached(): Reached | null {
    const { reached } = this.kept
    return reached !== null && isSamePlace(reached.position, this.leg.end) ? reached : null
  }

  /** The leg behind the point that was reached: it waits for someone to decide the turn. */
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

  /** The index of the point that the leg ends at. */
  get index(): number {
    return this.#index
  }

  /** The point that the leg ends at, as people call it. */
  get pointName(): string {
    const { aim } = this.kept
    if (aim.kind === 'point') return aim.name ?? 'The destination'
    return `Point ${this.#index + 1} of ${this.#points.length} of ${this.#route?.name}`
  }

  /** The same course with the next leg begun. */
  advanced(): KeptCourse {
    const { aim } = this.kept
    if (aim.kind === 'point') return this.kept
    return { ...this.kept, aim: { ...aim, leg: this.#index + 1 }, reached: null }
  }

  get told(): Course {
    const { aim } = this.kept
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
