import type { ProvidedResources, ResourceKind, Stored } from '@marinedata/core'
import {
  completed,
  ProvidedResource,
  ProvidedResourceList,
  Type,
  type Actor,
  type Static,
  type TSchema,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type ResponseShape, type Route as HttpRoute } from '../route.ts'

/** The operations on all resources of one kind. */
export interface Resources<Content> {
  list(): Stored<Content>[]
  find(id: string): Stored<Content>
  create(content: Content, by: Actor): Promise<Stored<Content>>
  change(id: string, content: Content, by: Actor): Promise<Stored<Content>>
  remove(id: string, by: Actor): Promise<Stored<Content>>
}

/** A kind of resource with the schemas and texts of its routes. */
export interface ResourceShape<Body extends TSchema> extends ResourceKind {
  readonly body: Body
  readonly item: TSchema
  readonly list: TSchema
  readonly completed: TSchema
  readonly summaries: { readonly change: string; readonly remove: string }
}

/** The name as used in operation ids: "Route". */
const capitalised = ({ name }: ResourceKind): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const params = Type.Object({ id: Type.String({ minLength: 1 }) })
/** Changing a route may change the course, so it needs the same scope. */
const scope = 'course.command'

const readingRoutes = <Body extends TSchema>(
  base: string,
  shape: ResourceShape<Body>,
  resources: Resources<Static<Body>>,
): HttpRoute[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: `get${capitalised(shape)}s`,
    summary: `All ${shape.plural}, in the order of their creation`,
    responses: { 200: { description: `The ${shape.plural}`, schema: shape.list } },
    handle: () => resources.list(),
  }),
  route({
    method: 'GET',
    path: `${base}/:id`,
    scope: 'read',
    operationId: `get${capitalised(shape)}`,
    summary: `One ${shape.name}`,
    params,
    responses: { 200: { description: `The ${shape.name}`, schema: shape.item } },
    problems: [shape.notFoundCode],
    handle: (request) => resources.find(request.params.id),
  }),
]

const doneOf = ({
  name,
  completed: schema,
}: ResourceShape<TSchema>): Readonly<Record<number, ResponseShape>> => ({
  200: { description: `Done and saved, with the ${name}`, schema },
})

const writingRoutes = <Body extends TSchema>(
  base: string,
  shape: ResourceShape<Body>,
  resources: Resources<Static<Body>>,
): HttpRoute[] => {
  const { name, body, summaries } = shape
  return [
    route({
      method: 'POST',
      path: base,
      scope,
      operationId: `make${capitalised(shape)}`,
      summary: `Creates a ${name}; the response contains its id`,
      body,
      responses: doneOf(shape),
      problems: ['invalid-body', 'storage-full'],
      handle: async (request) => ({
        ...completed,
        [name]: await resources.create(request.body, actorOf(request)),
      }),
    }),
    route({
      method: 'PUT',
      path: `${base}/:id`,
      scope,
      operationId: `change${capitalised(shape)}`,
      summary: summaries.change,
      params,
      body,
      responses: doneOf(shape),
      problems: ['invalid-body', shape.notFoundCode],
      handle: async (request) => ({
        ...completed,
        [name]: await resources.change(request.params.id, request.body, actorOf(request)),
      }),
    }),
  ]
}

const removingRoutes = <Body extends TSchema>(
  base: string,
  shape: ResourceShape<Body>,
  resources: Resources<Static<Body>>,
): HttpRoute[] => {
  const { name, summaries, inUse } = shape
  return [
    route({
      method: 'DELETE',
      path: `${base}/:id`,
      scope,
      operationId: `remove${capitalised(shape)}`,
      summary: summaries.remove,
      params,
      responses: doneOf(shape),
      problems: [shape.notFoundCode, ...(inUse === undefined ? [] : [inUse.code])],
      handle: async (request) => ({
        ...completed,
        [name]: await resources.remove(request.params.id, actorOf(request)),
      }),
    }),
  ]
}

/** Reading, creating, changing and removing the resources of one kind. */
export const resourceRoutes = <Body extends TSchema>(
  api: string,
  shape: ResourceShape<Body>,
  resources: Resources<Static<Body>>,
): HttpRoute[] =>
  [readingRoutes, writingRoutes, removingRoutes].flatMap((define) =>
    define(`${api}/resources/${shape.plural}`, shape, resources),
  )

/** Reading the resources that plugins provide. */
export const providedResourceRoutes = (api: string, provided: ProvidedResources): HttpRoute[] => [
  route({
    method: 'GET',
    path: `${api}/resources/:kind`,
    scope: 'read',
    operationId: 'getProvidedResources',
    summary: 'All resources of a kind that a plugin provides',
    params: Type.Object({ kind: Type.String({ minLength: 1 }) }),
    responses: { 200: { description: 'The resources', schema: ProvidedResourceList } },
    problems: ['not-found'],
    handle: (request) => provided.list(request.params.kind),
  }),
  route({
    method: 'GET',
    path: `${api}/resources/:kind/:id`,
    scope: 'read',
    operationId: 'getProvidedResource',
    summary: 'One resource of a kind that a plugin provides',
    params: Type.Object({ kind: Type.String({ minLength: 1 }), id: Type.String({ minLength: 1 }) }),
    responses: { 200: { description: 'The resource', schema: ProvidedResource } },
    problems: ['not-found'],
    handle: (request) => provided.find(request.params.kind, request.params.id),
  }),
]
