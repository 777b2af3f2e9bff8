import { checkOf, MarineDataError, type TSchema } from '@marinedata/model'
import { settingMembers } from './setting-members.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Adds the defaults of the schema to a plugin's settings and validates the result.
 * @throws MarineDataError `invalid-settings` with every fault
 */
export const resolveSettings = (schema: TSchema | undefined, given: Values): Values => {
  const defaults = settingMembers(schema).flatMap(([name, member]) =>
    Object.hasOwn(given, name) || member.default === undefined ? [] : [[name, member.default] as const],
  )
  const settings = { ...Object.fromEntries(defaults), ...given }
  const errors = checkOf(schema ?? { type: 'object', additionalProperties: false }).faults(settings)
  if (errors.length === 0) return settings
  const list = errors.map(({ path, message }) => `\n  ${path === '' ? '/' : path}: ${message}`).join('')
  throw new MarineDataError('invalid-settings', `The settings are invalid:${list}`, { errors })
}
