import { textOf, type Fields } from './fields.ts'
import type { MomentReader } from './moment.ts'
import type { Readers } from './reading.ts'

type Condition = (fields: Fields) => boolean

/** What one kind of sentence says: path by path. */
export interface SentenceTable {
  /** It is believed only when all of these hold. */
  readonly when?: readonly Condition[]
  /** When it was measured, if it says so. */
  readonly moment?: MomentReader
  readonly values: Readers<Fields>
}

export interface SentenceKind {
  readonly tables: readonly SentenceTable[]
  /** The table to read it by; undefined when there is none for what it says. */
  readonly tableFor: (fields: Fields) => SentenceTable | undefined
}

export const sentence = (table: SentenceTable): SentenceKind => ({ tables: [table], tableFor: () => table })

/** A sentence that means different things, depending on something in it. */
export const sentenceBy = (
  choice: (fields: Fields) => string,
  tables: Readonly<Record<string, SentenceTable>>,
): SentenceKind => {
  const byChoice = new Map(Object.entries(tables))
  return { tables: [...byChoice.values()], tableFor: (fields) => byChoice.get(choice(fields)) }
}

/** The field holds one of these letters. */
export const says = (field: number, letters: string): Condition => {
  const allowed = new Set(letters)
  return (fields) => allowed.has(textOf(fields, field))
}

/**
 * The mode of a receiver, which old ones leave out: autonomous, differential, precise or with a correction of the phase.
 * A position that is estimated, typed in, simulated or not valid is not one.
 */
export const isMeasured = (field: number): Condition => {
  const isKnown = says(field, 'ADPRF')
  return (fields) => textOf(fields, field) === '' || isKnown(fields)
}

/** One mode for each system of satellites, `N` for those not used. */
export const isMeasuredByAny =
  (field: number): Condition =>
  (fields) =>
    /^N*[ADPRF][ADPRFN]*$/.test(textOf(fields, field))

export const isBelieved = ({ when = [] }: SentenceTable, fields: Fields): boolean =>
  when.every((holds) => holds(fields))

export const datetimePath = 'navigation.datetime'

export const pathsOf = ({ tables }: SentenceKind): string[] =>
  tables.flatMap(({ values, moment }) => [
    ...Object.keys(values),
    ...(moment?.isDated === true ? [datetimePath] : []),
  ])
