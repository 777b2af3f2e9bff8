import { Discovery, interfaceVersion, MarineDataError, Type, type ProductWord } from '@marinedata/model'
import { route, type Route } from '../route.ts'

export interface DiscoveryRoutesOptions {
  readonly productWord: ProductWord
  readonly serverVersion: string
  readonly self: string
  readonly isReady: () => boolean
  /** What was damaged and put right at the start, as people read it. */
  readonly repairs: readonly string[]
}

const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded']),
    repairs: Type.Optional(
      Type.Array(Type.String(), {
        description: 'what was damaged and put right at the start; when degraded',
      }),
    ),
  },
  { $id: 'Health' },
)

/** Where everything is, and whether the server is there. */
export const discoveryRoutes = (options: DiscoveryRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `/${options.productWord}`,
    scope: 'public',
    operationId: 'discover',
    summary: 'Endpoints, versions and the server',
    responses: { 200: { description: 'Where everything is', schema: Discovery } },
    handle: (request) =>
      discoveryOf(options, request.header('host') ?? 'localhost', request.visitor.isEncrypted),
  }),
  route({
    method: 'GET',
    path: '/health',
    scope: 'public',
    operationId: 'getHealth',
    summary: 'Whether the server is up',
    responses: { 200: { description: 'It is', schema: Health } },
    problems: ['shutting-down'],
    handle: () => {
      if (!options.isReady()) throw new MarineDataError('shutting-down', 'The server is shutting down')
      const { repairs } = options
      return repairs.length === 0 ? { status: 'ok' as const } : { status: 'degraded' as const, repairs }
    },
  }),
]

/** @param host the address as the client knows it, from its own request */
const discoveryOf = (
  { productWord, serverVersion, self }: DiscoveryRoutesOptions,
  host: string,
  isEncrypted: boolean,
): Discovery => {
  const base = `${host}/${productWord}`
  const version = interfaceVersion.slice(1)
  const [http, ws] = isEncrypted ? ['https', 'wss'] : ['http', 'ws']
  return {
    endpoints: {
      v1: { version, 'rest-http': `${http}://${base}/v1/api/`, 'stream-ws': `${ws}://${base}/v1/stream` },
      v2: { version, 'rest-http': `${http}://${base}/v2/api/` },
    },
    server: { id: productWord, version: serverVersion },
    self,
    version: interfaceVersion,
  }
}
