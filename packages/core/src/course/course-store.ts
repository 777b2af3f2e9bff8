import type { Actor } from '#actor.ts'
import { Position, Type, type Route, type Static, type Waypoint } from '@marinedata/model'

/** Kinds of stored resources. */
export type ResourceKind = 'route' | 'waypoint'

/** A stored resource with the id that the server assigned. */
export type Stored<Content> = Content & { readonly id: string }

/** A change for the audit. */
export interface CourseEvent extends Actor {
  readonly deed:
    | `${ResourceKind}-${'made' | 'changed' | 'removed'}`
    | 'destination-set'
    | 'route-followed'
    | 'leg-advanced'
    | 'course-ended'
  readonly at: string
  /** The id of the route or waypoint, or the destination. */
  readonly subject: string
}

const Aim = Type.Union([
  Type.Object({ kind: Type.Literal('point'), position: Position, name: Type.Optional(Type.String()) }),
  Type.Object({ kind: Type.Literal('route'), id: Type.String(), leg: Type.Integer({ minimum: 0 }) }),
])

/** A course as saved on disk. */
export const StoredCourse = Type.Object({
  aim: Aim,
  /** Position of the boat when the course was set. */
  start: Position,
  /**
   * The point that was reached, until the next leg starts. Identified by position, because the route may be edited.
   */
  reached: Type.Union([
    Type.Null(),
    Type.Object({ position: Position, how: Type.Enum(['within-reach', 'abeam']) }),
  ]),
})
export type StoredCourse = Static<typeof StoredCourse>
export type Aim = StoredCourse['aim']
export type Reached = NonNullable<StoredCourse['reached']>

/**
 * Stores all resources of one kind. A write resolves when the item and its audit entry are on disk. If it rejects,
 * nothing was written.
 */
export interface ResourceStore<Item> {
  /** In order of creation. */
  all(): Item[]
  /** Adds the item, or replaces the item with the same id. */
  put(item: Item, deed: CourseEvent): Promise<void>
  remove(id: string, deed: CourseEvent): Promise<void>
}

/** Stores routes, waypoints and the course. */
export interface CourseStore {
  readonly routes: ResourceStore<Route>
  readonly waypoints: ResourceStore<Waypoint>
  course(): unknown
  /**
   * Resolves when the course and its audit entry are on disk. If it rejects, nothing was written.
   * @param course null to end the course
   */
  write(course: StoredCourse | null, deed?: CourseEvent): Promise<void>
}
