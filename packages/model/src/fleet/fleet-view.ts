import { Position } from '#data/position.ts'
import { Type, type Static } from '#schema-language.ts'

const moment = (description: string) => Type.String({ format: 'date-time', description })
const reading = (description: string) => Type.Optional(Type.Number({ description }))

/** An open notification of a boat, for the list of the fleet. */
export const FleetAlert = Type.Object(
  {
    path: Type.String(),
    state: Type.Enum(['emergency', 'alarm', 'warn', 'alert']),
    message: Type.String(),
    raisedAt: Type.Optional(moment('when it was raised')),
  },
  { $id: 'FleetAlert' },
)
export type FleetAlert = Static<typeof FleetAlert>

/** The alarm for a boat that is not heard. The fleet raises it, not the boat. */
export const fleetSilencePath = 'notifications.fleet.silence'

const bytes = Type.Integer({ minimum: 0 })

/** What a boat has sent and received since midnight, UTC, by tariff. */
export const FleetUsage = Type.Object(
  { satellite: bytes, cellular: bytes, wifi: bytes },
  { $id: 'FleetUsage', description: 'bytes since midnight, UTC, by tariff' },
)
export type FleetUsage = Static<typeof FleetUsage>

/** What a boat needs of the people ashore, the most urgent first. */
export const fleetConditions = ['emergency', 'alarm', 'silent', 'warn', 'alert', 'fine', 'never'] as const
export const FleetCondition = Type.Enum([...fleetConditions], { $id: 'FleetCondition' })
export type FleetCondition = Static<typeof FleetCondition>

/** A boat as people ashore see it. A reading is absent when it is unknown; it may be as old as `lastContact`. */
export const FleetBoat = Type.Object(
  {
    vessel: Type.String({ description: 'its identifier' }),
    name: Type.String({ description: 'empty if it has none' }),
    tariff: Type.Optional(Type.Enum(['satellite', 'cellular', 'wifi'])),
    lastContact: Type.Optional(moment('when the boat was last heard; absent when it never was')),
    isSilent: Type.Boolean({
      description: 'true when it was not heard for the time that its owner has set, or three of its periods',
    }),
    condition: FleetCondition,
    alerts: Type.Array(FleetAlert, { description: 'the most severe first' }),
    position: Type.Optional(Position),
    course: reading('over ground, true, radians'),
    speed: reading('over ground, metres per second'),
    depth: reading('metres'),
    voltage: reading('of the house battery, volts'),
    sentToday: Type.Optional(FleetUsage),
    budget: Type.Optional(
      Type.Integer({ description: 'bytes a day by satellite and mobile network; absent without a limit' }),
    ),
    console: Type.Optional(Type.String({ description: 'address of its own console, through the fleet' })),
  },
  { $id: 'FleetBoat' },
)
export type FleetBoat = Static<typeof FleetBoat>

/** Boats of one answer. */
export const mostFleetBoats = 200

/** What to list. */
export const FleetQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'words; each must be in the name or the identifier of a boat',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: mostFleetBoats, description: `${mostFleetBoats} when absent` }),
    ),
  },
  { additionalProperties: false },
)
export type FleetQuery = Static<typeof FleetQuery>

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** The boats of a tenant. */
export const FleetView = Type.Object(
  {
    name: Type.String({ description: 'of the fleet' }),
    count: count('of all boats'),
    alarms: count('of all boats with an alarm or emergency'),
    found: count('of boats that match the search'),
    boats: Type.Array(FleetBoat, {
      description: 'those that match the search: the most urgent first, then by name, as many as the limit',
    }),
  },
  { $id: 'FleetView' },
)
export type FleetView = Static<typeof FleetView>
