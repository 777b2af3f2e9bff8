import type { Access } from '@marinedata/core'
import {
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
import { byOf } from './crew-routes.ts'
import { route, type ResponseShape, type Route, type RouteRequest } from '../route.ts'

export interface AccessRoutesOptions {
  /** `/<word>/v2/api/access` */
  readonly base: string
  readonly access: Pick<Access, 'claim' | 'credentials' | 'people' | 'pairings' | 'tickets'>
  /** Whether everyone on this machine is let in. */
  readonly isOpen: boolean
  /** What may be done by those roles. */
  readonly scopesOf: (roles: readonly Role[]) => Scope[]
  /** The cookie that has a browser keep the secret; with an empty one, forget it. */
  readonly cookie: (secret: string, isEncrypted: boolean) => string
  /** The code that was printed is no longer good: there is an owner, or it was wrong too often. */
  readonly onClaimEnded: () => void
}

type AnyRequest = RouteRequest<unknown, unknown, unknown>

const completed: Completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }
const done: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'Done', schema: Completed },
}
const idParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** Gives the secret in the way that the caller can keep it. */
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

const wrongTries: readonly ProblemCode[] = ['wrong-secret', 'too-many-requests', 'tls-required']
const welcome = { 200: { description: 'Signed in', schema: SignedIn } }

const meRoute = ({ base, access, isOpen, scopesOf }: AccessRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/me`,
    scope: 'public',
    operationId: 'getMe',
    summary: 'Who the server takes the caller for, and whether the boat has an owner',
    responses: { 200: { description: 'The caller', schema: Visitor } },
    handle: ({ principal: { name, label = name, roles }, visitor }, reply): Visitor => {
      reply.header('cache-control', 'no-store')
      return {
        boat: isOpen ? 'open' : access.claim.isClaimed ? 'claimed' : 'unclaimed',
        name: roles.length === 0 ? null : label,
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
      'Makes the first owner, with the code that the server printed; once, and over https or on the boat’s own computer',
    body: JoinRequest,
    responses: welcome,
    problems: ['already-claimed', 'wrong-secret', 'too-many-requests', 'invalid-value', 'tls-required'],
    handle: async (request, reply) => {
      if (!request.visitor.isGuarded)
        throw new MarineDataError('tls-required', 'Others could listen: open the https address of the boat')
      try {
        const made = await options.access.people.claim(request.body, request.address)
        return signedIn(options, made, { request, reply, keep: request.body.keep ?? 'cookie' })
      } finally {
        if (options.access.claim.code === undefined) options.onClaimEnded()
      }
    },
  })

/** How people become known, and prove it. */
const peopleRoutes = (options: AccessRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${options.base}/join`,
    scope: 'public',
    operationId: 'joinCrew',
    summary: 'Makes a person, with the code of an invitation',
    body: JoinRequest,
    responses: welcome,
    problems: [...wrongTries, 'name-taken', 'invalid-value', 'storage-full'],
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
    responses: welcome,
    problems: wrongTries,
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

/** A device without a keyboard asks, waits and collects. */
const pairingRoutes = (options: AccessRoutesOptions): Route[] => {
  const { base, access } = options
  return [
    route({
      method: 'POST',
      path: `${base}/pairings`,
      scope: 'public',
      operationId: 'askPairing',
      summary: 'A device asks to be let in, and shows the six digits that it gets',
      body: PairingRequest,
      responses: { 200: { description: 'It waits', schema: PairingMade } },
      problems: ['too-many-requests'],
      handle: ({ body, address }) => access.pairings.ask(body, address),
    }),
    route({
      method: 'POST',
      path: `${base}/pairings/:id/collect`,
      scope: 'public',
      operationId: 'collectPairing',
      summary: 'The device that asked collects its secret, once; 202 while the owner has not decided',
      params: idParams,
      body: PairingCollection,
      responses: {
        200: { description: 'Let in', schema: SignedIn },
        202: { description: 'Not decided yet', schema: PairingPending },
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

/** How those who are signed in open a stream, and leave. */
const ownRoutes = ({ base, access, cookie }: AccessRoutesOptions): Route[] => [
  route({
    method: 'POST',
    path: `${base}/ticket`,
    scope: 'read',
    operationId: 'getStreamTicket',
    summary: 'A ticket with which a browser opens one stream',
    responses: { 200: { description: 'The ticket', schema: StreamTicket } },
    problems: ['too-many-requests'],
    handle: ({ principal }, reply) => {
      reply.header('cache-control', 'no-store')
      return access.tickets.give(principal)
    },
  }),
  route({
    method: 'POST',
    path: `${base}/sign-out`,
    scope: 'read',
    operationId: 'signOut',
    summary: 'Ends the session or token by which this is asked, and the streams that it opened',
    responses: done,
    handle: (request, reply) => {
      const { credential } = request.principal
      if (credential !== undefined) access.credentials.revoke(credential, byOf(request))
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
    summary: 'Changes the own pass-phrase, and signs out everywhere else',
    body: PassphraseChange,
    responses: done,
    problems: ['wrong-secret', 'too-many-requests', 'invalid-value'],
    handle: async ({ body, principal, address }) => {
      await access.people.changePassphrase(body, principal, address)
      return completed
    },
  })

/** How strangers are let in, and what those who were do for themselves. */
export const accessRoutes = (options: AccessRoutesOptions): Route[] => [
  meRoute(options),
  claimRoute(options),
  ...peopleRoutes(options),
  ...pairingRoutes(options),
  ...ownRoutes(options),
  passphraseRoute(options),
]
