import { textOf, type Fields } from './fields.ts'
import type { MomentReader } from './moment.ts'
import type { PathReader, Reader } from '@marinedata/ais'

type Condition = (fields: Fields) => boolean

/** How one kind of sentence is read, path by path. */
interface Layout {
  /** Conditions of validity; all must hold. */
  readonly when?: readonly Condition[]
  /** The time of measurement, if the sentence contains it. */
  readonly moment?: MomentReader
  readonly values: Readonly<Record<string, Reader<Fields>>>
}

export interface SentenceTable {
  readonly when: readonly Condition[]
  readonly moment: MomentReader | undefined
  readonly readers: readonly PathReader<Fields>[]
}

const tableOf = ({ when = [], moment, values }: Layout): SentenceTable => ({
  when,
  moment,
  readers: Object.entries(values).map(([path, read]) => ({ path, read })),
})

export interface SentenceKind {
  readonly tables: readonly SentenceTable[]
  /** The variant to read it with; undefined when there is none. */
  readonly tableFor: (fields: Fields) => SentenceTable | undefined
}

export const sentence = (layout: Layout): SentenceKind => {
  const table = tableOf(layout)
  return { tables: [table], tableFor: () => table }
}

/** A sentence whose meaning depends on one of its fields. */
export const sentenceBy = (
  choice: (fields: Fields) => string,
  layouts: Readonly<Record<string, Layout>>,
): SentenceKind => {
  const byChoice = new Map(Object.entries(layouts).map(([text, layout]) => [text, tableOf(layout)]))
  return { tables: [...byChoice.values()], tableFor: (fields) => byChoice.get(choice(fields)) }
}

/** Whether the field has one of these letters. */
export const says = (field: number, letters: string): Condition => {
  const allowed = new Set(letters)
  return (fields) => allowed.has(textOf(fields, field))
}

/**
 * The mode of a receiver, absent in old ones: autonomous, differential, precise or RTK. Estimated, manual, simulated
 * and invalid positions are rejected.
 */
export const isMeasured = (field: number): Condition => {
  const isKnown = says(field, 'ADPRF')
  return (fields) => textOf(fields, field) === '' || isKnown(fields)
}

/** One mode for each satellite system, `N` for unused ones. */
export const isMeasuredByAny =
  (field: number): Condition =>
  (fields) =>
    /^N*[ADPRF][ADPRFN]*$/.test(textOf(fields, field))

export const isBelieved = ({ when }: SentenceTable, fields: Fields): boolean => {
  for (const holds of when) if (!holds(fields)) return false
  return true
}

export const datetimePath = 'navigation.datetime'

export const pathsOf = ({ tables }: SentenceKind): string[] =>
  tables.flatMap(({ readers, moment }) => [
    ...readers.map(({ path }) => path),
    ...(moment?.isDated === true ? [datetimePath] : []),
  ])
