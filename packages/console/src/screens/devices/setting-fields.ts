import type { Units } from '#units/quantities.ts'
import { settingScale, type SettingScale } from './setting-scale.ts'

type Schema = Readonly<Record<string, unknown>>
export type Choice = string | number | boolean

/** A field of the form. A setting of another form is edited as JSON. */
export interface SettingField {
  readonly name: string
  readonly title: string
  readonly hint: string
  /** `lines`: a list of texts, one per line. `group`: an object. `list`: a list of objects. */
  readonly kind: 'text' | 'number' | 'switch' | 'choice' | 'lines' | 'group' | 'list' | 'json'
  readonly choices: readonly Choice[]
  /** The fields of a group, or of each item of a list. */
  readonly inner: readonly SettingField[]
  /** The default. */
  readonly standard: unknown
  /** A password: it is hidden while it is typed. */
  readonly isSecret: boolean
  /** For a number with a unit. */
  readonly scale: SettingScale | undefined
  /** Values of earlier fields with which this one is shown. */
  readonly shownIf: Schema
}

/** Deeper objects are edited as JSON: deeply nested forms are hard to use. */
const deepest = 3

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const isChoice = (value: unknown): value is Choice =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const allowedValues = ({ enum: values, const: only, anyOf }: Schema): readonly unknown[] => {
  if (Array.isArray(values)) return values
  if (only !== undefined) return [only]
  if (!Array.isArray(anyOf)) return []
  const each = anyOf.map((option: unknown) => (isObject(option) ? allowedValues(option) : []))
  return each.every(({ length }) => length > 0) ? each.flat() : []
}

/** The values to choose from; empty when there are others, or when two would have the same text. */
const choicesOf = (schema: Schema): readonly Choice[] => {
  const values = allowedValues(schema)
  return values.every(isChoice) && new Set(values.map(String)).size === values.length ? values : []
}

/** A member of two variants of an object: all values that one of them allows. */
const either = (one: unknown, other: unknown): unknown => {
  if (!isObject(one) || !isObject(other)) return one
  const choices = [choicesOf(one), choicesOf(other)]
  return choices.every(({ length }) => length > 0) ? { ...one, enum: [...new Set(choices.flat())] } : one
}

/** The members of an object, with the members of all its variants, of which the server accepts only one. */
const membersOf = ({ properties, anyOf }: Schema): Schema | undefined => {
  if (isObject(properties)) return properties
  if (!Array.isArray(anyOf) || anyOf.length === 0) return undefined
  const variants = anyOf.map((variant: unknown) => (isObject(variant) ? membersOf(variant) : undefined))
  const merged = new Map<string, unknown>()
  for (const variant of variants) {
    if (variant === undefined) return undefined
    for (const [name, member] of Object.entries(variant))
      merged.set(name, merged.has(name) ? either(merged.get(name), member) : member)
  }
  return Object.fromEntries(merged)
}

const kindOfArray = ({ items }: Schema): SettingField['kind'] => {
  if (!isObject(items)) return 'json'
  if (membersOf(items) !== undefined) return 'list'
  const choices = choicesOf(items)
  const isText = items['type'] === 'string' || choices.length > 0
  return isText && choices.every((choice) => typeof choice === 'string') ? 'lines' : 'json'
}

const kindOf = (schema: Schema): SettingField['kind'] => {
  if (choicesOf(schema).length > 0) return 'choice'
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'switch'
    case 'string':
      return 'text'
    case 'array':
      return kindOfArray(schema)
    default:
      return membersOf(schema) === undefined ? 'json' : 'group'
  }
}

const innerMembers = (kind: SettingField['kind'], schema: Schema): Schema => {
  const holder = kind === 'list' ? schema['items'] : schema
  return (kind === 'list' || kind === 'group') && isObject(holder) ? (membersOf(holder) ?? {}) : {}
}

/** The name of a setting in words: `udpOutputs` is "Udp outputs". */
const titleOf = (name: string): string => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const fieldsIn = (members: Schema, units: Units, depth: number): SettingField[] =>
  Object.entries(members).flatMap(([name, schema]) => {
    if (!isObject(schema)) return []
    const found = kindOf(schema)
    const inner = depth < deepest ? fieldsIn(innerMembers(found, schema), units, depth + 1) : []
    const isEmpty = (found === 'list' || found === 'group') && inner.length === 0
    const kind = isEmpty ? 'json' : found
    const field: SettingField = {
      name,
      title: textOf(schema['title']) || titleOf(name),
      hint: textOf(schema['description']),
      kind,
      choices: choicesOf(schema),
      inner,
      standard: schema['default'],
      isSecret: schema['secret'] === true,
      scale: kind === 'number' ? settingScale(schema['unit'], units) : undefined,
      shownIf: isObject(schema['shownIf']) ? schema['shownIf'] : {},
    }
    return [field]
  })

/** Settings of a plugin's manifest, in its order. */
export const fieldsOf = (manifest: unknown, units: Units): SettingField[] => {
  const settings = isObject(manifest) ? manifest['settings'] : undefined
  const properties = isObject(settings) ? settings['properties'] : undefined
  return isObject(properties) ? fieldsIn(properties, units, 1) : []
}
