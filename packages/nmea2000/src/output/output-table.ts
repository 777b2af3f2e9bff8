import { boatRows } from './boat-rows.ts'
import { CourseMessages, courseTable } from './course-messages.ts'
import { navigationRows } from './navigation-rows.ts'
import { definitionOf, writeRow, type OutputMessage } from './output-message.ts'
import type { Moment } from './output-values.ts'

/** A message that can be made from values of own ship. */
export interface OutputKind {
  readonly pgn: number
  readonly name: string
  readonly priority: number
  readonly periodMs: number
  /** Every path that it is made from, as patterns. */
  readonly paths: readonly string[]
}

/** Something that is sent once per period. */
export interface OutputTask {
  readonly periodMs: number
  /** The messages to send now. */
  readonly write: (moment: Moment) => readonly OutputMessage[]
}

const coursePeriodMs = 1_000
const rows = [...navigationRows, ...boatRows]

const kindOf = ({ id, paths }: { readonly id: string; readonly paths: readonly string[] }): OutputKind => {
  const { pgn, name, priority, intervalMs = coursePeriodMs } = definitionOf(id)
  return { pgn, name, priority, periodMs: intervalMs, paths }
}

const courseKinds = courseTable.map(kindOf)

/** The messages that can be made. */
export const outputKinds: readonly OutputKind[] = [...rows.map(kindOf), ...courseKinds].toSorted(
  (a, b) => a.pgn - b.pgn,
)

/** Every path that these messages are made from, as patterns. */
export const outputPathsOf = (pgns: ReadonlySet<number>): readonly string[] => [
  ...new Set(outputKinds.filter(({ pgn }) => pgns.has(pgn)).flatMap(({ paths }) => paths)),
]

const courseTask = (pgns: ReadonlySet<number>): OutputTask => {
  const course = new CourseMessages()
  const write = (moment: Moment): readonly OutputMessage[] =>
    course.write(moment).filter(({ pgn }) => pgns.has(pgn))
  return { periodMs: coursePeriodMs, write }
}

/** Builds these messages for one bus. Course messages are built together. */
export const outputTasksOf = (pgns: ReadonlySet<number>): readonly OutputTask[] => [
  ...rows.flatMap((row) => {
    const { pgn, periodMs } = kindOf(row)
    return pgns.has(pgn) ? [{ periodMs, write: (moment: Moment) => writeRow(row, moment) }] : []
  }),
  ...(courseKinds.some(({ pgn }) => pgns.has(pgn)) ? [courseTask(pgns)] : []),
]
