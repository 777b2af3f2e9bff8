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
  /** Everything that degrades the server now. */
  readonly conditions: () => readonly HealthCondition[]
  /** What was damaged and put right at the start, as people read it. */
  readonly repairs: readonly string[]
  /** Whether plugins run in a sandbox; undefined while it is not known. */
  readonly walls: { report(): PluginSandbox | null }
}

const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded']),
    conditions: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'stable, for programs: `repaired`, `storage`' }),
          reason: Type.String({ description: 'for people' }),
        }),
        { description: 'why it is degraded' },
      ),
    ),
    repairs: Type.Optional(
      Type.Array(Type.String(), {
        description: 'what was damaged and put right at the start; when degraded',
      }),
    ),
    pluginSandbox: Type.Optional(
      Type.Boolean({
        description: 'false when plugins run without a sandbox of the operating system; else absent',
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
      return healthOf(options)
    },
  }),
]

const healthOf = ({
  repairs,
  conditions: now,
  walls,
}: Pick<DiscoveryRoutesOptions, 'repairs' | 'conditions' | 'walls'>): Static<typeof Health> => {
  // It degrades nothing that the boat does: it is said, and the status stays.
  const lacking = walls.report()?.active === false ? { pluginSandbox: false } : {}
  const repaired = repairs.map((reason) => ({ name: 'repaired', reason }))
  const conditions = [...repaired, ...now()]
  if (conditions.length === 0) return { status: 'ok', ...lacking }
  const repairsTold = repairs.length > 0 && { repairs: [...repairs] }
  return { status: 'degraded', conditions, ...repairsTold, ...lacking }
}

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
