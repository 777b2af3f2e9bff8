import type { Access } from '@marinedata/core'
import {
  completed,
  Completed,
  JoinRequest,
  MarineDataError,
  PairingCollection,
  PairingMade,
  PairingPending,
  PairingRequest,
  PassphraseChange,
  SignedIn,
  SignInRequest,
  StreamTicket,
  Type,
  Visitor,
  type Keeping,
  type ProblemCode,
  type Role,
  type Scope,
  type TokenMade,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type ResponseShape, type Route, type RouteRequest } from '#http/route.ts'

export interface AccessRoutesOptions {
  /** `/<word>/v2/api/access` */
  readonly base: string
  readonly access: Pick<Access, 'claim' | 'credentials' | 'people' | 'pairings' | 'tickets'>
  /** In open mode, local clients need no authentication. */
  readonly isOpen: boolean
  /** The scopes of these roles together. */
  readonly scopesOf: (roles: readonly Role[]) => Scope[]
  /** The `Set-Cookie` value that stores the secret in the browser; an empty secret deletes it. */
  readonly cookie: (secret: string, isEncrypted: boolean) => string
  /** Called when the printed claim code becomes invalid: there is an owner, or there were too many wrong attempts. */
  readonly onClaimEnded: () => void
}

type AnyRequest = RouteRequest<unknown, unknown, unknown>

const done: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'Done', schema: Completed },
}
const idParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** Returns the secret as a cookie or in the body, as the caller chose. */
const signedIn = (
  { cookie }: AccessRoutesOptions,
  { credential, token }: TokenMade,
  { request, reply, keep }: { request: AnyRequest; reply: Parameters<Route['handle']>[1]; keep: Keeping },
): SignedIn => {
  reply.header('cache-control', 'no-store')
  if (keep === 'token') return { credential, token }
  reply.header('set-cookie', cookie(token, request.visitor.isEncrypted))
  return { credential }
}

const signInProblems: readonly ProblemCode[] = ['wrong-secret', 'too-many-requests', 'tls-required']
const signedInResponse = { 200: { description: 'Signed in', schema: SignedIn } }

const meRoute = ({ base, access, isOpen, scopesOf }: AccessRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/me`,
    scope: 'public',
    operationId: 'getMe',
    summary: 'The caller with its roles and scopes, and whether the boat has an owner',
    responses: { 200: { description: 'The caller', schema: Visitor } },
    handle: ({ principal: { name, roles }, visitor }, reply): Visitor => {
      reply.header('cache-control', 'no-store')
      return {
        boat: isOpen ? 'open' : access.claim.isClaimed ? 'claimed' : 'unclaimed',
        name: roles.length === 0 ? null : name,
        roles: [...roles],
        scopes: scopesOf(roles),
        mayAdminister: visitor.isGuarded && roles.includes('owner'),
      }
    },
  })

const claimRoute = (options: AccessRoutesOptions): Route =>
  route({
    method: 'POST',
    path: `${options.base}/claim`,
    scope: 'public',
    operationId: 'claimBoat',
    summary:
      'Creates the first owner with the code that the server printed; once, over https or on the boat’s own computer',
    body: JoinRequest,
    responses: signedInResponse,
    problems: ['already-claimed', 'wrong-secret', 'too-many-requests', 'invalid-value', 'tls-required'],
    handle: async (request, reply) => {
      if (!request.visitor.isGuarded)
        throw new MarineDataError(
          'tls-required',
          'This connection is not encrypted. Open the https address of the boat.',
        )
      try {
        const made = await options.access.people.claim(request.body, request.address)
        return signedIn(options, made, { request, reply, keep: request.body.keep ?? 'cookie' })
      } finally {
        if (options.access.claim.code === undefined) options.onClaimEnded()
      }
    },
  })

/** Joining and signing in. */
const peopleRoutes = (options: AccessRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${options.base}/join`,
    scope: 'public',
    operationId: 'joinCrew',
    summary: 'Creates a person with the code of an invitation',
    body: JoinRequest,
    responses: signedInResponse,
    problems: [...signInProblems, 'name-taken', 'invalid-value', 'storage-full'],
    handle: async (request, reply) => {
      const made = await options.access.people.join(request.body, request.address, request.visitor.isGuarded)
      return signedIn(options, made, { request, reply, keep: request.body.keep ?? 'cookie' })
    },
  }),
  route({
    method: 'POST',
    path: `${options.base}/sign-in`,
    scope: 'public',
    operationId: 'signIn',
    summary: 'Signs a person in',
    body: SignInRequest,
    responses: signedInResponse,
    problems: signInProblems,
    handle: async (request, reply) => {
      const made = await options.access.people.signIn(
        request.body,
        request.address,
        request.visitor.isGuarded,
      )
      return signedIn(options, made, { request, reply, keep: request.body.keep ?? 'cookie' })
    },
  }),
]

/** Pairing of a device without a keyboard: it requests a token, waits and collects it. */
const pairingRoutes = (options: AccessRoutesOptions): Route[] => {
  const { base, access } = options
  return [
    route({
      method: 'POST',
      path: `${base}/pairings`,
      scope: 'public',
      operationId: 'askPairing',
      summary: 'Requests pairing for a device, which shows the six digits that it receives',
      body: PairingRequest,
      responses: { 200: { description: 'The pairing waits for approval', schema: PairingMade } },
      problems: ['too-many-requests'],
      handle: ({ body, address }) => access.pairings.request(body, address),
    }),
    route({
      method: 'POST',
      path: `${base}/pairings/:id/collect`,
      scope: 'public',
      operationId: 'collectPairing',
      summary: 'Returns the secret to the paired device, once; 202 until the owner has decided',
      params: idParams,
      body: PairingCollection,
      responses: {
        200: { description: 'Approved', schema: SignedIn },
        202: { description: 'Waiting for approval', schema: PairingPending },
      },
      problems: ['not-found', 'wrong-secret', 'too-many-requests'],
      handle: (request, reply) => {
        const { verifier, keep = 'token' } = request.body
        const made = access.pairings.collect(request.params.id, verifier, request.address)
        if (made !== undefined) return signedIn(options, made, { request, reply, keep })
        return reply.code(202).send({ state: 'PENDING' } satisfies PairingPending)
      },
    }),
  ]
}

/** Stream tickets and signing out, for signed-in clients. */
const ownRoutes = ({ base, access, cookie }: AccessRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${base}/ticket`,
    scope: 'read',
    operationId: 'getStreamTicket',
    summary: 'Creates a ticket with which a browser opens one stream',
    responses: { 200: { description: 'The ticket', schema: StreamTicket } },
    problems: ['too-many-requests'],
    handle: ({ principal }, reply) => {
      reply.header('cache-control', 'no-store')
      return access.tickets.issue(principal)
    },
  }),
  route({
    method: 'POST',
    path: `${base}/sign-out`,
    scope: 'read',
    operationId: 'signOut',
    summary: 'Revokes the session or token of this request and closes its streams',
    responses: done,
    handle: (request, reply) => {
      const { credential } = request.principal
      if (credential !== undefined) access.credentials.revoke(credential, actorOf(request))
      reply.header('set-cookie', cookie('', request.visitor.isEncrypted))
      return completed
    },
  }),
]

const passphraseRoute = ({ base, access }: AccessRoutesOptions): Route =>
  route({
    method: 'PUT',
    path: `${base}/passphrase`,
    scope: 'read',
    operationId: 'setPassphrase',
    summary: 'Changes the caller’s pass-phrase and ends all other sessions',
    body: PassphraseChange,
    responses: done,
    problems: ['wrong-secret', 'too-many-requests', 'invalid-value'],
    handle: async ({ body, principal, address }) => {
      await access.people.changePassphrase(body, principal, address)
      return completed
    },
  })

/** Claiming, joining, signing in, pairing, and what signed-in callers manage for themselves. */
export const accessRoutes = (options: AccessRoutesOptions): Route[] => [
  meRoute(options),
  claimRoute(options),
  ...peopleRoutes(options),
  ...pairingRoutes(options),
  ...ownRoutes(options),
  passphraseRoute(options),
]
