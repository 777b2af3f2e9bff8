import { Type, type Static } from '#schema-language.ts'
import { boatRanges, limitRanges, type NumberRange } from './boat-ranges.ts'
import { Completed } from '#requests/devices/autopilot.ts'

const BatteryName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
const strict = { additionalProperties: false } as const
const metres = (range: NumberRange, description: string) =>
  Type.Optional(Type.Number({ ...range, description: `${description}, in metres` }))

/** What is known about the own vessel and does not change while it sails. An absent member is unknown. */
export const BoatDetails = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    callsign: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{3,7}$', description: 'VHF call sign' })),
    mmsi: Type.Optional(
      Type.String({
        pattern: '^[2-7][0-9]{8}$',
        description: 'identifies the own vessel from the next start on',
      }),
    ),
    length: metres(boatRanges.length, 'length overall'),
    beam: metres(boatRanges.beam, 'greatest width'),
    draught: metres(boatRanges.draught, 'greatest depth of the keel below the waterline'),
    airDraught: metres(boatRanges.airDraught, 'height of the masthead above the waterline'),
    gpsFromBow: metres(boatRanges.gpsFromBow, 'distance of the GPS antenna behind the bow'),
    gpsFromCentre: metres(
      boatRanges.gpsFromCentre,
      'distance of the GPS antenna to starboard of the centre line',
    ),
    depthSensorBelowWaterline: metres(
      boatRanges.depthSensorBelowWaterline,
      'depth of the depth sensor below the waterline',
    ),
    depthSensorAboveKeel: metres(
      boatRanges.depthSensorAboveKeel,
      'height of the depth sensor above the bottom of the keel',
    ),
  },
  { $id: 'BoatDetails', ...strict },
)
export type BoatDetails = Static<typeof BoatDetails>

/** The levels of one limit. At least one of them is present. */
const levels = (range: NumberRange, unit: string) =>
  Type.Object(
    {
      warn: Type.Optional(Type.Number({ ...range, description: `raises a warning, in ${unit}` })),
      alarm: Type.Optional(Type.Number({ ...range, description: `raises an alarm, in ${unit}` })),
    },
    { minProperties: 1, ...strict },
  )

/** How many batteries can have a limit. */
export const maxBatteryLimits = 16

/** Limits that raise an alert: at or below for depth and voltage, at or above for wind. */
export const BoatLimits = Type.Object(
  {
    depth: Type.Optional(levels(limitRanges.depth, 'metres below the keel')),
    windTrue: Type.Optional(levels(limitRanges.wind, 'm/s of true wind')),
    windApparent: Type.Optional(levels(limitRanges.wind, 'm/s of apparent wind')),
    batteries: Type.Optional(
      Type.Record(BatteryName, levels(limitRanges.battery, 'volts'), {
        maxProperties: maxBatteryLimits,
        additionalProperties: false,
        description: 'by the name of the battery in `electrical.batteries`',
      }),
    ),
  },
  { $id: 'BoatLimits', ...strict },
)
export type BoatLimits = Static<typeof BoatLimits>
export type LimitLevels = NonNullable<BoatLimits['depth']>

/** Whether a limit is compared with a value now. */
export const LimitWatchStatus = Type.Enum(['watched', 'stale', 'no-value', 'needs-keel-offset'], {
  $id: 'LimitWatchStatus',
  description:
    '`stale`: the value is old, so nothing is compared. `no-value`: the boat does not have this value. ' +
    '`needs-keel-offset`: the depth is not below the keel, and the distance to the keel is unknown',
})
export type LimitWatchStatus = Static<typeof LimitWatchStatus>

export const WatchedLimit = Type.Object(
  {
    limit: Type.String({
      description: '`depth`, `windTrue`, `windApparent`, or `batteries.` and the name of a battery',
    }),
    status: LimitWatchStatus,
    path: Type.Optional(Type.String({ description: 'the path that has the limit as zones' })),
  },
  { $id: 'WatchedLimit' },
)
export type WatchedLimit = Static<typeof WatchedLimit>

const revision = Type.Integer({
  minimum: 0,
  description: 'of the boat when it was read; the change is refused when someone else changed it since',
})

/** The boat page: details, limits, and whether each limit is watched. */
export const Boat = Type.Object(
  {
    revision,
    details: BoatDetails,
    limits: BoatLimits,
    watches: Type.Array(WatchedLimit),
    batteries: Type.Array(Type.String(), { description: 'names of the batteries that send a voltage' }),
    identity: Type.Object({
      self: Type.String({ description: 'the context of the own vessel' }),
      afterRestart: Type.String({ description: 'its context after the next start' }),
    }),
  },
  { $id: 'Boat' },
)
export type Boat = Static<typeof Boat>

export const BoatDetailsRequest = Type.Object(
  { revision, details: BoatDetails },
  { $id: 'BoatDetailsRequest', ...strict },
)
export type BoatDetailsRequest = Static<typeof BoatDetailsRequest>

export const BoatLimitsRequest = Type.Object(
  { revision, limits: BoatLimits },
  { $id: 'BoatLimitsRequest', ...strict },
)
export type BoatLimitsRequest = Static<typeof BoatLimitsRequest>

export const BoatCompleted = Type.Object({ ...Completed.properties, boat: Boat }, { $id: 'BoatCompleted' })
export type BoatCompleted = Static<typeof BoatCompleted>
