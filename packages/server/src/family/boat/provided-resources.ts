import {
  MarineDataError,
  Type,
  type Note,
  type PointOfInterest,
  type ProvidedChart,
  type ProvidedResource,
} from '@marinedata/model'
import { route, type Route } from '#http/route.ts'
import { familyWord } from '#family/family-names.ts'

interface Provided {
  has(kind: string): boolean
  /** @throws MarineDataError `not-found` */
  list(kind: string): ProvidedResource[]
}

type Entry = readonly [id: string, shape: object]

export const resourcesBase = `/${familyWord}/v2/api/resources`
/** Kinds of the family. Apps ask for all of them, also on a boat without plugins that provide them. */
const emptyKinds: ReadonlySet<string> = new Set([
  'notes',
  'pointsOfInterest',
  'charts',
  'regions',
  'tracks',
  'infolayers',
  'groups',
  'symbols',
])

const text = { mimeType: 'text/plain' } as const

const noteEntry = ({ id, name, text: description, position, properties }: Note): Entry => [
  id,
  { name, description, ...text, ...(position && { position }), ...(properties && { properties }) },
]

/** The id of a place among the notes, which may have the same ids. */
const placeId = (id: string): string => `pointsOfInterest-${id}`

/** Apps show another name as an error, and a note without an icon as a plain one. */
const icons: ReadonlySet<string> = new Set([
  'anchorage',
  'boatramp',
  'bridge',
  'business',
  'dam',
  'dive-site',
  'dock',
  'ferry',
  'fuel',
  'hazard',
  'inlet',
  'lock',
  'marina',
])

const iconOf = (category: string | undefined): string | undefined => {
  const name = category === 'harbour' ? 'marina' : category
  return name !== undefined && icons.has(name) ? name : undefined
}

/** The family has no places: apps show a note with a position and an icon. */
const placeEntry = (place: PointOfInterest): Entry => {
  const { id, name, position, category, text: description = category ?? name, properties } = place
  const skIcon = iconOf(category)
  const shown = { ...(skIcon !== undefined && { skIcon }), ...properties }
  return [placeId(id), { name, description, ...text, position, properties: shown }]
}

const chartEntry = ({ id, name, attribution, ...chart }: ProvidedChart): Entry => {
  const { format, bounds, minZoom: minzoom, maxZoom: maxzoom, url } = chart
  const { west, south, east, north } = bounds
  const description = attribution ?? name
  const shape = { identifier: id, name, description, type: 'tilelayer', format, minzoom, maxzoom, url }
  const layers = format === 'pbf' ? { layers: [] } : {}
  return [id, { ...shape, tilemapUrl: url, bounds: [west, south, east, north], ...layers }]
}

const otherEntry = ({ id, ...shape }: ProvidedResource): Entry => [id, shape]

/** A resource in the names of the family. */
export interface FamilyResource {
  readonly kind: string
  readonly id: string
  /** Undefined for kinds without a shape. */
  readonly shape: object | undefined
}

/** Resources of plugins in the shapes of the family. */
export class FamilyProvided {
  readonly #provided: Provided

  constructor(provided: Provided) {
    this.#provided = provided
  }

  /** @throws MarineDataError `not-found` for a kind that neither a plugin nor the family has */
  entries(kind: string): Entry[] {
    // The server has checked the resources of these kinds when their plugin provided them.
    if (kind === 'charts') return (this.#list(kind) as ProvidedChart[]).map(chartEntry)
    if (kind !== 'notes') return this.#list(kind).map(otherEntry)
    const places = this.#list('pointsOfInterest') as PointOfInterest[]
    return [...places.map(placeEntry), ...(this.#list(kind) as Note[]).map(noteEntry)]
  }

  /** Never throws: a device may write a change of an unknown kind. */
  find(kind: string, id: string): FamilyResource {
    const own = kind === 'pointsOfInterest' ? { kind: 'notes', id: placeId(id) } : { kind, id }
    const entries = this.#isKnown(own.kind) ? this.entries(own.kind) : []
    return { ...own, shape: entries.find(([known]) => known === own.id)?.[1] }
  }

  #isKnown(kind: string): boolean {
    return emptyKinds.has(kind) || this.#provided.has(kind)
  }

  /** @throws MarineDataError `not-found` */
  #list(kind: string): ProvidedResource[] {
    return emptyKinds.has(kind) && !this.#provided.has(kind) ? [] : this.#provided.list(kind)
  }
}

const standardKinds = ['routes', 'waypoints', 'charts', 'notes', 'regions']

const kindsRoute = route({
  method: 'GET',
  path: resourcesBase,
  scope: 'read',
  operationId: 'family_get_resources',
  summary: 'The kinds of resources',
  responses: { 200: { description: 'By name' } },
  handle: () =>
    Object.fromEntries(standardKinds.map((kind) => [kind, { description: `Path containing ${kind}` }])),
})

const Kind = Type.String({ minLength: 1, maxLength: 64 })

/** The kinds, and the resources that plugins provide. */
export const providedResourceRoutes = (provided: FamilyProvided): Route[] => [
  kindsRoute,
  route({
    method: 'GET',
    path: `${resourcesBase}/:kind`,
    scope: 'read',
    operationId: 'family_get_other_resources',
    summary: 'Resources that plugins provide, by id; none of a kind that this boat does not have',
    params: Type.Object({ kind: Kind }),
    responses: { 200: { description: 'By id' } },
    problems: ['not-found'],
    handle: ({ params: { kind } }) => Object.fromEntries(provided.entries(kind)),
  }),
  route({
    method: 'GET',
    path: `${resourcesBase}/:kind/:id`,
    scope: 'read',
    operationId: 'family_get_other_resource',
    summary: 'A resource that a plugin provides',
    params: Type.Object({ kind: Kind, id: Type.String({ minLength: 1, maxLength: 256 }) }),
    responses: { 200: { description: 'The resource' } },
    problems: ['not-found'],
    handle: ({ params: { kind, id } }) => {
      const found = provided.entries(kind).find(([known]) => known === id)
      if (found !== undefined) return found[1]
      throw new MarineDataError('not-found', `There is no "${id}" among the ${kind}`)
    },
  }),
]
