import type { Access } from '@marinedata/core'
import { MarineDataError, Type } from '@marinedata/model'
import { createHash, randomBytes } from 'node:crypto'
import { route, type Route } from '../http/route.ts'
import { requestAddress, type FamilyReply, type FamilyRequests } from './family-requests.ts'
import { familyWord } from './family-names.ts'

export interface AccessRequestOptions {
  readonly isOpen: boolean
  readonly pairings: Pick<Access['pairings'], 'request' | 'collect'>
  readonly requests: FamilyRequests
  /** The token in the shape that apps can read. */
  readonly tokenOf: (secret: string, expiresAt: string | undefined) => string
}

const AccessRequest = Type.Object(
  {
    clientId: Type.String({ minLength: 1, maxLength: 256 }),
    description: Type.String({ minLength: 1, maxLength: 256 }),
  },
  { $id: 'FamilyAccessRequest', additionalProperties: true },
)

const Reply = Type.Object(
  { requestId: Type.String(), state: Type.String(), statusCode: Type.Integer() },
  { $id: 'FamilyReply' },
)

/** A name that a device can write under: what the app calls itself, and a part of its id. */
const nameOf = (description: string, clientId: string): string => {
  const words = description.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? []
  const id = clientId.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 6)
  return [words.join('-').slice(0, 48).replace(/-$/, '') || 'app', id].filter((part) => part !== '').join('-')
}

const lookAt =
  (
    { pairings, tokenOf }: AccessRequestOptions,
    { id, pairing, verifier }: { readonly id: string; readonly pairing: string; readonly verifier: string },
  ) =>
  (from: string): FamilyReply => {
    const done = { requestId: id, state: 'COMPLETED', statusCode: 200 } as const
    try {
      const made = pairings.collect(pairing, verifier, from)
      if (made === undefined)
        return { requestId: id, state: 'PENDING', statusCode: 202, href: requestAddress(id) }
      const { expiresAt } = made.credential
      return {
        ...done,
        accessRequest: {
          permission: 'APPROVED',
          token: tokenOf(made.token, expiresAt),
          ...(expiresAt !== undefined && { expirationTime: expiresAt }),
        },
      }
    } catch (error) {
      if (error instanceof MarineDataError && error.code === 'not-found')
        return { ...done, accessRequest: { permission: 'DENIED' } }
      throw error
    }
  }

/** Devices and apps ask for access. The owner decides in the console, as for every device that is paired. */
export const accessRequestRoutes = (options: AccessRequestOptions): Route[] => [
  askingRoute(options),
  requestRoute(options),
]

const askingRoute = (options: AccessRequestOptions): Route => {
  const { isOpen, pairings, requests } = options
  return route({
    method: 'POST',
    path: `/${familyWord}/v1/access/requests`,
    scope: 'public',
    operationId: 'familyAskAccess',
    summary: 'Asks the owner for access',
    body: AccessRequest,
    responses: { 202: { description: 'The owner has to decide', schema: Reply } },
    problems: ['invalid-body', 'invalid-value', 'too-many-requests', 'not-found'],
    handle: ({ body: { clientId, description }, address }, reply) => {
      // Devices take this for a boat that needs no token.
      if (isOpen) throw new MarineDataError('not-found', 'An open boat needs no access requests')
      const verifier = randomBytes(32).toString('base64url')
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const pairing = pairings.request({ name: nameOf(description, clientId), challenge }, address, true)
      const id = requests.newId()
      requests.addAccess(id, lookAt(options, { id, pairing: pairing.id, verifier }))
      return reply.code(202).send({
        requestId: id,
        state: 'PENDING',
        statusCode: 202,
        href: requestAddress(id),
      } satisfies FamilyReply)
    },
  })
}

const requestRoute = ({ requests }: AccessRequestOptions): Route =>
  route({
    method: 'GET',
    path: `/${familyWord}/v1/requests/:id`,
    scope: 'public',
    operationId: 'familyRequest',
    summary: 'What became of a request. Its id is known only to the app that sent it',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    responses: { 200: { description: 'The state', schema: Reply } },
    problems: ['not-found', 'too-many-requests'],
    handle: ({ params: { id }, address }, reply) => {
      reply.header('cache-control', 'no-store')
      return requests.find(id, address)
    },
  })
