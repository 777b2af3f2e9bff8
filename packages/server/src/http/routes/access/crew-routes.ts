import type { Access } from '@marinedata/core'
import {
  completed,
  auditEventKinds,
  AuditPage,
  Completed,
  Credential,
  CredentialChange,
  Invitation,
  InvitationMade,
  InvitationRequest,
  Pairing,
  PairingApproval,
  Person,
  RoleChange,
  TokenMade,
  TokenRequest,
  Type,
} from '@marinedata/model'
import type { AuditPageRequest } from '#storage/audit-log.ts'
import { actorOf } from '#gate.ts'
import { route, type ResponseShape, type Route } from '#http/route.ts'
import { auditQuery } from '../helm-routes.ts'

export interface CrewRoutesOptions {
  /** `/<word>/v2/api/access` */
  readonly base: string
  readonly access: Pick<Access, 'credentials' | 'people' | 'pairings' | 'createToken'>
  readonly audit: (page: AuditPageRequest) => Promise<AuditPage>
}

const done: Readonly<Record<number, ResponseShape>> = { 200: { description: 'Done', schema: Completed } }
const idParams = Type.Object({ id: Type.String({ maxLength: 64 }) })
const nameParams = Type.Object({ name: Type.String({ maxLength: 64 }) })
const auditPage = 50
const auditPageQuery = Type.Object(
  { ...auditQuery.properties, kind: Type.Optional(Type.Enum(['command', ...auditEventKinds])) },
  { additionalProperties: false },
)

/** Pairings that wait for the owner's decision. */
const pairingRoutes = ({ base, access }: CrewRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/pairings`,
    scope: 'admin',
    operationId: 'getPairings',
    summary: 'Devices that wait for approval',
    responses: { 200: { description: 'The waiting pairings', schema: Type.Array(Pairing) } },
    handle: () => access.pairings.list(),
  }),
  route({
    method: 'POST',
    path: `${base}/pairings/:id/approve`,
    scope: 'admin',
    operationId: 'approvePairing',
    summary: 'Approves a device by the digits that it shows',
    params: idParams,
    body: PairingApproval,
    responses: done,
    problems: ['not-found', 'wrong-secret', 'too-many-requests', 'invalid-value'],
    handle: (request) => {
      access.pairings.approve(request.params.id, request.body, actorOf(request))
      return completed
    },
  }),
]

const rejectionRoutes = ({ base, access }: CrewRoutesOptions): Route[] => [
  route({
    method: 'DELETE',
    path: `${base}/pairings/:id`,
    scope: 'admin',
    operationId: 'refusePairing',
    summary: 'Rejects a device',
    params: idParams,
    responses: done,
    problems: ['not-found'],
    handle: (request) => {
      access.pairings.reject(request.params.id)
      return completed
    },
  }),
  route({
    method: 'DELETE',
    path: `${base}/pairings`,
    scope: 'admin',
    operationId: 'refuseAllPairings',
    summary: 'Rejects all devices that wait for approval',
    responses: done,
    handle: () => {
      access.pairings.rejectAll()
      return completed
    },
  }),
]

const invitationRoutes = ({ base, access }: CrewRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/invitations`,
    scope: 'admin',
    operationId: 'getInvitations',
    summary: 'The invitations that nobody has used yet',
    responses: { 200: { description: 'Without their codes', schema: Type.Array(Invitation) } },
    handle: () => access.people.invitations(),
  }),
  route({
    method: 'DELETE',
    path: `${base}/invitations/:id`,
    scope: 'admin',
    operationId: 'withdrawInvitation',
    summary: 'Withdraws an invitation: its code is not valid any more',
    params: idParams,
    responses: done,
    problems: ['not-found'],
    handle: (request) => {
      access.people.withdraw(request.params.id, actorOf(request))
      return completed
    },
  }),
  route({
    method: 'POST',
    path: `${base}/invitations`,
    scope: 'admin',
    operationId: 'invite',
    summary: 'Creates a code with which one person can join once',
    body: InvitationRequest,
    responses: { 200: { description: 'The code; it cannot be shown again', schema: InvitationMade } },
    handle: (request, reply) => {
      reply.header('cache-control', 'no-store')
      return access.people.invite(request.body, actorOf(request))
    },
  }),
]

/** Management of people, for the owner. */
const peopleRoutes = ({ base, access }: CrewRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${base}/people`,
    scope: 'admin',
    operationId: 'getPeople',
    summary: 'All people who can sign in',
    responses: { 200: { description: 'People', schema: Type.Array(Person) } },
    handle: () => access.people.list(),
  }),
  route({
    method: 'PUT',
    path: `${base}/people/:name`,
    scope: 'admin',
    operationId: 'setRole',
    summary: 'Changes the role of a person',
    params: nameParams,
    body: RoleChange,
    responses: done,
    problems: ['not-found', 'last-owner'],
    handle: (request) => {
      access.people.setRole(request.params.name, request.body.role, actorOf(request))
      return completed
    },
  }),
  route({
    method: 'DELETE',
    path: `${base}/people/:name`,
    scope: 'admin',
    operationId: 'removePerson',
    summary: 'Removes a person, and revokes that person’s sessions and tokens',
    params: nameParams,
    responses: done,
    problems: ['not-found', 'last-owner'],
    handle: (request) => {
      access.people.remove(request.params.name, actorOf(request))
      return completed
    },
  }),
]

const tokenInAddressRoute = ({ base, access }: CrewRoutesOptions): Route =>
  route({
    method: 'PUT',
    path: `${base}/credentials/:id`,
    scope: 'admin',
    operationId: 'changeCredential',
    summary: 'Decides what the token of an app of the Signal K family may do in the address of a stream',
    params: idParams,
    body: CredentialChange,
    responses: done,
    problems: ['not-found', 'invalid-body', 'invalid-value', 'storage-full'],
    handle: (request) => {
      const { params, body } = request
      access.credentials.setTokenInAddress(params.id, body.tokenInAddress, actorOf(request))
      return completed
    },
  })

/** Management of tokens and sessions, for the owner. */
const credentialRoutes = (options: CrewRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `${options.base}/credentials`,
    scope: 'admin',
    operationId: 'getCredentials',
    summary: 'All tokens and sessions, with their last use',
    responses: { 200: { description: 'Without their secrets', schema: Type.Array(Credential) } },
    handle: () => options.access.credentials.list(),
  }),
  route({
    method: 'POST',
    path: `${options.base}/tokens`,
    scope: 'admin',
    operationId: 'makeToken',
    summary: 'Creates a token for a program or a device',
    body: TokenRequest,
    responses: { 200: { description: 'The token; it cannot be shown again', schema: TokenMade } },
    problems: ['invalid-value', 'storage-full'],
    handle: (request, reply) => {
      reply.header('cache-control', 'no-store')
      return options.access.createToken(request.body, actorOf(request))
    },
  }),
  tokenInAddressRoute(options),
  route({
    method: 'DELETE',
    path: `${options.base}/credentials/:id`,
    scope: 'admin',
    operationId: 'revoke',
    summary: 'Revokes a token or session and closes its streams',
    params: idParams,
    responses: done,
    problems: ['not-found'],
    handle: (request) => {
      options.access.credentials.revoke(request.params.id, actorOf(request))
      return completed
    },
  }),
]

const auditRoute = ({ base, audit }: CrewRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/audit`,
    scope: 'admin',
    operationId: 'getAudit',
    summary: 'The audit log, newest first; each entry contains the hash of the previous one',
    query: auditPageQuery,
    responses: { 200: { description: 'Entries', schema: AuditPage } },
    handle: ({ query: { limit = auditPage, before = Number.MAX_SAFE_INTEGER, kind } }) =>
      audit({ limit, before, ...(kind !== undefined && { kind }) }),
  })

/** Management of people, credentials and pairings, and the audit log. */
export const crewRoutes = (options: CrewRoutesOptions): Route[] => [
  ...[pairingRoutes, rejectionRoutes, peopleRoutes, credentialRoutes, invitationRoutes].flatMap((routes) =>
    routes(options),
  ),
  auditRoute(options),
]
