import { Position } from '#data/position.ts'
import { Type, type Static } from '#schema-language.ts'
import { Completed } from './devices/autopilot.ts'

/** A named position. */
export const WaypointRequest = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 128 }), position: Position },
  { $id: 'WaypointRequest', additionalProperties: false },
)
export type WaypointRequest = Static<typeof WaypointRequest>

export const Waypoint = Type.Object(
  { id: Type.String({ description: 'assigned by the server' }), ...WaypointRequest.properties },
  { $id: 'Waypoint' },
)
export type Waypoint = Static<typeof Waypoint>

/** In order of creation. */
export const WaypointList = Type.Array(Waypoint, { $id: 'WaypointList' })
export type WaypointList = Static<typeof WaypointList>

export const WaypointCompleted = Type.Object(
  { ...Completed.properties, waypoint: Waypoint },
  { $id: 'WaypointCompleted' },
)
export type WaypointCompleted = Static<typeof WaypointCompleted>

/** The name of a kind of resources, as in addresses and in the root object, such as `routes`. */
export const ResourceKindName = Type.String({
  $id: 'ResourceKindName',
  pattern: '^[a-z][A-Za-z0-9]{0,31}$',
})
export type ResourceKindName = Static<typeof ResourceKindName>

/** A resource that a plugin provides. It may have any further members. */
export const ProvidedResource = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 128, description: 'assigned by the plugin' }),
    name: Type.String({ minLength: 1, maxLength: 128, description: 'shown to people' }),
  },
  { $id: 'ProvidedResource', additionalProperties: true },
)
export type ProvidedResource = Static<typeof ProvidedResource> & Readonly<Record<string, unknown>>

export const ProvidedResourceList = Type.Array(ProvidedResource, { $id: 'ProvidedResourceList' })
export type ProvidedResourceList = Static<typeof ProvidedResourceList>

/** Limits of the resources that one plugin provides. Lengths are characters of JSON. */
export const providedResourceLimits = {
  kinds: 8,
  itemsPerKind: 1_000,
  itemLength: 16_384,
  totalLength: 1_048_576,
} as const

/** The last change of the resources of one kind: the value at `resources.<kind>` of the own vessel. */
export const ResourceChange = Type.Object(
  {
    revision: Type.Integer({
      minimum: 1,
      description: 'incremented by every change; starts again when the server starts',
    }),
    id: Type.String({ description: 'of the resource' }),
    change: Type.Enum(['made', 'changed', 'removed']),
  },
  { $id: 'ResourceChange' },
)
export type ResourceChange = Static<typeof ResourceChange>
