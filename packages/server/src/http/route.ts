import { type ProblemCode, type Scope, type Static, type TSchema } from '@marinedata/model'
import type { FastifyReply } from 'fastify'
import type { Principal } from '@marinedata/core'
import type { Visitor } from '../gate.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** What an answer is, for the document. */
export interface ResponseShape {
  readonly description: string
  readonly schema?: TSchema
  readonly contentType?: string
}

/** A request as a handler sees it: checked, and by someone known. */
export interface RouteRequest<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Who asks, and over what line. */
  readonly visitor: Visitor
  readonly principal: Principal
  /** Where the request came from. */
  readonly address: string
  /** The path of the address without the query, still encoded. */
  readonly path: string
  header(name: string): string | undefined
}

export interface RouteShape<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  readonly method: Method
  /** Fastify's notation; `:name` for a part, `*` for the rest. */
  readonly path: string
  /** Nothing is reachable without one. */
  readonly scope: Scope
  readonly operationId: string
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Whatever is sent along is not even looked at: this must not fail for it. */
  readonly ignoresBody?: boolean
  readonly responses: Readonly<Record<number, ResponseShape>>
  readonly problems?: readonly ProblemCode[]
  readonly handle: (
    request: RouteRequest<Static<Params>, Static<Query>, Static<Body>>,
    reply: FastifyReply,
  ) => unknown
}

/** A route with its types closed over: ready for the table. */
export type Route = RouteShape<TSchema, TSchema, TSchema>

/** Defines a route; the types of the handler's request come from the schemas. */
export const route = <
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
>(
  shape: RouteShape<Params, Query, Body>,
): Route => shape
