import type { Asker } from '@marinedata/core'
import { actorKey, MarineDataError } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import type { RouteRequest } from '../route.ts'

export type AskingRequest = RouteRequest<unknown, { readonly provider?: string }, unknown>

/** The caller, as an asker of a plugin that provides answers. A client that disconnects cancels its question. */
export const askerOf = ({ principal, query }: AskingRequest, reply: FastifyReply): Asker => {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new MarineDataError('unconfirmed', 'The client has disconnected')))
  return { who: actorKey(principal), provider: query.provider, signal: gone.signal }
}
