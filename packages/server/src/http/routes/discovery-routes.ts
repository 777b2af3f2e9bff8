import {
  Discovery,
  interfaceVersion,
  MarineDataError,
  Type,
  type PluginSandbox,
  type ProductWord,
  type Static,
} from '@marinedata/model'
import type { HealthCondition } from '#health/health-conditions.ts'
import { route, type Route } from '../route.ts'

export interface DiscoveryRoutesOptions {
  readonly productWord: ProductWord
  readonly serverVersion: string
  readonly self: string
  readonly isReady: () => boolean
  /** The present conditions that degrade the server. */
  readonly conditions: () => readonly HealthCondition[]
  /** Damage that was repaired at the start, as sentences for people. */
  readonly repairs: readonly string[]
  /** Whether plugins run in a sandbox; null while unknown. */
  readonly isolation: { report(): PluginSandbox | null }
}

const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded']),
    conditions: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'stable name for programs, such as `repaired` or `storage`' }),
          reason: Type.String({ description: 'sentence for people' }),
        }),
        { description: 'why the server is degraded' },
      ),
    ),
    repairs: Type.Optional(
      Type.Array(Type.String(), {
        description: 'damage that was repaired at the start; present when degraded',
      }),
    ),
    pluginSandbox: Type.Optional(
      Type.Boolean({
        description: 'false when plugins run without a sandbox of the operating system; absent otherwise',
      }),
    ),
  },
  { $id: 'Health' },
)

/** Discovery of the endpoints, and the health check. */
export const discoveryRoutes = (options: DiscoveryRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `/${options.productWord}`,
    scope: 'public',
    operationId: 'discover',
    summary: 'The endpoints, their versions and the server',
    responses: { 200: { description: 'The endpoints', schema: Discovery } },
    handle: (request) =>
      discoveryOf(options, request.header('host') ?? 'localhost', request.visitor.isEncrypted),
  }),
  route({
    method: 'GET',
    path: '/health',
    scope: 'public',
    operationId: 'getHealth',
    summary: 'The health of the server',
    responses: { 200: { description: 'The server is running', schema: Health } },
    problems: ['shutting-down'],
    handle: () => {
      if (!options.isReady()) throw new MarineDataError('shutting-down', 'The server is shutting down')
      return healthOf(options)
    },
  }),
]

const healthOf = ({
  repairs,
  conditions: now,
  isolation,
}: Pick<DiscoveryRoutesOptions, 'repairs' | 'conditions' | 'isolation'>): Static<typeof Health> => {
  // A missing sandbox is reported but does not degrade the status: all functions of the boat work.
  const sandbox = isolation.report()?.active === false ? { pluginSandbox: false } : {}
  const repaired = repairs.map((reason) => ({ name: 'repaired', reason }))
  const conditions = [...repaired, ...now()]
  if (conditions.length === 0) return { status: 'ok', ...sandbox }
  const repairList = repairs.length > 0 && { repairs: [...repairs] }
  return { status: 'degraded', conditions, ...repairList, ...sandbox }
}

/** @param host the host name that the client used, from the `Host` header */
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
