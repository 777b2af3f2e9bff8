import { Type, type Static } from '#schema-language.ts'
import { AlertMethod, Severity } from './notification.ts'

/**
 * A range of values with a severity. Bounds are inclusive. Where zones overlap, the most severe applies; outside of
 * all zones the value is normal.
 */
export const Zone = Type.Object(
  {
    lower: Type.Optional(Type.Number()),
    upper: Type.Optional(Type.Number()),
    state: Severity,
    message: Type.Optional(Type.String({ maxLength: 256 })),
  },
  { $id: 'Zone', additionalProperties: false },
)
export type Zone = Static<typeof Zone>

const methods = Type.Optional(Type.Array(AlertMethod, { maxItems: 2 }))

/** Metadata of a path. */
export const Metadata = Type.Object(
  {
    description: Type.Optional(Type.String({ maxLength: 1024 })),
    units: Type.Optional(Type.String({ maxLength: 32, description: 'SI unit of the value' })),
    displayName: Type.Optional(Type.String({ maxLength: 128 })),
    longName: Type.Optional(Type.String({ maxLength: 256 })),
    shortName: Type.Optional(Type.String({ maxLength: 64 })),
    timeout: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 86400, description: 'seconds' })),
    displayScale: Type.Optional(
      Type.Object(
        {
          lower: Type.Optional(Type.Number()),
          upper: Type.Optional(Type.Number()),
          type: Type.Optional(Type.String({ maxLength: 32 })),
          power: Type.Optional(Type.Number()),
        },
        { additionalProperties: false },
      ),
    ),
    alertMethod: methods,
    warnMethod: methods,
    alarmMethod: methods,
    emergencyMethod: methods,
    zones: Type.Optional(Type.Array(Zone, { maxItems: 32 })),
    enum: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 256 })),
    properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'Metadata', additionalProperties: false },
)
export type Metadata = Static<typeof Metadata>
