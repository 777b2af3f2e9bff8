import { MarineDataError, scopesOfRole, type Role, type Scope } from '@marinedata/model'

/** Who asks. */
export interface Principal {
  /**
   * Known to be this one and nobody else: a person by their name, a device or token as `device.<name>`. It stands in the
   * audit, signs acknowledgements, and owns preferences.
   */
  readonly name: string
  /** As people read it; the name when absent. */
  readonly label?: string
  /** None for a stranger. */
  readonly roles: readonly Role[]
  /** The name under which it writes when it names no source, and under which alone when it is a device. */
  readonly source: string
  /** What a device may write; everything for those who have no such bound. */
  readonly paths?: readonly string[]
  /** By which credential it is known; undefined for strangers, plugins and a boat that is open. */
  readonly credential?: string
}

/** Someone who asks, and over what kind of line. */
export interface Caller {
  readonly principal: Principal
  /** Nobody else can listen: the line is encrypted, or does not leave this machine. */
  readonly isGuarded: boolean
}

export const nobody: Principal = { name: 'nobody', roles: [], source: 'stream.nobody' }

/** Whoever runs an open boat's machine. */
export const localOwner: Principal = { name: 'local', roles: ['owner'], source: 'stream.local' }

export const pluginPrincipal = (name: string): Principal => ({ name, roles: ['plugin'], source: name })

const allowed = new Map(Object.entries(scopesOfRole).map(([role, scopes]) => [role, new Set(scopes)]))

const mayUse = (roles: readonly Role[], scope: Scope): boolean =>
  roles.some((role) => allowed.get(role)?.has(scope) === true)

/** What each scope is for, as a sentence begins. */
const deeds: Readonly<Record<Scope, string>> = {
  public: 'Anyone may ask this',
  read: 'Reading',
  write: 'Writing values',
  'alerts.ack': 'Answering alarms',
  'anchor.command': 'Commanding the anchor watch',
  'autopilot.command': 'Steering',
  'course.command': 'Setting the course',
  plugin: 'What plugins do for themselves',
  admin: 'Looking after people, devices, plugins and settings',
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? 'nobody') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const rolesFor = (scope: Scope): string => {
  const roles = Object.entries(scopesOfRole).flatMap(([role, scopes]) =>
    scopes.includes(scope) ? [role] : [],
  )
  return `the ${roles.length === 1 ? 'role' : 'roles'} ${listed(roles)}`
}

const refuse = ({ name, label = name, roles }: Principal, scope: Scope): never => {
  if (roles.length === 0)
    throw new MarineDataError('unauthenticated', `${deeds[scope]} is only for those who are signed in`)
  throw new MarineDataError(
    'forbidden',
    `${deeds[scope]} is for ${rolesFor(scope)}; "${label}" has the role ${listed(roles)}. The owner can change that`,
  )
}

/**
 * The one place where it is decided who may do what; every transport asks here.
 * @throws MarineDataError `unauthenticated`, `forbidden` or `tls-required`
 */
export const authorise = ({ principal, isGuarded }: Caller, scope: Scope): void => {
  if (scope === 'public') return
  if (!mayUse(principal.roles, scope)) refuse(principal, scope)
  if (scope === 'admin' && !isGuarded)
    throw new MarineDataError(
      'tls-required',
      'Others could listen: look after people, devices and plugins over https, or on the boat’s own computer',
    )
}
