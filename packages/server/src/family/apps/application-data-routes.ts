import { completed, Type, type Scope } from '@marinedata/model'
import { route, type Route, type RouteRequest } from '#http/route.ts'
import {
  dataRequestBytes,
  type ApplicationData,
  type DataAddress,
  type DataOwner,
} from './application-data.ts'
import { familyWord } from '#family/family-names.ts'

const documentParams = Type.Object({
  app: Type.String({ minLength: 1 }),
  version: Type.String({ minLength: 1 }),
})
const memberParams = Type.Object({ ...documentParams.properties, '*': Type.String() })
const Query = Type.Object(
  { keys: Type.Optional(Type.String({ maxLength: 8 })) },
  { additionalProperties: true },
)

interface Shelf {
  readonly name: 'user' | 'global'
  /** Every user may change personal data; only the crew may change shared data. */
  readonly writing: Scope
  readonly ownerOf: (request: Pick<RouteRequest<unknown, unknown, unknown>, 'principal'>) => DataOwner
}

const shelves: readonly Shelf[] = [
  { name: 'user', writing: 'read', ownerOf: ({ principal }) => principal },
  { name: 'global', writing: 'alerts.ack', ownerOf: () => 'global' },
]

const addressOf = (params: { app: string; version: string; '*'?: string }): DataAddress => ({
  app: params.app,
  version: params.version,
  members: (params['*'] ?? '').split('/').filter((name) => name !== ''),
})

const pathOf = ({ name }: Shelf, isDeep: boolean): string =>
  `/${familyWord}/v1/applicationData/${name}/:app/:version${isDeep ? '/*' : ''}`

const paramsOf = (isDeep: boolean) => (isDeep ? memberParams : documentParams)
const nameOf = ({ name }: Shelf, isDeep: boolean): string => `${name}${isDeep ? '_member' : ''}_data`

const readingRoute = (data: ApplicationData, shelf: Shelf, isDeep: boolean): Route =>
  route({
    method: 'GET',
    path: pathOf(shelf, isDeep),
    scope: 'read',
    operationId: `family_get_${nameOf(shelf, isDeep)}`,
    summary: 'What an app has saved; with `keys`, only the names of its members',
    params: paramsOf(isDeep),
    query: Query,
    responses: { 200: { description: 'The data' } },
    problems: ['not-found', 'invalid-value'],
    handle: (request, reply) => {
      reply.header('cache-control', 'no-store')
      const value = data.read(shelf.ownerOf(request), addressOf(request.params))
      const isList = request.query.keys === 'true' && typeof value === 'object' && value !== null
      return reply.type('application/json').send(JSON.stringify(isList ? Object.keys(value) : value))
    },
  })

const writingRoute = (data: ApplicationData, shelf: Shelf, isDeep: boolean): Route =>
  route({
    method: 'POST',
    path: pathOf(shelf, isDeep),
    scope: shelf.writing,
    operationId: `family_set_${nameOf(shelf, isDeep)}`,
    summary: 'Saves what an app sends, or applies its JSON patch',
    params: paramsOf(isDeep),
    body: Type.Unknown(),
    bodyBytes: dataRequestBytes,
    responses: { 200: { description: 'Saved' } },
    problems: ['invalid-body', 'invalid-value', 'too-large', 'storage-full'],
    handle: async (request) => {
      await data.write(shelf.ownerOf(request), addressOf(request.params), request.body)
      return completed
    },
  })

const versionsRoute = (data: ApplicationData, { name, ownerOf }: Shelf): Route =>
  route({
    method: 'GET',
    path: `/${familyWord}/v1/applicationData/${name}/:app`,
    scope: 'read',
    operationId: `family_get_${name}_versions`,
    summary: 'The versions of an app that have saved data',
    params: Type.Object({ app: Type.String({ minLength: 1 }) }),
    responses: { 200: { description: 'The versions' } },
    handle: (request) => data.versions(ownerOf(request), request.params.app),
  })

/** Settings and layouts of apps, stored on the boat. */
export const applicationDataRoutes = (data: ApplicationData): Route[] =>
  shelves.flatMap((shelf) => [
    versionsRoute(data, shelf),
    ...[false, true].flatMap((isDeep) => [
      readingRoute(data, shelf, isDeep),
      writingRoute(data, shelf, isDeep),
    ]),
  ])
