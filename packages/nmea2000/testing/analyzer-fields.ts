import { lookupText, type Field, type MessageDefinition, type Repeat } from '#codec/database.ts'
import type { Fields, Message } from '#codec/decode.ts'
import type { FieldValue } from '#codec/field-values.ts'
import { GroupTarget } from '#codec/group-target.ts'

/** Fields as canboat's analyzer prints them. */
export type AnalyzerFields = Readonly<Record<string, unknown>>

/** One field in which the decoder and the analyzer disagree. */
export interface Difference {
  readonly message: string
  readonly field: string
  /** The row of a repeating field, from 0. */
  readonly row: number | undefined
  readonly type: Field['type']
  readonly ours: FieldValue
  readonly theirs: unknown
}

type RowDifference = Omit<Difference, 'message'>

/** The analyzer prints seven decimals of a position, however many it has. */
const printedDegrees = 5e-8

const isNear = ({ bits, resolution }: Field, ours: FieldValue, theirs: number): boolean =>
  typeof ours === 'number' &&
  Math.abs(ours - theirs) <=
    (bits === 64 ? printedDegrees : resolution / 2) * 1.000_001 + 1e-12 * Math.abs(theirs)

const secondsOf = (time: unknown): number => {
  const [hours = 0, minutes = 0, seconds = 0] = String(time).replace('-', '').split(':').map(Number)
  return (String(time).startsWith('-') ? -1 : 1) * (hours * 3_600 + minutes * 60 + seconds)
}

const hexText = (bytes: FieldValue): string =>
  bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex').toUpperCase() : ''

const dateText = (days: FieldValue): string =>
  new Date(Number(days) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '.')

/** The bits that are set: by name, or by value where a bit has no name. */
const bitTexts = (lookup: string, bits: number): (string | number)[] =>
  Array.from({ length: 32 }, (_, bit) => bit)
    .filter((bit) => Math.floor(bits / 2 ** bit) % 2 === 1)
    .map((bit) => lookupText(lookup, bit) ?? 2 ** bit)

const withoutPadding = (text: string): string => text.replace(/[ @\0\uffff\ufffd]+$/, '')

/** Empty texts and empty sets of bits are no values. */
const valueOf = (value: unknown): unknown => {
  const isEmpty =
    typeof value === 'string' ? withoutPadding(value) === '' : Array.isArray(value) && value.length === 0
  return isEmpty ? undefined : (value ?? undefined)
}

type Compare = (field: Field, ours: FieldValue, theirs: unknown) => boolean

const isSameTime: Compare = (field, ours, theirs) =>
  isNear(field, ours, typeof theirs === 'string' ? secondsOf(theirs) : Number(theirs))

const isSameText: Compare = (_field, ours, theirs) => ours === withoutPadding(String(theirs))
const isSameNumber: Compare = (_field, ours, theirs) => Number(ours) === Number(theirs)
const isSameBytes: Compare = (_field, ours, theirs) =>
  hexText(ours) === String(theirs).replace('0x', '').replaceAll(' ', '').toUpperCase()

const comparisons: Partial<Record<Field['type'], Compare>> = {
  BINARY: isSameBytes,
  BITLOOKUP: ({ lookup = '' }, ours, theirs) =>
    JSON.stringify(bitTexts(lookup, Number(ours))) === JSON.stringify(theirs),
  DATE: (_field, ours, theirs) => ours === theirs || dateText(ours) === theirs,
  DECIMAL: isSameNumber,
  DURATION: isSameTime,
  LOOKUP: ({ lookup = '' }, ours, theirs) => ours === theirs || lookupText(lookup, Number(ours)) === theirs,
  MMSI: isSameNumber,
  STRING_FIX: isSameText,
  STRING_LAU: isSameText,
  TIME: isSameTime,
  VARIABLE: isSameBytes,
}

const isEqual: Compare = (field, ours, theirs) => {
  if (ours === undefined || theirs === undefined) return ours === theirs
  const compare = comparisons[field.type]
  return compare === undefined ? isNear(field, ours, Number(theirs)) : compare(field, ours, theirs)
}

const isCompared = ({ type }: Field): boolean => type !== 'RESERVED' && type !== 'SPARE'

const shown = ({ type }: Field, value: FieldValue): FieldValue =>
  type === 'BITLOOKUP' && value === 0 ? undefined : value

const isSameFunction = (field: Field, row: Fields, theirs: unknown): boolean =>
  field.type === 'INDIRECT_LOOKUP' &&
  lookupText(field.lookup ?? '', `${String(row['deviceClass'])}.${String(row[field.id])}`) === theirs

const compareRow = (order: readonly Field[], ours: Fields, theirs: AnalyzerFields): RowDifference[] =>
  order.filter(isCompared).flatMap((field) => {
    const [own, other] = [shown(field, ours[field.id]), valueOf(theirs[field.id])]
    if (isEqual(field, own, other) || isSameFunction(field, ours, other)) return []
    return [{ field: field.id, row: undefined, type: field.type, ours: own, theirs: other }]
  })

/** The fields of a row. The value of a parameter is compared as the field that the parameter names. */
const rowFields = ({ fields }: Repeat, row: Fields, target: GroupTarget): readonly Field[] =>
  fields.map((field) => {
    if (field.type !== 'VARIABLE') return field
    const parameter = Number(Object.values(row)[0])
    const meant = target.field(parameter)
    target.narrow(parameter, row[field.id])
    return meant === undefined ? field : { ...meant, id: field.id }
  })

const compareList = (
  repeat: Repeat,
  [ours, theirs]: readonly [readonly Fields[], readonly AnalyzerFields[]],
  pgn: number,
): RowDifference[] => {
  const target = new GroupTarget(pgn)
  const length = Math.max(ours.length, theirs.length)
  return Array.from({ length }, (_, index) => {
    const row = ours[index] ?? {}
    const found = compareRow(rowFields(repeat, row, target), row, theirs[index] ?? {})
    return found.map((difference) => ({ ...difference, row: index }))
  }).flat()
}

const listOf = (theirs: AnalyzerFields, index: number): readonly AnalyzerFields[] =>
  (theirs[index === 0 ? 'list' : `list${index + 1}`] ?? []) as readonly AnalyzerFields[]

/** All fields in which a decoded message differs from what the analyzer printed. */
export const differences = ({ definition, fields, lists }: Message, theirs: AnalyzerFields): Difference[] => {
  const { id, repeats }: MessageDefinition = definition
  return [
    ...compareRow(definition.fields, fields, theirs),
    ...repeats.flatMap((repeat, index) =>
      compareList(repeat, [lists[index] ?? [], listOf(theirs, index)], Number(fields['pgn'])),
    ),
  ].map((difference) => ({ message: id, ...difference }))
}
