import {
  AlertChannelCommand,
  AlertChannelDetails,
  AlertChannelReport,
  AnchorCommand,
  AnchorDetails,
  AnchorReport,
  AutopilotCommand,
  AutopilotDetails,
  AutopilotReport,
  ControlCommand,
  ControlDetails,
  ControlReport,
  Type,
  type TSchema,
} from '@marinedata/model'

/** A kind of device: its messages, and how it raises alerts. */
interface DeviceKindEntry {
  /** What a plugin declares when it registers a device, besides its id and kind. */
  readonly registration: TSchema
  readonly command: TSchema
  readonly report: TSchema
  /** Members of a report that only a command changes. The others may change with the sea. */
  readonly commanded: readonly string[]
  /** Whether a device raises alerts under standard names. If not, its alerts are in its reports. */
  readonly hasAlerts: boolean
}

/**
 * The kinds of devices that plugins can provide. The manifest, the types of a device and the conformance suites follow
 * from this table: a new kind is an entry here, with its schemas in the model.
 */
export const deviceKinds = {
  autopilot: {
    registration: Type.Object({ details: AutopilotDetails }),
    command: AutopilotCommand,
    report: AutopilotReport,
    commanded: ['state', 'mode', 'target', 'engaged'],
    hasAlerts: true,
  },
  anchor: {
    registration: Type.Object({ details: Type.Optional(AnchorDetails) }),
    command: AnchorCommand,
    report: AnchorReport,
    commanded: ['state', 'position', 'maxRadius', 'rodeLength'],
    hasAlerts: false,
  },
  control: {
    registration: Type.Object({ details: ControlDetails }),
    command: ControlCommand,
    report: ControlReport,
    commanded: ['value'],
    hasAlerts: false,
  },
  'alert-channel': {
    registration: Type.Object({ details: AlertChannelDetails }),
    command: AlertChannelCommand,
    report: AlertChannelReport,
    commanded: [],
    hasAlerts: false,
  },
} as const satisfies Readonly<Record<string, DeviceKindEntry>>

export type ProviderKind = keyof typeof deviceKinds

const kinds = Object.keys(deviceKinds) as ProviderKind[]

/** Kinds of devices that a plugin can provide. */
export const ProviderKind = Type.Enum(kinds, { $id: 'ProviderKind' })

/** What plugins provide besides devices: answers to questions of the server. */
export const answerKinds = ['history', 'weather', 'course'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** Everything that a plugin can provide. */
export type Provided = ProviderKind | AnswerKind
const provided: Provided[] = [...kinds, ...answerKinds]
export const Provided = Type.Enum(provided, { $id: 'Provided' })
/** A manifest names each kind once at most. */
export const maxProvidedKinds = provided.length
