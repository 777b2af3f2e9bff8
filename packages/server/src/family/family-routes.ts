import type { TreeAnswer } from '@marinedata/core'
import { Type } from '@marinedata/model'
import { route, type Route } from '../http/route.ts'
import { treeRoutes } from '../http/routes/tree-routes.ts'
import { familyVersion, familyWord } from './family-names.ts'

export interface FamilyRoutesOptions {
  readonly self: string
  readonly bootId: string
  /** The part of the tree at an address below the root, with the metadata of every leaf. */
  readonly answer: (address: readonly string[]) => TreeAnswer | undefined
  readonly isOpen: boolean
}

const Discovery = Type.Object(
  {
    endpoints: Type.Object({
      v1: Type.Object({
        version: Type.String(),
        'signalk-http': Type.String(),
        'signalk-ws': Type.String(),
      }),
    }),
    server: Type.Object({ id: Type.String(), version: Type.String() }),
  },
  { $id: 'FamilyDiscovery' },
)

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

const Features = Type.Object(
  { apis: Type.Array(Type.String()), plugins: Type.Array(Type.Unknown()) },
  { $id: 'FamilyFeatures' },
)

const discoveryRoute = (path: string, operationId: string): Route =>
  route({
    method: 'GET',
    path,
    scope: 'public',
    operationId,
    summary: 'The endpoints, as apps of the family look for them',
    responses: { 200: { description: 'The endpoints', schema: Discovery } },
    handle: (request) => {
      const base = `${request.header('host') ?? 'localhost'}/${familyWord}/v1`
      const [http, ws] = request.visitor.isEncrypted ? ['https', 'wss'] : ['http', 'ws']
      return {
        endpoints: {
          v1: {
            version: familyVersion,
            'signalk-http': `${http}://${base}/api/`,
            'signalk-ws': `${ws}://${base}/stream`,
          },
        },
        server: { id: 'signalk-server-node', version: familyVersion },
      }
    },
  })

const loginStatusRoute = (path: string, operationId: string, isOpen: boolean): Route =>
  route({
    method: 'GET',
    path,
    scope: 'public',
    operationId,
    summary: 'Whether the caller is signed in',
    responses: { 200: { description: 'The status', schema: LoginStatus } },
    handle: ({ principal }) => {
      const isSignedIn = !isOpen && principal.roles.length > 0
      return {
        status: isSignedIn ? 'loggedIn' : 'notLoggedIn',
        readOnlyAccess: false,
        authenticationRequired: !isOpen,
        allowNewUserRegistration: false,
        allowDeviceAccessRequests: false,
        ...(isSignedIn && {
          userLevel: principal.roles.includes('viewer') ? 'readonly' : 'readwrite',
          username: principal.name,
        }),
      }
    },
  })

const featuresRoute = (): Route =>
  route({
    method: 'GET',
    path: `/${familyWord}/v2/features`,
    scope: 'public',
    operationId: 'familyFeatures',
    summary: 'The interfaces that this door has',
    responses: { 200: { description: 'The interfaces', schema: Features } },
    handle: () => ({ apis: [], plugins: [] }),
  })

/** The addresses of the family. */
export const familyRoutes = ({ bootId, answer, isOpen }: FamilyRoutesOptions): Route[] => [
  discoveryRoute(`/${familyWord}`, 'familyDiscover'),
  discoveryRoute(`/${familyWord}/`, 'familyDiscoverWithSlash'),
  loginStatusRoute('/skServer/loginStatus', 'familyLoginStatus', isOpen),
  loginStatusRoute('/loginStatus', 'familyOldLoginStatus', isOpen),
  featuresRoute(),
  ...treeRoutes({
    productWord: familyWord,
    bootId,
    answer: ([map, ...rest]) => answer(map === undefined ? [] : [map === 'atons' ? 'aton' : map, ...rest]),
    operationPrefix: 'family',
  }),
]
