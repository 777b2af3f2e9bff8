import {
  checkOf,
  MarineDataError,
  RouteRequest,
  WaypointRequest,
  type Position,
  type Route,
  type Waypoint,
} from '@marinedata/model'

/** Longitude first, then latitude. A third number is a height, which the sea does not need. */
type Coordinates = readonly number[]

interface Feature {
  readonly feature?: { readonly geometry?: { readonly type?: unknown; readonly coordinates?: unknown } }
  readonly name?: unknown
}

const routeCheck = checkOf<RouteRequest>(RouteRequest)
const waypointCheck = checkOf<WaypointRequest>(WaypointRequest)

const isCoordinates = (value: unknown): value is Coordinates =>
  Array.isArray(value) &&
  (value.length === 2 || value.length === 3) &&
  value.every((number) => typeof number === 'number')

const coordinatesOf = ({ latitude, longitude }: Position): Coordinates => [longitude, latitude]

const positionOf = (coordinates: unknown): unknown => {
  if (!isCoordinates(coordinates)) return undefined
  const [longitude, latitude] = coordinates
  return { latitude, longitude }
}

const nameOf = ({ name }: Feature, otherwise: string): unknown =>
  name === undefined || name === null || name === '' ? otherwise : name

const geometryOf = ({ feature }: Feature, type: string): unknown => {
  const geometry = feature?.geometry
  if (geometry?.type === type) return geometry.coordinates
  throw new MarineDataError('invalid-body', `The feature needs a geometry of the type ${type}`)
}

const invalid = (what: string, errors: ReturnType<typeof routeCheck.faults>): MarineDataError =>
  new MarineDataError('invalid-body', `The ${what} is not valid`, { errors })

/** A route as apps of the family draw it. */
export const routeFeature = ({ name, points }: Route): object => ({
  name,
  feature: {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: points.map(coordinatesOf) },
    properties: {},
  },
})

/** A waypoint as apps of the family draw it. */
export const waypointFeature = ({ name, position }: Waypoint): object => ({
  name,
  feature: {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: coordinatesOf(position) },
    properties: {},
  },
})

/** @throws MarineDataError `invalid-body` */
export const routeOfFeature = (body: Feature): RouteRequest => {
  const coordinates = geometryOf(body, 'LineString')
  const points = Array.isArray(coordinates) ? coordinates.map(positionOf) : coordinates
  const route = { name: nameOf(body, 'Route'), points }
  if (routeCheck.accepts(route)) return route
  throw invalid('route', routeCheck.faults(route))
}

/** @throws MarineDataError `invalid-body` */
export const waypointOfFeature = (body: Feature): WaypointRequest => {
  const waypoint = { name: nameOf(body, 'Waypoint'), position: positionOf(geometryOf(body, 'Point')) }
  if (waypointCheck.accepts(waypoint)) return waypoint
  throw invalid('waypoint', waypointCheck.faults(waypoint))
}
