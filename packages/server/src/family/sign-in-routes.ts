import type { Access } from '@marinedata/core'
import { completed, MarineDataError, Type, type Role, type TokenMade } from '@marinedata/model'
import { actorOf } from '../gate.ts'
import { route, type Route } from '../http/route.ts'
import { familyWord } from './family-names.ts'

export interface SignInRoutesOptions {
  readonly isOpen: boolean
  readonly access: Pick<Access, 'people' | 'credentials'>
  /** The `Set-Cookie` value that stores the token; an empty token deletes it. */
  readonly cookie: (token: string, isEncrypted: boolean) => string
  /** The token in the shape that apps can read. */
  readonly tokenOf: (secret: string, expiresAt: string | undefined) => string
  /** The token that a request was authenticated with. */
  readonly tokenIn: (headers: {
    readonly authorization: string | undefined
    readonly cookie: string | undefined
    readonly isEncrypted: boolean
    readonly address: string
  }) => string | undefined
}

const LoginStatus = Type.Object(
  {
    status: Type.Enum(['loggedIn', 'notLoggedIn']),
    readOnlyAccess: Type.Boolean(),
    authenticationRequired: Type.Boolean(),
    allowNewUserRegistration: Type.Boolean(),
    allowDeviceAccessRequests: Type.Boolean(),
    userLevel: Type.Optional(Type.Enum(['readonly', 'readwrite', 'admin'])),
    username: Type.Optional(Type.String()),
  },
  { $id: 'FamilyLoginStatus' },
)

/** Apps add further members, such as `rememberMe`. */
const Login = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 256 }),
  },
  { $id: 'FamilyLogin', additionalProperties: true },
)

const LoginToken = Type.Object(
  { token: Type.String(), timeToLive: Type.Optional(Type.Integer({ description: 'seconds' })) },
  { $id: 'FamilyLoginToken' },
)

const readOnlyRoles: ReadonlySet<Role> = new Set(['viewer'])

const loginStatusRoute = (path: string, operationId: string, isOpen: boolean): Route =>
  route({
    method: 'GET',
    path,
    scope: 'public',
    operationId,
    summary: 'Whether the caller is signed in',
    responses: { 200: { description: 'The status', schema: LoginStatus } },
    handle: ({ principal: { roles, name } }, reply) => {
      reply.header('cache-control', 'no-store')
      const isSignedIn = !isOpen && roles.length > 0
      return {
        status: isSignedIn ? 'loggedIn' : 'notLoggedIn',
        readOnlyAccess: false,
        authenticationRequired: !isOpen,
        allowNewUserRegistration: false,
        allowDeviceAccessRequests: !isOpen,
        ...(isSignedIn && {
          userLevel: roles.every((role) => readOnlyRoles.has(role)) ? 'readonly' : 'readwrite',
          username: name,
        }),
      }
    },
  })

const secondsUntil = (time: string | undefined): { readonly timeToLive?: number } =>
  time === undefined ? {} : { timeToLive: Math.round((Date.parse(time) - Date.now()) / 1_000) }

const loginRoute = (path: string, operationId: string, options: SignInRoutesOptions): Route =>
  route({
    method: 'POST',
    path,
    scope: 'public',
    operationId,
    summary: 'Signs a person in, for the addresses of the family only',
    body: Login,
    responses: { 200: { description: 'The token', schema: LoginToken } },
    problems: ['invalid-body', 'wrong-secret', 'too-many-requests', 'tls-required', 'not-found'],
    handle: async ({ body: { username: name, password: passphrase }, address, visitor }, reply) => {
      if (options.isOpen) throw new MarineDataError('not-found', 'An open boat has no sign-in')
      const request = { name, passphrase }
      const made = await options.access.people.signInToFamily(request, address, visitor.isGuarded)
      const token = clothed(options, made)
      reply
        .header('cache-control', 'no-store')
        .header('set-cookie', options.cookie(token, visitor.isEncrypted))
      return { token, ...secondsUntil(made.credential.expiresAt) }
    },
  })

const clothed = ({ tokenOf }: SignInRoutesOptions, { token, credential }: TokenMade): string =>
  tokenOf(token, credential.expiresAt)

const logoutRoute = (path: string, operationId: string, { access, cookie }: SignInRoutesOptions): Route =>
  route({
    method: 'PUT',
    path,
    scope: 'public',
    operationId,
    summary: 'Revokes the token of this request and closes its streams',
    ignoresBody: true,
    responses: { 200: { description: 'Done' } },
    handle: (request, reply) => {
      const { credential } = request.principal
      if (credential !== undefined) access.credentials.revoke(credential, actorOf(request))
      reply.header('set-cookie', cookie('', request.visitor.isEncrypted))
      return completed
    },
  })

/** The same token again: there is nothing to renew, because the boat remembers it. */
const validateRoute = ({ access, tokenIn }: SignInRoutesOptions): Route =>
  route({
    method: 'POST',
    path: `/${familyWord}/v1/auth/validate`,
    scope: 'read',
    operationId: 'familyValidate',
    summary: 'Whether the token is still good',
    ignoresBody: true,
    responses: { 200: { description: 'The token', schema: LoginToken } },
    handle: (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { principal, visitor } = request
      const credential = access.credentials.list().find(({ id }) => id === principal.credential)
      const token = tokenIn({
        authorization: request.header('authorization'),
        cookie: request.header('cookie'),
        isEncrypted: visitor.isEncrypted,
        address: request.address,
      })
      return { ...(token !== undefined && { token }), ...secondsUntil(credential?.expiresAt) }
    },
  })

/** Signing in and out, with the shapes of the family. */
export const signInRoutes = (options: SignInRoutesOptions): Route[] => [
  loginStatusRoute('/skServer/loginStatus', 'familyLoginStatus', options.isOpen),
  loginStatusRoute('/loginStatus', 'familyOldLoginStatus', options.isOpen),
  loginRoute(`/${familyWord}/v1/auth/login`, 'familyLogin', options),
  loginRoute('/login', 'familyOldLogin', options),
  logoutRoute(`/${familyWord}/v1/auth/logout`, 'familyLogout', options),
  logoutRoute('/logout', 'familyOldLogout', options),
  validateRoute(options),
]
