import type { TSchema } from '@marinedata/model'

interface SettingMember {
  readonly default?: unknown
  /** `read`: the member's text names a file that the plugin may then read. */
  readonly grants?: unknown
}

/** The members of a settings schema by name; what is not an object of members has none. */
export const settingMembers = (schema: (TSchema & { properties?: unknown }) | undefined) => {
  const { properties = {} } = schema ?? {}
  // A schema from outside may have anything in the place of a member.
  return Object.entries(properties as Record<string, SettingMember | boolean | null>).map(
    ([name, member]) => [name, typeof member === 'object' ? (member ?? {}) : {}] as const,
  )
}
