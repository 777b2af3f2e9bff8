import type { PluginSettings } from '@marinedata/model'
import type { Units } from '#units/quantities.ts'
import { settingScale, type SettingScale } from './setting-scale.ts'

/** A field of the form. A setting other than text, number, choice or boolean is edited as JSON. */
export interface SettingField {
  readonly name: string
  readonly title: string
  readonly hint: string
  readonly kind: 'text' | 'number' | 'switch' | 'choice' | 'json'
  readonly choices: readonly string[]
  /** The default. */
  readonly standard: unknown
  /** For a number with a unit. */
  readonly scale: SettingScale | undefined
  /** Values of earlier fields with which this one is shown. */
  readonly shownIf: Schema
}

type Schema = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const kindOf = (schema: Schema): SettingField['kind'] => {
  if (Array.isArray(schema['enum'])) return 'choice'
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'switch'
    case 'string':
      return 'text'
    default:
      return 'json'
  }
}

const choicesOf = (schema: Schema): string[] =>
  Array.isArray(schema['enum']) ? schema['enum'].filter((choice) => typeof choice === 'string') : []

/** Settings of a plugin's manifest, in its order. */
export const fieldsOf = (manifest: unknown, units: Units): SettingField[] => {
  const settings = isObject(manifest) ? manifest['settings'] : undefined
  const properties = isObject(settings) ? settings['properties'] : undefined
  if (!isObject(properties)) return []
  return Object.entries(properties).flatMap(([name, schema]) =>
    isObject(schema)
      ? [
          {
            name,
            title: textOf(schema['title']) || name,
            hint: textOf(schema['description']),
            kind: kindOf(schema),
            choices: choicesOf(schema),
            standard: schema['default'],
            scale: kindOf(schema) === 'number' ? settingScale(schema['unit'], units) : undefined,
            shownIf: isObject(schema['shownIf']) ? schema['shownIf'] : {},
          },
        ]
      : [],
  )
}

/** Digits that are shown of a converted number. A saved one keeps all of them until someone types another. */
const shownDigits = 6

/** Initial text of a field. */
export const typedOf = ({ kind, scale }: SettingField, value: unknown): string => {
  if (value === undefined) return ''
  if (scale !== undefined && typeof value === 'number')
    return String(Number(scale.shown(value).toPrecision(shownDigits)))
  return kind !== 'json' && typeof value === 'string' ? value : JSON.stringify(value)
}

type Typed = ReadonlyMap<string, string>

/** The text of a field as a setting; undefined when it is empty. @throws SyntaxError for invalid JSON */
const valueOf = (field: SettingField, typed: Typed): unknown => {
  const { name, kind, scale } = field
  const text = (typed.get(name) ?? '').trim()
  if (text === '') return undefined
  if (kind === 'number') return scale === undefined ? Number(text) : scale.si(Number(text))
  if (kind === 'switch') return text === 'true'
  return kind === 'json' ? (JSON.parse(text) as unknown) : text
}

/** The fields whose conditions are met. A field without input has its default, and a hidden one has no value. */
export const shownFields = (fields: readonly SettingField[], typed: Typed): SettingField[] => {
  const fieldByName = new Map<string, SettingField>()
  for (const field of fields) {
    const isShown = Object.entries(field.shownIf).every(([name, wanted]) => {
      const other = fieldByName.get(name)
      return (
        other !== undefined && other.kind !== 'json' && (valueOf(other, typed) ?? other.standard) === wanted
      )
    })
    if (isShown) fieldByName.set(field.name, field)
  }
  return [...fieldByName.values()]
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
    const { name, scale } = field
    const value = valueOf(field, typed)
    const isUntouched = scale !== undefined && typed.get(name) === typedOf(field, saved[name])
    if (value !== undefined) settings[name] = isUntouched ? saved[name] : value
  }
  return settings
}
