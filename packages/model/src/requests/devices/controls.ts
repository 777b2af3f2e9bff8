import { Type, type Static } from '#schema-language.ts'
import { Completed } from './autopilot.ts'

const strict = { additionalProperties: false } as const

const Path = Type.String({ minLength: 1, maxLength: 256, description: 'path of the own vessel' })

/** A value that a control takes or reports. */
export const ControlValue = Type.Union([Type.Boolean(), Type.Number(), Type.String({ maxLength: 64 })], {
  $id: 'ControlValue',
})
export type ControlValue = Static<typeof ControlValue>

/** The values that a control takes. Numbers are in the units of the path. */
export const ControlRange = Type.Union(
  [
    Type.Object({ type: Type.Literal('switch', { description: 'true or false' }) }, strict),
    Type.Object(
      {
        type: Type.Literal('number'),
        minimum: Type.Number(),
        maximum: Type.Number(),
        step: Type.Optional(
          Type.Number({ exclusiveMinimum: 0, description: 'values are whole steps above the minimum' }),
        ),
        tolerance: Type.Optional(
          Type.Number({
            minimum: 0,
            description: 'how far a report may be from the value that it confirms; 0 when absent',
          }),
        ),
      },
      strict,
    ),
    Type.Object(
      {
        type: Type.Literal('choice'),
        values: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
          minItems: 2,
          maxItems: 32,
          uniqueItems: true,
        }),
      },
      strict,
    ),
  ],
  { $id: 'ControlRange' },
)
export type ControlRange = Static<typeof ControlRange>

/** What a plugin declares of a control: a switch, a dimmer, a setpoint. */
export const ControlDetails = Type.Object(
  {
    path: Path,
    range: ControlRange,
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'shown to people' })),
    confirm: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 10,
        description: 'seconds within which a report confirms a command; 2 when absent',
      }),
    ),
    silence: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 600,
        description: 'seconds without a report after which the control is off-line; 60 when absent',
      }),
    ),
  },
  { $id: 'ControlDetails', ...strict },
)
export type ControlDetails = Static<typeof ControlDetails>

/** The only command of a control. */
export const ControlCommand = Type.Object(
  { name: Type.Literal('set'), input: Type.Object({ value: ControlValue }, strict) },
  { $id: 'ControlCommand' },
)
export type ControlCommand = Static<typeof ControlCommand>

/** The present value as the device shows it. Send one after every command, also when nothing changed. */
export const ControlReport = Type.Object(
  { value: Type.Union([ControlValue, Type.Null()], { description: 'null when the device is off-line' }) },
  { $id: 'ControlReport', ...strict },
)
export type ControlReport = Static<typeof ControlReport>

/** A request to set a control. */
export const ControlRequest = Type.Object({ value: ControlValue }, { $id: 'ControlRequest', ...strict })
export type ControlRequest = Static<typeof ControlRequest>

/** A control, with its last report. */
export const Control = Type.Object(
  {
    path: Path,
    device: Type.String({ description: 'the device id given by the provider, and the source of the value' }),
    label: ControlDetails.properties.label,
    range: ControlRange,
    online: Type.Boolean({ description: 'true while the provider reports' }),
    value: ControlReport.properties.value,
  },
  { $id: 'Control', ...strict },
)
export type Control = Static<typeof Control>

/** In order of their paths. */
export const ControlList = Type.Array(Control, { $id: 'ControlList' })
export type ControlList = Static<typeof ControlList>

export const ControlCompleted = Type.Object(
  { ...Completed.properties, control: Control },
  { $id: 'ControlCompleted' },
)
export type ControlCompleted = Static<typeof ControlCompleted>

/** Sets a control over the stream. Answered when a report confirms it. */
export const PutMessage = Type.Object(
  {
    put: Type.Object(
      {
        path: Path,
        value: ControlValue,
        idempotencyKey: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 128,
            description: 'a message that is repeated with the same key has no second effect',
          }),
        ),
      },
      strict,
    ),
    requestId: Type.Optional(Type.String({ maxLength: 128 })),
  },
  { $id: 'PutMessage', ...strict },
)
export type PutMessage = Static<typeof PutMessage>
