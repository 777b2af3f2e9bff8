import type { Stored } from '@marinedata/core'
import {
  MarineDataError,
  Type,
  type Actor,
  type Chart,
  type ProblemCode,
  type Route,
  type RouteRequest,
  type Waypoint,
  type WaypointRequest,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route as HttpRoute } from '#http/route.ts'
import { familyWord } from '#family/family-names.ts'
import { routeFeature, routeOfFeature, waypointFeature, waypointOfFeature } from './geojson.ts'
import {
  providedResourceRoutes,
  resourcesBase as base,
  type FamilyProvided,
  type FamilyResource,
} from './provided-resources.ts'

/** The stored resources of one kind, as the family's routes use them. */
interface Registry<Content> {
  list(): Stored<Content>[]
  find(id: string): Stored<Content>
  create(content: Content, by: Actor): Promise<Stored<Content>>
  put(id: string, content: Content, by: Actor): Promise<Stored<Content>>
  remove(id: string, by: Actor): Promise<unknown>
}

export interface FamilyResourcesOptions {
  readonly routes: Registry<RouteRequest>
  readonly waypoints: Registry<WaypointRequest>
  /** The route that lists the charts; undefined on a boat without charts. */
  readonly chartsRoute: HttpRoute | undefined
  readonly provided: FamilyProvided
}

/** A kind of stored resources with its translation. */
interface Kind {
  readonly plural: string
  readonly missing: ProblemCode
  readonly list: () => readonly (readonly [id: string, shape: object])[]
  readonly find: (id: string) => object
  readonly create: (body: object, by: Actor) => Promise<{ readonly id: string }>
  readonly put: (id: string, body: object, by: Actor) => Promise<unknown>
  readonly remove: (id: string, by: Actor) => Promise<unknown>
}

const scope = 'course.command'
/** Members that this boat does not store are ignored: descriptions, styles, and properties of features. */
const FeatureBody = Type.Object({}, { $id: 'FamilyFeature', additionalProperties: true })
const uuid = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
const idParams = Type.Object({ id: Type.String({ minLength: 1 }) })
const newIdParams = Type.Object({ id: Type.String({ pattern: uuid }) })

const translated = <Content>(
  registry: Registry<Content>,
  { plural, missing }: Pick<Kind, 'plural' | 'missing'>,
  { read, write }: { read: (item: Stored<Content>) => object; write: (body: object) => Content },
): Kind => ({
  plural,
  missing,
  list: () => registry.list().map((item) => [item.id, read(item)] as const),
  find: (id) => read(registry.find(id)),
  create: (body, by) => registry.create(write(body), by),
  put: (id, body, by) => registry.put(id, write(body), by),
  remove: (id, by) => registry.remove(id, by),
})

type StoredKinds = Pick<FamilyResourcesOptions, 'routes' | 'waypoints'>

const kindsOf = ({ routes, waypoints }: StoredKinds): Kind[] => [
  translated(
    routes,
    { plural: 'routes', missing: 'route-not-found' },
    { read: (item: Route) => routeFeature(item), write: routeOfFeature },
  ),
  translated(
    waypoints,
    { plural: 'waypoints', missing: 'waypoint-not-found' },
    { read: (item: Waypoint) => waypointFeature(item), write: waypointOfFeature },
  ),
]

/** Finds a resource that is stored or provided. */
export const familyResourceOf = (
  options: StoredKinds & Pick<FamilyResourcesOptions, 'provided'>,
): ((kind: string, id: string) => FamilyResource) => {
  const kinds = kindsOf(options)
  return (kind, id) => {
    const stored = kinds.find(({ plural }) => plural === kind)
    if (stored === undefined) return options.provided.find(kind, id)
    return { kind, id, shape: stored.list().find(([known]) => known === id)?.[1] }
  }
}

const readingRoutes = ({ plural, missing, list, find }: Kind): HttpRoute[] => [
  route({
    method: 'GET',
    path: `${base}/${plural}`,
    scope: 'read',
    operationId: `family_get_${plural}`,
    summary: `All ${plural}, by id, as GeoJSON`,
    responses: { 200: { description: `The ${plural}` } },
    handle: () => Object.fromEntries(list()),
  }),
  route({
    method: 'GET',
    path: `${base}/${plural}/:id`,
    scope: 'read',
    operationId: `family_get_one_of_${plural}`,
    summary: `One of the ${plural}`,
    params: idParams,
    responses: { 200: { description: 'As GeoJSON' } },
    problems: [missing],
    handle: ({ params: { id } }) => find(id),
  }),
]

const addingRoute = ({ plural, create }: Kind): HttpRoute =>
  route({
    method: 'POST',
    path: `${base}/${plural}`,
    scope,
    operationId: `family_add_to_${plural}`,
    summary: `Adds to the ${plural}`,
    body: FeatureBody,
    responses: { 201: { description: 'The id' } },
    problems: ['invalid-body', 'storage-full'],
    handle: async (request, reply) => {
      const { id } = await create(request.body, actorOf(request))
      return await reply.code(201).send({ state: 'COMPLETED', statusCode: 201, id })
    },
  })

const changingRoutes = ({ plural, missing, put, remove }: Kind): HttpRoute[] => [
  route({
    method: 'PUT',
    path: `${base}/${plural}/:id`,
    scope,
    operationId: `family_put_into_${plural}`,
    summary: `Adds to the ${plural} with an id of the app, or replaces the one with this id`,
    params: newIdParams,
    body: FeatureBody,
    responses: { 200: { description: 'Saved' } },
    problems: ['invalid-body', 'storage-full'],
    handle: async (request) => {
      const { id } = request.params
      await put(id, request.body, actorOf(request))
      return { state: 'COMPLETED', statusCode: 200, message: id }
    },
  }),
  route({
    method: 'DELETE',
    path: `${base}/${plural}/:id`,
    scope,
    operationId: `family_remove_from_${plural}`,
    summary: `Removes one of the ${plural}`,
    params: idParams,
    responses: { 200: { description: 'Removed' } },
    problems: [missing, 'route-in-use'],
    handle: async (request) => {
      const { id } = request.params
      await remove(id, actorOf(request))
      return { state: 'COMPLETED', statusCode: 200, message: id }
    },
  }),
]

/** A chart as apps of the family show it. Files that cannot be read are left out. */
const chartEntry = (chart: Chart): (readonly [string, object])[] => {
  if ('problem' in chart) return []
  const { id, name, bounds, minzoom, maxzoom, format, kind } = chart
  const url = `/${familyWord}/v2/api/charts/${encodeURIComponent(id)}/{z}/{x}/{y}`
  const shape = {
    identifier: id,
    name,
    description: name,
    type: 'tilelayer',
    format,
    bounds: [...bounds],
    minzoom,
    maxzoom,
    url,
    tilemapUrl: url,
    ...(kind === 'vector' && { layers: [] }),
  }
  return [[id, shape]]
}

const chartRoutes = ({ chartsRoute, provided }: FamilyResourcesOptions): HttpRoute[] => {
  const all = async (...call: Parameters<HttpRoute['handle']>): Promise<Record<string, object>> => {
    // The native route answers with the list of charts.
    const charts = (await chartsRoute?.handle(...call)) as Chart[] | undefined
    return Object.fromEntries([...provided.entries('charts'), ...(charts ?? []).flatMap(chartEntry)])
  }
  return [
    route({
      method: 'GET',
      path: `${base}/charts`,
      scope: 'read',
      operationId: 'family_get_charts',
      summary: 'The charts in the data folder, and those of plugins, by id',
      responses: { 200: { description: 'The charts' } },
      handle: all,
    }),
    route({
      method: 'GET',
      path: `${base}/charts/:id`,
      scope: 'read',
      operationId: 'family_get_one_of_charts',
      summary: 'One chart',
      params: idParams,
      responses: { 200: { description: 'The chart' } },
      problems: ['not-found'],
      handle: async (request, reply) => {
        const { id } = request.params
        const chart = (await all(request, reply))[id]
        if (chart === undefined) throw new MarineDataError('not-found', `There is no chart "${id}"`)
        return chart
      },
    }),
  ]
}

/** Routes, waypoints, charts and what plugins provide, in the shapes of the family. */
export const familyResourceRoutes = (options: FamilyResourcesOptions): HttpRoute[] => [
  ...kindsOf(options).flatMap((kind) => [...readingRoutes(kind), addingRoute(kind), ...changingRoutes(kind)]),
  ...chartRoutes(options),
  ...providedResourceRoutes(options.provided),
]
