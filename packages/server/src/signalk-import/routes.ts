import { checkOf, RouteRequest, WaypointRequest, type Route, type Waypoint } from '@marinedata/model'
import type { Findings } from './findings.ts'
import { at, listAt, type SignalkFolder } from './signalk-folder.ts'

const isRoute = checkOf<RouteRequest>(RouteRequest)
const isWaypoint = checkOf<WaypointRequest>(WaypointRequest)

/** GeoJSON has the longitude first. */
const positionOf = (coordinates: unknown): unknown => {
  const [longitude, latitude] = Array.isArray(coordinates) ? (coordinates as readonly unknown[]) : []
  return { latitude, longitude }
}

const nameOf = (resource: unknown, fallback: string): unknown => {
  const name = at(resource, 'name') ?? at(resource, 'feature', 'properties', 'name')
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 128) : fallback
}

/** The routes that fit here. */
export const routesOf = ({ routes }: SignalkFolder, findings: Findings): Route[] =>
  [...routes].flatMap(([id, resource]) => {
    const points = listAt(resource, 'feature', 'geometry', 'coordinates').map(positionOf)
    const route = { name: nameOf(resource, `Route ${id.slice(0, 8)}`), points }
    if (isRoute.accepts(route)) return [{ id, ...route }]
    findings.notTaken(
      'Routes',
      `${String(route.name)}: it needs 2 to 500 valid points and has ${points.length}`,
    )
    return []
  })

/** The waypoints that fit here. */
export const waypointsOf = ({ waypoints }: SignalkFolder, findings: Findings): Waypoint[] =>
  [...waypoints].flatMap(([id, resource]) => {
    const position = positionOf(at(resource, 'feature', 'geometry', 'coordinates'))
    const waypoint = { name: nameOf(resource, `Waypoint ${id.slice(0, 8)}`), position }
    if (isWaypoint.accepts(waypoint)) return [{ id, ...waypoint }]
    findings.notTaken('Waypoints', `${String(waypoint.name)}: it has no valid position`)
    return []
  })
