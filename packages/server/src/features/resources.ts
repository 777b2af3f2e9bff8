import { ProvidedResources, ResourceRegistry } from '@marinedata/core'
import {
  Route,
  RouteCompleted,
  RouteList,
  RouteRequest,
  Waypoint,
  WaypointCompleted,
  WaypointList,
  WaypointRequest,
  type ResourceChange,
  type Static,
  type TSchema,
} from '@marinedata/model'
import { randomUUID } from 'node:crypto'
import { providedResourceRoutes, resourceRoutes, type ResourceShape } from '../http/routes/resource-routes.ts'
import type { Base, Feature } from '../compose/feature.ts'

const routeShape: ResourceShape<typeof RouteRequest> = {
  name: 'route',
  plural: 'routes',
  limit: 200,
  notFoundCode: 'route-not-found',
  inUse: { code: 'route-in-use', reason: 'is active. End the course first' },
  body: RouteRequest,
  item: Route,
  list: RouteList,
  completed: RouteCompleted,
  summaries: {
    change: 'Replaces a route; if the boat follows it, the course is updated',
    remove: 'Removes a route that the boat does not follow',
  },
}

const waypointShape: ResourceShape<typeof WaypointRequest> = {
  name: 'waypoint',
  plural: 'waypoints',
  limit: 1_000,
  notFoundCode: 'waypoint-not-found',
  body: WaypointRequest,
  item: Waypoint,
  list: WaypointList,
  completed: WaypointCompleted,
  summaries: {
    change: 'Changes the name or position of a waypoint; a course to it is not changed',
    remove: 'Removes a waypoint; a course to it is not changed',
  },
}

/** How many of each kind a boat stores. */
export const resourceLimits = { route: routeShape.limit, waypoint: waypointShape.limit } as const

/** Publishes the last change of a kind of resources. */
const publishing =
  ({ core: { voice } }: Base) =>
  (kind: string, value: ResourceChange): void =>
    voice.publish('server', [{ path: `resources.${kind}`, value }])

/** The stored resources of one kind. */
const registryOf = <Body extends TSchema>(
  base: Base,
  kind: ResourceShape<Body>,
  isInUse?: (id: string) => boolean,
): ResourceRegistry<Static<Body> & { readonly name: string }> => {
  const { core, store } = base
  const publish = publishing(base)
  const registry = new ResourceRegistry<Static<Body> & { readonly name: string }>({
    kind,
    store: store.resources(kind.name),
    clock: core.clock,
    newId: randomUUID,
    onChange: (change) => publish(kind.plural, change),
    ...(isInUse !== undefined && { isInUse }),
  })
  core.resources.add(kind.plural, registry)
  return registry
}

export interface ResourceFeature extends Feature {
  readonly storedRoutes: ResourceRegistry<RouteRequest>
  readonly storedWaypoints: ResourceRegistry<WaypointRequest>
  /** The resources of plugins. */
  readonly provided: ProvidedResources
}

/** Routes, waypoints, and resources that plugins provide. Changes are published below `resources` of own ship. */
export const resourceFeature = (
  base: Base,
  { isRouteActive }: { readonly isRouteActive: (id: string) => boolean },
): ResourceFeature => {
  const routes = registryOf(base, routeShape, isRouteActive)
  const waypoints = registryOf(base, waypointShape)
  const provided = new ProvidedResources({ resources: base.core.resources, onChange: publishing(base) })
  return {
    provided,
    storedRoutes: routes,
    storedWaypoints: waypoints,
    routes: [
      ...resourceRoutes(base.api, routeShape, routes),
      ...resourceRoutes(base.api, waypointShape, waypoints),
      ...providedResourceRoutes(base.api, provided),
    ],
  }
}
