import type { TreeAnswer } from '@marinedata/core'
import { Type } from '@marinedata/model'
import { route, type Route } from '../http/route.ts'
import { treeRoutes } from '../http/routes/tree-routes.ts'
import { familyVersion, familyWord } from './family-names.ts'

export interface FamilyRoutesOptions {
  readonly bootId: string
  /** The devices that the boat has now. */
  readonly features: () => Readonly<Record<'hasAutopilot' | 'hasAnchorWatch' | 'hasWeather', boolean>>
  /** The part of the tree at an address below the root, with the metadata of every leaf. */
  readonly answer: (address: readonly string[]) => TreeAnswer | undefined
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

/** Apps show the buttons of the anchor when they find this plugin of another server. */
const anchorPlugin = { id: 'anchoralarm', name: 'Anchor watch', version: '2.0.0', enabled: true }

const featuresRoute = ({ features }: FamilyRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `/${familyWord}/v2/features`,
    scope: 'public',
    operationId: 'familyFeatures',
    summary: 'The interfaces that this door has',
    responses: { 200: { description: 'The interfaces', schema: Features } },
    handle: () => {
      const { hasAutopilot, hasAnchorWatch, hasWeather } = features()
      return {
        apis: [
          'course',
          'resources',
          'notifications',
          ...(hasAutopilot ? ['autopilot'] : []),
          ...(hasWeather ? ['weather'] : []),
        ],
        plugins: hasAnchorWatch ? [anchorPlugin] : [],
      }
    },
  })

/** Addresses of other servers that apps ask first. They go on when these are empty. */
const emptyRoutes = (
  [
    ['/plugins', '[]', 'plugins'],
    [`/${familyWord}/v1/apps/list`, '[]', 'apps'],
    ['/skServer/webapps', '[]', 'webapps'],
    [`/${familyWord}/v2/api/vessels/self/radars`, '{}', 'radars'],
  ] as const
).map(([path, body, name]) =>
  route({
    method: 'GET',
    path,
    scope: 'read',
    operationId: `family_no_${name}`,
    summary: `The boat has no ${name} for the family`,
    responses: { 200: { description: 'Always empty' } },
    handle: (_request, reply) => reply.type('application/json').send(body),
  }),
)

/** The addresses of the family. */
export const familyRoutes = (options: FamilyRoutesOptions): Route[] => [
  discoveryRoute(`/${familyWord}`, 'familyDiscover'),
  discoveryRoute(`/${familyWord}/`, 'familyDiscoverWithSlash'),
  featuresRoute(options),
  ...emptyRoutes,
  ...treeRoutes({
    productWord: familyWord,
    bootId: options.bootId,
    answer: ([map, ...rest]) =>
      options.answer(map === undefined ? [] : [map === 'atons' ? 'aton' : map, ...rest]),
    operationPrefix: 'family',
  }),
]
