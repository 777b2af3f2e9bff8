import { Position, Type, type Actor, type Static } from '@marinedata/model'

/** A change for the audit. */
export interface CourseEvent {
  readonly actor: Actor
  readonly operation: 'destination-set' | 'route-followed' | 'leg-advanced' | 'course-ended'
  readonly at: string
  /** The id of the route, or the destination. */
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

/** Stores the course. */
export interface CourseStore {
  course(): unknown
  /**
   * Resolves when the course and its audit entry are on disk. If it rejects, nothing was written.
   * @param course null to end the course
   */
  write(course: StoredCourse | null, event?: CourseEvent): Promise<void>
}
