import type { PluginSettings } from '@marinedata/model'

/** A field of the form. A setting other than text, number, choice or boolean is edited as JSON. */
export interface SettingField {
  readonly name: string
  readonly title: string
  readonly hint: string
  readonly kind: 'text' | 'number' | 'switch' | 'choice' | 'json'
  readonly choices: readonly string[]
  /** The default. */
  readonly standard: unknown
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
export const fieldsOf = (manifest: unknown): SettingField[] => {
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
          },
        ]
      : [],
  )
}

/** Initial text of a field. */
export const typedOf = ({ kind }: SettingField, value: unknown): string => {
  if (value === undefined) return ''
  return kind !== 'json' && typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Parses the typed settings; an empty field is not set.
 * @throws SyntaxError for invalid JSON
 */
export const settingsOf = (
  fields: readonly SettingField[],
  typed: ReadonlyMap<string, string>,
): PluginSettings => {
  const settings: Record<string, unknown> = {}
  for (const { name, kind } of fields) {
    const text = (typed.get(name) ?? '').trim()
    if (text === '') continue
    if (kind === 'number') settings[name] = Number(text)
    else if (kind === 'switch') settings[name] = text === 'true'
    else settings[name] = kind === 'json' ? (JSON.parse(text) as unknown) : text
  }
  return settings
}
