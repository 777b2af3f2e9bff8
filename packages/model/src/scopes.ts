import { Type } from './schema-language.ts'

/**
 * What a caller may be allowed to do. `write` is narrowed to paths by the caller's token; `plugin` is what a plugin may do
 * for itself and its devices.
 */
export const scopes = [
  'public',
  'read',
  'write',
  'alerts.ack',
  'anchor.command',
  'autopilot.command',
  'course.command',
  'plugin',
  'admin',
] as const
export type Scope = (typeof scopes)[number]

export const roles = ['viewer', 'crew', 'helm', 'owner', 'device', 'plugin'] as const
export type Role = (typeof roles)[number]

/** Everything that each role may do. Whatever is not here, nobody may. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['public', 'read'],
  crew: ['public', 'read', 'alerts.ack'],
  helm: ['public', 'read', 'alerts.ack', 'anchor.command', 'autopilot.command', 'course.command'],
  owner: [
    'public',
    'read',
    'alerts.ack',
    'anchor.command',
    'autopilot.command',
    'course.command',
    'write',
    'admin',
  ],
  device: ['public', 'read', 'write'],
  plugin: ['public', 'read', 'write', 'plugin'],
}

/** A role that a person can have. */
export const PersonRole = Type.Enum(['viewer', 'crew', 'helm', 'owner'], { $id: 'PersonRole' })
export type PersonRole = Exclude<Role, 'device' | 'plugin'>

/** A role that a token can have; plugins are known by their processes, not by tokens. */
export const TokenRole = Type.Enum(['viewer', 'crew', 'helm', 'owner', 'device'], { $id: 'TokenRole' })
export type TokenRole = Exclude<Role, 'plugin'>
