import type { TreeAnswer } from '@marinedata/core'
import { MarineDataError, rootSchema, type ProductWord, Type } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { sendJson } from '../compression.ts'
import { route, type Route, type RouteRequest } from '../route.ts'

export interface TreeRoutesOptions {
  readonly productWord: ProductWord
  /** What stands at an address below the root. */
  readonly answer: (address: readonly string[]) => TreeAnswer | undefined
  /** Differs from start to start, because sequences begin anew. */
  readonly bootId: string
}

/** The root object and every sub-path of it. */
export const treeRoutes = ({ productWord, answer, bootId }: TreeRoutesOptions): Route[] => {
  const base = `/${productWord}/v1/api`

  const handle = (
    request: RouteRequest<unknown, unknown, unknown>,
    reply: FastifyReply,
  ): FastifyReply | Promise<FastifyReply> => {
    const address = addressOf(request.path.slice(base.length))
    const found = address && answer(address)
    if (found === undefined) throw new MarineDataError('not-found', `Nothing is known at ${request.path}`)
    const tag = `"${bootId}-${found.sequence}"`
    reply.header('etag', `W/${tag}`).header('cache-control', 'no-cache')
    if (isKnown(request.header('if-none-match'), tag)) return reply.code(304).send()
    return sendJson(reply, found.body, request.header('accept-encoding'))
  }

  return [
    route({
      method: 'GET',
      path: base,
      scope: 'read',
      operationId: 'getRoot',
      summary: 'The root object: everything that is known',
      responses: { 200: { description: 'The root object', schema: rootSchema(productWord) } },
      handle,
    }),
    route({
      method: 'GET',
      path: `${base}/*`,
      scope: 'read',
      operationId: 'getBranch',
      summary: 'Any sub-path of the root object: a map, a vessel, a group, a leaf, or a member of one',
      responses: {
        200: { description: 'What stands there; a leaf carries its metadata', schema: Type.Unknown() },
      },
      problems: ['not-found'],
      handle,
    }),
  ]
}

/** Whether the client has what the tag stands for; weak and strong tags are the same here. */
const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(tag))

/** The decoded segments of an address, or undefined when they cannot be decoded. */
const addressOf = (path: string): readonly string[] | undefined => {
  try {
    const segments = path.split('/').filter((segment) => segment !== '')
    return path.includes('%') ? segments.map((segment) => decodeURIComponent(segment)) : segments
  } catch {
    return undefined
  }
}
