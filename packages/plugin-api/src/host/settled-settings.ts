import { checkOf, MarineDataError, type TSchema } from '@marinedata/model'
import { settingMembers } from './setting-members.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * A plugin's settings as it gets them: checked, and with what holds when nothing is said.
 * @throws MarineDataError `invalid-settings` with every fault
 */
export const settledSettings = (schema: TSchema | undefined, given: Values): Values => {
  const unsaid = settingMembers(schema).flatMap(([name, member]) =>
    Object.hasOwn(given, name) || member.default === undefined ? [] : [[name, member.default] as const],
  )
  const settings = { ...Object.fromEntries(unsaid), ...given }
  const errors = checkOf(schema ?? { type: 'object', additionalProperties: false }).faults(settings)
  if (errors.length === 0) return settings
  const list = errors.map(({ path, message }) => `\n  ${path === '' ? '/' : path}: ${message}`).join('')
  throw new MarineDataError('invalid-settings', `The settings are not acceptable:${list}`, { errors })
}
