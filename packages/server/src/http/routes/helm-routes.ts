import type { Asker } from '@marinedata/core'
import {
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
    takeHelm(id: string, request: HelmRequest, asker: Asker): HelmTaken
    releaseHelm(id: string, asker: Asker): void
  }
  /** The newest commands to a device, newest first. */
  readonly audit: (id: string, page: { readonly limit: number; readonly before: number }) => AuditEntry[]
}

const problems: readonly ProblemCode[] = ['autopilot-not-found', 'no-default-autopilot', 'helm-held']
const completed: Completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }
export const auditQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    before: Type.Optional(Type.Integer({ minimum: 1, description: 'only entries with a lower number' })),
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
    summary: 'Whether one client alone may command, and who',
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
    summary: 'Takes the helm: only commands with the lease in `X-Helm-Lease` are heeded, but for disengage',
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
    summary: 'Gives the helm up',
    params: pilotParams,
    responses: { 200: { description: 'Anyone may command again', schema: Completed } },
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
    summary: 'The commands that were given, newest first; each holds the hash of the one before it',
    params: pilotParams,
    query: auditQuery,
    responses: { 200: { description: 'Entries', schema: Type.Array(AuditEntry) } },
    problems: problems.slice(0, 2),
    handle: (request) => {
      const { limit = auditPage, before = Number.MAX_SAFE_INTEGER } = request.query
      return audit(request.params.id, { limit, before })
    },
  })

/** Who has the helm, and what was done with it. */
export const helmRoutes = (options: HelmRoutesOptions): Route[] => [
  ...holdingRoutes(options),
  auditRoute(options),
]
