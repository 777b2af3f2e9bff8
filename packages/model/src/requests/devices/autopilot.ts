import { Type, type Static } from '#schema-language.ts'
import { AngleUnits } from '#requests/angle-units.ts'

/** The URL segment that addresses the default device. */
export const defaultAutopilot = '_default'

const strict = { additionalProperties: false } as const
const names = Type.Array(Type.String())

export const AutopilotAction = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    available: Type.Boolean(),
    reason: Type.Optional(Type.String()),
  },
  { $id: 'AutopilotAction' },
)
export type AutopilotAction = Static<typeof AutopilotAction>

/** The response of the status endpoint, with additional members. */
export const AutopilotDescription = Type.Object(
  {
    options: Type.Object({
      state: names,
      mode: names,
      states: Type.Optional(Type.Array(Type.Object({ name: Type.String(), engaged: Type.Boolean() }))),
      modes: Type.Optional(Type.Array(Type.String(), { description: 'the same as `mode`' })),
      modeKinds: Type.Optional(
        Type.Array(Type.Object({ name: Type.String(), kind: Type.String() }), {
          description: 'the reference that each mode steers by',
        }),
      ),
      steps: Type.Optional(
        Type.Array(Type.Number(), {
          description:
            'the changes of the target that the device has keys for, in radians; without `set-target`, it takes no others',
        }),
      ),
      actions: Type.Optional(Type.Array(AutopilotAction)),
    }),
    state: Type.String(),
    mode: Type.Union([Type.String(), Type.Null()]),
    target: Type.Union([Type.Number(), Type.Null()], { description: 'radians, relative to the mode' }),
    engaged: Type.Boolean({ description: 'true when the autopilot is actively steering the vessel' }),
    online: Type.Optional(Type.Boolean()),
    targetKind: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'the reference of the present target' }),
    ),
    targetRange: Type.Optional(
      Type.Union([Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), Type.Null()], {
        description: 'minimum and maximum target now, in radians; null when no target can be set',
      }),
    ),
  },
  { $id: 'AutopilotDescription' },
)
export type AutopilotDescription = Static<typeof AutopilotDescription>

export const AutopilotListEntry = Type.Object(
  { provider: Type.String(), isDefault: Type.Boolean() },
  { $id: 'AutopilotListEntry' },
)
export type AutopilotListEntry = Static<typeof AutopilotListEntry>

export const AutopilotList = Type.Record(Type.String(), AutopilotListEntry, { $id: 'AutopilotList' })
export type AutopilotList = Static<typeof AutopilotList>

/** A request to set a state or mode by name. */
export const NameRequest = Type.Object(
  { value: Type.String({ minLength: 1, maxLength: 128 }) },
  { $id: 'NameRequest', ...strict },
)
export type NameRequest = Static<typeof NameRequest>

/**
 * A request with an angle. Unknown members are rejected: a misspelt `units` would otherwise turn 10 degrees into 10
 * radians.
 */
export const AngleRequest = Type.Object(
  { value: Type.Number(), units: Type.Optional(AngleUnits) },
  { $id: 'AngleRequest', ...strict },
)
export type AngleRequest = Static<typeof AngleRequest>

export const NameValue = Type.Object(
  { value: Type.Union([Type.String(), Type.Null()]) },
  { $id: 'NameValue', ...strict },
)
export type NameValue = Static<typeof NameValue>

export const AngleValue = Type.Object(
  { value: Type.Union([Type.Number(), Type.Null()], { description: 'radians' }) },
  { $id: 'AngleValue', ...strict },
)
export type AngleValue = Static<typeof AngleValue>

export const DefaultAutopilot = Type.Object({ id: Type.String() }, { $id: 'DefaultAutopilot', ...strict })
export type DefaultAutopilot = Static<typeof DefaultAutopilot>

/** The side to which the bow turns. */
export const TurnDirection = Type.Enum(['port', 'starboard'], { $id: 'TurnDirection' })
export type TurnDirection = 'port' | 'starboard'

/** The success body of every state-changing request. */
export const Completed = Type.Object(
  { state: Type.Literal('COMPLETED'), statusCode: Type.Literal(200), message: Type.Literal('OK') },
  { $id: 'Completed' },
)
export type Completed = Static<typeof Completed>

/** The members that every response to an executed command has. */
export const completed: Completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' }
