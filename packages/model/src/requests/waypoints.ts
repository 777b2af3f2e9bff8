import { Position } from '#data/position.ts'
import { Type, type Static } from '#schema-language.ts'
import { Completed } from './autopilot.ts'

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
