import type { PluginSettings } from '@marinedata/model'
import { isObject, type SettingField } from './setting-fields.ts'

/** An item of a list: what is typed, and the saved item from which it was filled in. */
export interface Row {
  /** Stays the same when other rows are removed. */
  readonly key: number
  readonly typed: Typed
  readonly saved: PluginSettings
}

/** The content of a field: a text, the fields of a group, or the rows of a list. */
export type Entered = string | Typed | readonly Row[]
/** The input, by the names of the fields. */
export type Typed = ReadonlyMap<string, Entered>

/** Digits that are shown of a converted number. A saved one keeps all of them until someone types another. */
const shownDigits = 6

/** Initial text of a field without inner fields. */
export const typedOf = ({ kind, scale }: SettingField, value: unknown): string => {
  if (value === undefined) return ''
  if (scale !== undefined && typeof value === 'number')
    return String(Number(scale.shown(value).toPrecision(shownDigits)))
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n')
  return kind !== 'json' && typeof value === 'string' ? value : JSON.stringify(value)
}

const rowOf = ({ inner }: SettingField, saved: PluginSettings, key: number): Row => ({
  key,
  typed: typedIn(inner, saved),
  saved,
})

/** The rows of a list, with an empty one at the end. */
export const withRow = (field: SettingField, rows: readonly Row[]): readonly Row[] => [
  ...rows,
  rowOf(field, {}, Math.max(0, ...rows.map(({ key }) => key)) + 1),
]

const enteredOf = (field: SettingField, saved: unknown): Entered => {
  const value = saved ?? field.standard
  if (field.kind === 'group') return typedIn(field.inner, isObject(value) ? value : {})
  if (field.kind === 'list')
    return (Array.isArray(value) ? value : []).map((item: unknown, at) =>
      rowOf(field, isObject(item) ? item : {}, at),
    )
  return typedOf(field, saved)
}

/** The initial content of the fields. */
export const typedIn = (fields: readonly SettingField[], saved: PluginSettings): Typed =>
  new Map(fields.map((field) => [field.name, enteredOf(field, saved[field.name])]))

/** Whether anything is typed into one of the fields. */
export const hasValue = (typed: Typed): boolean =>
  [...typed.values()].some((entered) => {
    if (typeof entered === 'string') return entered !== ''
    // The rows of a list, or the fields of a group.
    return Array.isArray(entered) ? entered.length > 0 : hasValue(entered as Typed)
  })

/** The input of a field without inner fields. */
const textIn = (typed: Typed, { name }: SettingField): string => {
  const entered = typed.get(name)
  return typeof entered === 'string' ? entered.trim() : ''
}

/** A decimal comma is a point. An invalid number stays a text, which the server refuses with the reason. */
const numberIn = (text: string, { scale }: SettingField): number | string => {
  const number = Number(text.replace(',', '.'))
  if (!Number.isFinite(number)) return text
  return scale === undefined ? number : scale.si(number)
}

/** The text of a field as a setting; undefined when it is empty. @throws SyntaxError for invalid JSON */
const valueOf = (field: SettingField, typed: Typed): unknown => {
  const text = textIn(typed, field)
  if (text === '') return undefined
  switch (field.kind) {
    case 'number':
      return numberIn(text, field)
    case 'switch':
      return text === 'true'
    case 'choice':
      return field.choices.find((choice) => String(choice) === text) ?? text
    case 'lines':
      return text.split('\n').flatMap((line) => line.trim() || [])
    case 'text':
      return text
    default:
      return JSON.parse(text) as unknown
  }
}

const conditional: ReadonlySet<SettingField['kind']> = new Set(['text', 'number', 'switch', 'choice'])

/** The fields whose conditions are met. A field without input has its default, and a hidden one has no value. */
export const shownFields = (fields: readonly SettingField[], typed: Typed): SettingField[] => {
  const fieldByName = new Map<string, SettingField>()
  for (const field of fields) {
    const isShown = Object.entries(field.shownIf).every(([name, wanted]) => {
      const other = fieldByName.get(name)
      return (
        other !== undefined &&
        conditional.has(other.kind) &&
        (valueOf(other, typed) ?? other.standard) === wanted
      )
    })
    if (isShown) fieldByName.set(field.name, field)
  }
  return [...fieldByName.values()]
}

/** Whether two values are equal. The order of the members of an object means nothing. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return left.size === right.size && [...left].every(([name, value]) => isSame(value, right.get(name)))
}

/** The value of a group or list; undefined if it was not set and is still the default. */
const innerValue = (field: SettingField, entered: Entered | undefined, saved: unknown): unknown => {
  const { inner, kind, standard } = field
  // The initial content of the fields.
  const former = saved ?? standard
  const value = Array.isArray(entered)
    ? // The rows of a list.
      (entered as readonly Row[]).map((row) => settingsOf(inner, row.typed, row.saved))
    : settingsOf(inner, entered as Typed, isObject(former) ? former : {})
  if (saved !== undefined) return value
  return isSame(value, standard ?? (kind === 'list' ? [] : {})) ? undefined : value
}

/**
 * Parses the typed settings; an empty or hidden field is not set.
 * @param saved the settings from which the form was filled in
 * @throws SyntaxError for invalid JSON
 */
export const settingsOf = (
  fields: readonly SettingField[],
  typed: Typed,
  saved: PluginSettings,
): PluginSettings => {
  const settings: Record<string, unknown> = {}
  for (const field of shownFields(fields, typed)) {
    const { name, scale, inner } = field
    const isUntouched = scale !== undefined && typed.get(name) === typedOf(field, saved[name])
    const value = inner.length > 0 ? innerValue(field, typed.get(name), saved[name]) : valueOf(field, typed)
    if (value !== undefined) settings[name] = isUntouched ? saved[name] : value
  }
  return settings
}
