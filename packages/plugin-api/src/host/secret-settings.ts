import type { TSchema } from '@marinedata/model'
import { settingMembers } from './setting-members.ts'

type Values = Readonly<Record<string, unknown>>

/** The text shown instead of a saved secret. Sending it back keeps the secret. */
export const hiddenSecret = '********'

const secretNames = (schema: TSchema): ReadonlySet<string> =>
  new Set(settingMembers(schema).flatMap(([name, { secret }]) => (secret === true ? [name] : [])))

/** The settings as people see them: a saved secret is never shown again. */
export const hideSecrets = (schema: TSchema | undefined, settings: Values): Values => {
  const names = schema === undefined ? undefined : secretNames(schema)
  return Object.fromEntries(
    // Without a schema nobody knows which settings are secret.
    Object.entries(settings).map(([name, value]) => [
      name,
      (names?.has(name) ?? typeof value === 'string') ? hiddenSecret : value,
    ]),
  )
}

/** The settings that a person sends, with the saved secrets that were left as they are. */
export const restoreSecrets = (schema: TSchema | undefined, given: Values, saved: Values): Values => {
  const names = schema === undefined ? new Set<string>() : secretNames(schema)
  const entries = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    if (value !== hiddenSecret || !names.has(name)) return [[name, value]]
    return Object.hasOwn(saved, name) ? [[name, saved[name]]] : []
  })
  return Object.fromEntries(entries)
}
