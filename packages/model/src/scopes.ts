/** What a caller may be allowed to do. `write` is narrowed to paths by the caller's token. */
export const scopes = [
  'public',
  'read',
  'write',
  'alerts.ack',
  'anchor.command',
  'autopilot.command',
  'admin',
] as const
export type Scope = (typeof scopes)[number]

export const roles = ['viewer', 'crew', 'helm', 'owner', 'device', 'plugin'] as const
export type Role = (typeof roles)[number]
