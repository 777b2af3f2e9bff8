import { checkOf, MarineDataError, type Fault, type TSchema } from '@marinedata/model'
import { settingMembers } from './setting-members.ts'

type Values = Readonly<Record<string, unknown>>

/** Keywords with which a schema itself says which other members it accepts. */
const othersKeywords = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
] as const

/**
 * The schema for settings that a person enters: a misspelt name is refused, unless the schema says that it accepts
 * others. Settings that are stored are checked with the plugin's own schema: an update of a plugin that drops a setting
 * must not stop it.
 */
export const schemaOfEntered = (schema: TSchema | undefined): TSchema | undefined =>
  schema === undefined || othersKeywords.some((keyword) => Object.hasOwn(schema, keyword))
    ? schema
    : { ...schema, additionalProperties: false }

/** Adds the defaults of the schema to a plugin's settings. */
export const settingsWithDefaults = (schema: TSchema | undefined, given: Values): Values => {
  const defaults = settingMembers(schema).flatMap(([name, member]) =>
    Object.hasOwn(given, name) || member.default === undefined ? [] : [[name, member.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...given }
}

/** The error for settings that do not match their schema, with every fault. */
export const invalidSettings = (errors: readonly Fault[]): MarineDataError => {
  const list = errors.map(({ path, message }) => `\n  ${path === '' ? '/' : path}: ${message}`).join('')
  return new MarineDataError('invalid-settings', `The settings are invalid:${list}`, { errors })
}

/**
 * Adds the defaults of the schema to a plugin's settings and validates the result in this process. The server does not
 * use it for schemas from elsewhere: they may contain a pattern that takes hours.
 * @throws MarineDataError `invalid-settings` with every fault
 */
export const resolveSettings = (schema: TSchema | undefined, given: Values): Values => {
  const settings = settingsWithDefaults(schema, given)
  const errors = checkOf(schema ?? { type: 'object', additionalProperties: false }).faults(settings)
  if (errors.length > 0) throw invalidSettings(errors)
  return settings
}
