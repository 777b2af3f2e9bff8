import type { TreeAnswer } from '@marinedata/core'
import { MarineDataError, rootSchema, Type, type ProductWord, type Static } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import { sendJson } from '../compression.ts'
import { route, type Route, type RouteRequest } from '../route.ts'

export interface TreeRoutesOptions {
  readonly productWord: ProductWord
  /** The part of the tree at an address below the root; with the metadata of every leaf if that is wanted. */
  readonly answer: (address: readonly string[], hasMetadata: boolean) => TreeAnswer | undefined
  /** Distinguishes the operations of another door to the same tree. */
  readonly operationPrefix?: string
  /** Unique per start: sequences restart at each start, and entity tags must not repeat. */
  readonly bootId: string
}

const TreeQuery = Type.Object(
  {
    sendMeta: Type.Optional(
      Type.Enum(['all', 'none'], {
        description:
          'all: every leaf has its metadata; none, as when it is absent: only a leaf asked for by itself',
      }),
    ),
  },
  { additionalProperties: true },
)

type TreeRequest = RouteRequest<unknown, Static<typeof TreeQuery>, unknown>

/** Answers requests for a part of the tree below an address. */
const answering =
  (base: string, { answer, bootId }: TreeRoutesOptions) =>
  (request: TreeRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const address = addressOf(request.path.slice(base.length))
    const found = address && answer(address, request.query.sendMeta === 'all')
    if (found === undefined) throw new MarineDataError('not-found', `There is nothing at ${request.path}`)
    const tag = `"${bootId}-${found.sequence}"`
    reply.header('etag', `W/${tag}`).header('cache-control', 'no-cache')
    if (isCached(request.header('if-none-match'), tag)) return reply.code(304).send()
    return sendJson(reply, found.body, request.header('accept-encoding'))
  }

/** The root object and every sub-path of it. */
export const treeRoutes = (options: TreeRoutesOptions): Route[] => {
  const { productWord, operationPrefix } = options
  const operation = (name: string): string =>
    operationPrefix === undefined ? name : `${operationPrefix}${name[0]?.toUpperCase()}${name.slice(1)}`
  const base = `/${productWord}/v1/api`
  const handle = answering(base, options)
  return [
    route({
      method: 'GET',
      path: base,
      scope: 'read',
      operationId: operation('getRoot'),
      summary: 'The root object: the whole tree',
      query: TreeQuery,
      responses: { 200: { description: 'The root object', schema: rootSchema(productWord) } },
      problems: ['invalid-query'],
      handle,
    }),
    route({
      method: 'GET',
      path: `${base}/*`,
      scope: 'read',
      operationId: operation('getBranch'),
      summary: 'Any sub-path of the root object: a map, a vessel, a group, a leaf, or a member of one',
      query: TreeQuery,
      responses: {
        200: { description: 'The part of the tree; a leaf includes its metadata', schema: Type.Unknown() },
      },
      problems: ['not-found', 'invalid-query'],
      handle,
    }),
  ]
}

/** Whether the client has the version of this tag; weak and strong tags are treated alike. */
const isCached = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(tag))

/** Decodes the segments of a path; undefined when they cannot be decoded. */
const addressOf = (path: string): readonly string[] | undefined => {
  try {
    const segments = path.split('/').filter((segment) => segment !== '')
    return path.includes('%') ? segments.map((segment) => decodeURIComponent(segment)) : segments
  } catch {
    return undefined
  }
}
