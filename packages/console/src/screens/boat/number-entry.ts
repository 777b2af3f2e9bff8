import type { NumberRange } from '@marinedata/model'
import type { t } from '#words/screen-words.ts'

export type Translate = typeof t

/** The input, by the name of the field. Untouched fields are absent. */
export type Draft = Readonly<Record<string, string>>
/** The fault in words, by the name of the field. */
export type FieldFaults = Readonly<Record<string, string>>

/** The content to save, and its faults. */
export interface Parsed<Content> {
  readonly content: Content
  readonly faults: FieldFaults
}

/** How a number is entered. */
export interface NumberField {
  readonly range: NumberRange
  /** Shown units per SI unit. */
  readonly factor: number
  readonly unit: string
  readonly digits: number
}

export const numberText = (value: number | undefined, { factor, digits }: NumberField): string =>
  value === undefined ? '' : String(Number((value * factor).toFixed(digits)))

type ParsedNumber = { readonly value?: number; readonly fault?: string }

/** An empty text is unknown. Anything else is a number in its range, or a fault: nothing is guessed. */
const parseNumber = (text: string, field: NumberField, say: Translate): ParsedNumber => {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return {}
  if (!/^[-+]?\d{1,6}(?:\.\d{1,6})?$/.test(trimmed)) return { fault: say('boat.wrong.number') }
  const { minimum, maximum } = field.range
  const value = Number(trimmed) / field.factor
  if (value >= minimum && value <= maximum) return { value: Math.round(value * 10_000) / 10_000 }
  const [from, to] = [numberText(minimum, field), numberText(maximum, field)]
  return { fault: say('boat.wrong.range', { from, to, unit: field.unit }) }
}

/** One number of a form: its saved value, and what is typed. */
export interface NumberEntry {
  readonly saved: number | undefined
  readonly typed: string | undefined
  readonly field: NumberField
}

/** The number to save. An unchanged number keeps all its digits. */
export const enteredNumber = ({ saved, typed, field }: NumberEntry, say: Translate): ParsedNumber => {
  if (typed !== undefined && typed !== numberText(saved, field)) return parseNumber(typed, field, say)
  return saved === undefined ? {} : { value: saved }
}
