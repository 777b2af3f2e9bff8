import { type ProblemCode, type Scope, type Static, type TSchema } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import type { Principal } from '@marinedata/core'
import type { RouteDoor, Visitor } from '../gate.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** Describes a response, for the OpenAPI document. */
export interface ResponseShape {
  readonly description: string
  readonly schema?: TSchema
  readonly contentType?: string
}

/** The request as passed to a handler: validated and authorised. */
export interface RouteRequest<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The content of an upload, which the handler reads. Empty for other routes. */
  readonly upload: Readable
  /** The authenticated caller, with its connection. */
  readonly visitor: Visitor
  readonly principal: Principal
  /** The client's network address. */
  readonly address: string
  /** The path of the URL without the query, still encoded. */
  readonly path: string
  header(name: string): string | undefined
}

export interface RouteShape<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  readonly method: Method
  /** In Fastify's notation: `:name` for a segment, `*` for the rest. */
  readonly path: string
  /** Required of every caller. `public` routes need no authentication. */
  readonly scope: Scope
  /** The interface that the route belongs to; `own` when absent. Each has separate credentials. */
  readonly door?: RouteDoor
  readonly operationId: string
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** The largest body that is accepted; 64 kB when absent. */
  readonly bodyBytes?: number
  /** The body is neither parsed nor validated: a malformed body must not make this request fail. */
  readonly ignoresBody?: boolean
  /** The body is a file of any size and is passed on unread. The handler bounds it. */
  readonly isUpload?: boolean
  readonly responses: Readonly<Record<number, ResponseShape>>
  readonly problems?: readonly ProblemCode[]
  readonly handle: (
    request: RouteRequest<Static<Params>, Static<Query>, Static<Body>>,
    reply: FastifyReply,
  ) => unknown
}

/** A route of the table, without the types of its schemas. */
export type Route = RouteShape<TSchema, TSchema, TSchema>

/** Defines a route. The types of the handler's request are inferred from the schemas. */
export const route = <
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
>(
  shape: RouteShape<Params, Query, Body>,
): Route => shape
