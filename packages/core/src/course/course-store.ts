import { Position, Type, type Route, type Static } from '@marinedata/model'

/** Who does something, and from where. */
export interface CourseBy {
  readonly who: string
  readonly from: string
}

/** What someone did, for the audit. */
export interface CourseDeed extends CourseBy {
  readonly deed:
    | 'route-made'
    | 'route-changed'
    | 'route-removed'
    | 'destination-set'
    | 'route-followed'
    | 'leg-advanced'
    | 'course-ended'
  readonly at: string
  /** The route by its id, or where to. */
  readonly subject: string
}

const Aim = Type.Union([
  Type.Object({ kind: Type.Literal('point'), position: Position, name: Type.Optional(Type.String()) }),
  Type.Object({ kind: Type.Literal('route'), id: Type.String(), leg: Type.Integer({ minimum: 0 }) }),
])

/** A course as it outlives a restart. */
export const KeptCourse = Type.Object({
  aim: Aim,
  /** Where the boat was when it was set. */
  start: Position,
  /** The point that was reached, and waits to be left behind; by its place, for a route may be drawn anew. */
  reached: Type.Union([
    Type.Null(),
    Type.Object({ position: Position, how: Type.Enum(['within-reach', 'abeam']) }),
  ]),
})
export type KeptCourse = Static<typeof KeptCourse>
export type Aim = KeptCourse['aim']
export type Reached = NonNullable<KeptCourse['reached']>

export interface CourseChange {
  /** A route that is new, or takes the place of the one with its id. */
  readonly route?: Route
  /** The id of a route that is gone. */
  readonly removed?: string
  /** Null when there is no course any more. */
  readonly course?: KeptCourse | null
}

/** Where routes and the course are kept. */
export interface CourseStore {
  /** In the order in which they were made. */
  routes(): Route[]
  course(): unknown
  /** On disk when it returns, with the deed in the audit, or not at all. */
  write(change: CourseChange, deed?: CourseDeed): void
}
