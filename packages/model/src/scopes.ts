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
  'plugin',
  'admin',
] as const
export type Scope = (typeof scopes)[number]

export const roles = ['viewer', 'crew', 'helm', 'owner', 'device', 'plugin'] as const
export type Role = (typeof roles)[number]
