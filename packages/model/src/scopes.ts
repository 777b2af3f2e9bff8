import { Type } from './schema-language.ts'

/**
 * Scopes of callers. A token with paths limits `write` and `control.command` to them; `plugin` covers what a plugin may do for itself and its
 * devices.
 */
export const scopes = [
  'public',
  'read',
  'write',
  'alerts.ack',
  'anchor.command',
  'autopilot.command',
  'control.command',
  'course.command',
  'plugin',
  'admin',
] as const
export type Scope = (typeof scopes)[number]

export const roles = ['viewer', 'crew', 'helm', 'owner', 'device', 'plugin'] as const
export type Role = (typeof roles)[number]

/** The scopes of each role. Scopes not listed are denied. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['public', 'read'],
  crew: ['public', 'read', 'alerts.ack', 'control.command'],
  helm: [
    'public',
    'read',
    'alerts.ack',
    'anchor.command',
    'autopilot.command',
    'control.command',
    'course.command',
  ],
  owner: [
    'public',
    'read',
    'alerts.ack',
    'anchor.command',
    'autopilot.command',
    'control.command',
    'course.command',
    'write',
    'admin',
  ],
  device: ['public', 'read', 'write'],
  plugin: ['public', 'read', 'write', 'plugin'],
}

/** Roles of people. */
export const PersonRole = Type.Enum(['viewer', 'crew', 'helm', 'owner'], { $id: 'PersonRole' })
export type PersonRole = Exclude<Role, 'device' | 'plugin'>

/** Roles of tokens. Plugins have no tokens; they are identified by their process. */
export const TokenRole = Type.Enum(['viewer', 'crew', 'helm', 'owner', 'device'], { $id: 'TokenRole' })
export type TokenRole = Exclude<Role, 'plugin'>
