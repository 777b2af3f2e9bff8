import type { AutopilotRequester } from '@marinedata/core'
import {
  completed,
  AuditEntry,
  Completed,
  HelmRequest,
  HelmState,
  HelmTaken,
  Type,
  type ProblemCode,
} from '@marinedata/model'
import { askerOf, pilotParams } from './autopilot-routes.ts'
import { route, type Route } from '../route.ts'

export interface HelmRoutesOptions {
  /** `…/vessels/self/autopilots` */
  readonly base: string
  readonly helm: {
    helm(id: string): HelmState
    takeHelm(id: string, request: HelmRequest, asker: AutopilotRequester): HelmTaken
    releaseHelm(id: string, asker: AutopilotRequester): void
  }
  /** The newest commands to a device, newest first. */
  readonly audit: (
    id: string,
    page: { readonly limit: number; readonly before: number },
  ) => Promise<AuditEntry[]>
}

const problems: readonly ProblemCode[] = ['autopilot-not-found', 'no-default-autopilot', 'helm-held']
export const auditQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    before: Type.Optional(
      Type.Integer({ minimum: 1, description: 'returns only entries with a lower number' }),
    ),
  },
  { additionalProperties: false },
)
const auditPage = 50

const holdingRoutes = ({ base, helm }: HelmRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/:id/helm`,
    scope: 'read',
    operationId: 'getHelm',
    summary: 'The client that holds the helm, if any',
    params: pilotParams,
    responses: { 200: { description: 'The holder, if any', schema: HelmState } },
    problems: problems.slice(0, 2),
    handle: (request) => helm.helm(request.params.id),
  }),
  route({
    method: 'PUT',
    path: `${base}/:id/helm`,
    scope: 'autopilot.command',
    operationId: 'takeHelm',
    summary: 'Takes the helm; other commands than disengage then need the lease in `X-Helm-Lease`',
    params: pilotParams,
    body: HelmRequest,
    responses: { 200: { description: 'The lease', schema: HelmTaken } },
    problems,
    handle: (request) => helm.takeHelm(request.params.id, request.body, askerOf(request)),
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id/helm`,
    scope: 'autopilot.command',
    operationId: 'releaseHelm',
    summary: 'Releases the helm',
    params: pilotParams,
    responses: { 200: { description: 'Released: every client may send commands', schema: Completed } },
    problems,
    handle: (request) => {
      helm.releaseHelm(request.params.id, askerOf(request))
      return completed
    },
  }),
]

const auditRoute = ({ base, audit }: HelmRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/:id/audit`,
    scope: 'admin',
    operationId: 'getAutopilotAudit',
    summary: 'The commands to this autopilot, newest first; each entry contains the hash of the previous one',
    params: pilotParams,
    query: auditQuery,
    responses: { 200: { description: 'Entries', schema: Type.Array(AuditEntry) } },
    problems: problems.slice(0, 2),
    handle: (request) => {
      const { limit = auditPage, before = Number.MAX_SAFE_INTEGER } = request.query
      return audit(request.params.id, { limit, before })
    },
  })

/** The helm of an autopilot, and the audit of its commands. */
export const helmRoutes = (options: HelmRoutesOptions): Route[] => [
  ...holdingRoutes(options),
  auditRoute(options),
]
