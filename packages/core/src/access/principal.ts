import {
  MarineDataError,
  PathPattern,
  scopesOfRole,
  type Identity,
  type Role,
  type Scope,
} from '@marinedata/model'

/** The identity of an authenticated or anonymous caller, with its roles. */
export interface Principal extends Identity {
  /** Empty for an anonymous caller. */
  readonly roles: readonly Role[]
  /** The default source of what it writes. A device can write under no other. */
  readonly source: string
  /** Path patterns that its token is limited to: what it may write, and the controls it may set. */
  readonly paths?: readonly string[]
  /** The id of its credential; undefined for anonymous callers, plugins and in open mode. */
  readonly credential?: string
}

/** The principal of a request and the security of its connection. */
export interface Caller {
  readonly principal: Principal
  /** The connection is encrypted, or does not leave this machine. */
  readonly isGuarded: boolean
  /** The caller is ashore, and reaches the boat through its fleet. */
  readonly isFromShore?: boolean
}

export const anonymous: Principal = {
  kind: 'anonymous',
  id: 'anonymous',
  name: 'nobody',
  roles: [],
  source: 'stream.nobody',
}

/** The principal of all local callers in open mode. */
export const localOwner: Principal = {
  kind: 'local',
  id: 'local',
  name: 'local',
  roles: ['owner'],
  source: 'stream.local',
}

export const pluginPrincipal = (name: string): Principal => ({
  kind: 'plugin',
  id: name,
  name,
  roles: ['plugin'],
  source: name,
})

const allowed = new Map(Object.entries(scopesOfRole).map(([role, scopes]) => [role, new Set(scopes)]))

const mayUse = (roles: readonly Role[], scope: Scope): boolean =>
  roles.some((role) => allowed.get(role)?.has(scope) === true)

/** The action that a scope allows, as the start of a sentence. */
const actions: Readonly<Record<Scope, string>> = {
  public: 'Public requests',
  read: 'Reading',
  write: 'Writing values',
  'alerts.ack': 'Acknowledging alarms',
  'anchor.command': 'Commanding the anchor watch',
  'autopilot.command': 'Steering',
  'control.command': 'Setting switches and setpoints',
  'course.command': 'Setting the course',
  plugin: 'The plugin interface',
  admin: 'Managing people, devices, plugins and settings',
}

const joinWords = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? (words[0] ?? 'none') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

const rolesFor = (scope: Scope): string => {
  const roles = Object.entries(scopesOfRole).flatMap(([role, scopes]) =>
    scopes.includes(scope) ? [role] : [],
  )
  return `the role ${joinWords(roles, 'or')}`
}

const refuse = ({ name, roles }: Principal, scope: Scope): never => {
  if (roles.length === 0)
    throw new MarineDataError('unauthenticated', `${actions[scope]} requires signing in`)
  throw new MarineDataError(
    'forbidden',
    `${actions[scope]} requires ${rolesFor(scope)}. "${name}" has the role ${joinWords(roles)}. An owner can change roles`,
  )
}

/** Rights of remote users while a crew member permits them. */
export interface ShorePermission {
  permits(scope: Scope): boolean
  /** Someone ashore does something. */
  used(): void
}

const authoriseFromShore = (principal: Principal, scope: Scope, shore: ShorePermission): void => {
  const isCommand = scope !== 'read'
  if (isCommand && !shore.permits(scope))
    throw new MarineDataError('forbidden', `${actions[scope]} is not possible from ashore`)
  if (!mayUse(principal.roles, scope)) refuse(principal, scope)
  if (isCommand) shore.used()
}

const nothing: ShorePermission = { permits: () => false, used: () => undefined }

/**
 * Decides whether a caller has a scope. Every transport calls this function.
 * @throws MarineDataError `unauthenticated`, `forbidden` or `tls-required`
 */
export const authorise = (
  { principal, isGuarded, isFromShore = false }: Caller,
  scope: Scope,
  shore: ShorePermission = nothing,
): void => {
  if (scope === 'public') return
  if (isFromShore) authoriseFromShore(principal, scope, shore)
  else if (!mayUse(principal.roles, scope)) refuse(principal, scope)
  if (scope === 'admin' && !isGuarded)
    throw new MarineDataError(
      'tls-required',
      'This connection is not encrypted. Manage people, devices and plugins over https, or on the server itself',
    )
}

/**
 * Decides whether a caller may set the control of a path. Only tokens with paths are limited.
 * @throws MarineDataError `forbidden`
 */
export const authorisePath = ({ name, paths }: Principal, text: string): void => {
  if (paths === undefined) return
  const path = { text, segments: text.split('.') }
  if (paths.some((pattern) => PathPattern.parse(pattern)?.matches(path) === true)) return
  throw new MarineDataError(
    'forbidden',
    `The token of "${name}" is for ${joinWords(paths)}, not for "${text}"`,
  )
}
