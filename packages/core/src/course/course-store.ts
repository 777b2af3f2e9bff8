import { Position, Type, type Route, type Static, type Waypoint } from '@marinedata/model'

/** Who does something, and from where. */
export interface CourseBy {
  readonly who: string
  readonly from: string
}

/** What the crew draws and keeps. */
export type DrawnKind = 'route' | 'waypoint'

/** Something that was drawn, by the id that the server gave it. */
export type Kept<Content> = Content & { readonly id: string }

/** What someone did, for the audit. */
export interface CourseDeed extends CourseBy {
  readonly deed:
    | `${DrawnKind}-${'made' | 'changed' | 'removed'}`
    | 'destination-set'
    | 'route-followed'
    | 'leg-advanced'
    | 'course-ended'
  readonly at: string
  /** The route or waypoint by its id, or where to. */
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

/** Where all of one kind are kept. A write resolves when it is on disk, with the deed in the audit; else nothing was written. */
export interface DrawnStore<Item> {
  /** In the order in which they were made. */
  all(): Item[]
  /** It is new, or takes the place of the one with its id. */
  put(item: Item, deed: CourseDeed): Promise<void>
  remove(id: string, deed: CourseDeed): Promise<void>
}

/** Where routes, waypoints and the course are kept. */
export interface CourseStore {
  readonly routes: DrawnStore<Route>
  readonly waypoints: DrawnStore<Waypoint>
  course(): unknown
  /**
   * Resolves when it is on disk, with the deed in the audit; else nothing was written.
   * @param course null when there is none any more
   */
  write(course: KeptCourse | null, deed?: CourseDeed): Promise<void>
}
