import type { TSchema } from '@marinedata/model'

/** A setting in a manifest. A schema from a plugin is untrusted: each member can be anything. */
export interface SettingMember {
  readonly type?: unknown
  readonly enum?: unknown
  readonly default?: unknown
  /** `read`: the plugin may read the file that this setting names. `ports`: it may look for serial ports there. */
  readonly grants?: unknown
  /** True for a password: it is never shown again. */
  readonly secret?: unknown
  /** The unit of a number. */
  readonly unit?: unknown
  /** Values of earlier settings with which a form shows this one. */
  readonly shownIf?: unknown
}

/** The members of a settings schema by name; empty when the schema describes no object. */
export const settingMembers = (schema: (TSchema & { properties?: unknown }) | undefined) => {
  const { properties = {} } = schema ?? {}
  // A schema from a plugin is untrusted: a member can be anything.
  return Object.entries(properties as Record<string, SettingMember | boolean | null>).map(
    ([name, member]) => [name, typeof member === 'object' ? (member ?? {}) : {}] as const,
  )
}
