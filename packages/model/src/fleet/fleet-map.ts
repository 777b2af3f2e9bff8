import { FleetCondition } from '#fleet/fleet-view.ts'
import { Type, type Static } from '#schema-language.ts'

const degrees = (limit: number) => Type.Number({ minimum: -limit, maximum: limit, description: 'degrees' })

/** A boat on the map of a fleet. */
export const FleetMark = Type.Object(
  {
    vessel: Type.String({ description: 'its identifier' }),
    latitude: degrees(90),
    longitude: degrees(180),
    course: Type.Optional(Type.Number({ description: 'over ground, true, radians' })),
    at: Type.Integer({ description: 'when the shore received it, Unix milliseconds' }),
    name: Type.Optional(Type.String({ description: 'absent if it has none' })),
    condition: Type.Optional(FleetCondition),
  },
  { $id: 'FleetMark' },
)
export type FleetMark = Static<typeof FleetMark>

/** Boats that are too many to be shown one by one, at the middle of a cell. */
export const FleetCell = Type.Object(
  { latitude: degrees(90), longitude: degrees(180), count: Type.Integer({ minimum: 1 }) },
  { $id: 'FleetCell' },
)
export type FleetCell = Static<typeof FleetCell>

/** A line of the stream of a map window. */
export const FleetMapLine = Type.Object(
  {
    isWhole: Type.Boolean({ description: 'true: forget what came before' }),
    boats: Type.Array(FleetMark, { description: 'new ones, and those that have moved' }),
    gone: Type.Array(Type.String(), {
      description: 'identifiers of boats that are not in the window any more',
    }),
    cells: Type.Optional(Type.Array(FleetCell, { description: 'all cells, instead of boats' })),
  },
  { $id: 'FleetMapLine' },
)
export type FleetMapLine = Static<typeof FleetMapLine>
