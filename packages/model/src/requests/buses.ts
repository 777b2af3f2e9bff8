import { Type, type Static } from '#schema-language.ts'
import { Timestamp } from '#data/delta.ts'

const strict = { additionalProperties: false } as const

/** Limits of buses and of what passes through them. */
export const busLimits = {
  /** Buses on a boat. */
  buses: 8,
  /** Openings of one bus, over all plugins. */
  usersPerBus: 16,
  /** Openings of one plugin. */
  openingsPerPlugin: 8,
  /** Topics that a plugin hears, and topics that it sends, on buses of one kind. */
  topics: 64,
  /** Devices on one bus. NMEA 2000 has this many addresses. */
  nodes: 252,
  nodesPerMessage: 64,
  messagesPerBatch: 200,
  /** The payload of a message to send: the longest fast packet. */
  sentBytes: 223,
  /** The payload of a received message: the longest message of the ISO transport protocol. */
  heardBytes: 1_785,
  heardPerSecond: 4_000,
  heardCharactersPerSecond: 500_000,
  sendsPerSecond: 50,
  /** Urgent messages that may be sent in addition, so that other traffic cannot delay "standby". */
  urgentSendsPerSecond: 10,
  /** Messages of one plugin that were sent and not answered yet. */
  pendingSends: 64,
  maxDeadlineSeconds: 5,
  defaultDeadlineSeconds: 1,
} as const

export const busIdPattern = '^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$'
/** The name of a bus, unique on the boat, such as `can0`. */
export const BusId = Type.String({ $id: 'BusId', pattern: busIdPattern })
export type BusId = Static<typeof BusId>

/** The kind of a bus, such as `nmea2000`. It determines what topics and payloads mean. */
export const BusKind = Type.String({ $id: 'BusKind', pattern: '^[a-z][a-z0-9-]{0,31}$' })
export type BusKind = Static<typeof BusKind>

/** The topic of a message: on NMEA 2000 its PGN in decimal digits, on NMEA 0183 the sentence formatter. */
export const BusTopic = Type.String({ $id: 'BusTopic', pattern: '^[A-Za-z0-9]{1,16}$' })
export type BusTopic = Static<typeof BusTopic>

/** The NAME of a device on a bus: 16 hexadecimal digits in lower case. Unlike its address, it never changes. */
export const BusName = Type.String({ $id: 'BusName', pattern: '^[0-9a-f]{16}$' })
export type BusName = Static<typeof BusName>

const label = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 64, description }))

/** A device on a bus. Members that are not known are absent. */
export const BusNode = Type.Object(
  {
    name: BusName,
    address: Type.Optional(Type.Integer({ minimum: 0, maximum: 253, description: 'its present address' })),
    manufacturer: label('the name of its manufacturer'),
    model: label('its model'),
    serialNumber: label('its serial number'),
    softwareVersion: label('the version of its software'),
    function: label('what it is, such as `Autopilot`'),
    instance: label('tells equal devices apart'),
    lastHeard: Type.Optional(Timestamp),
    source: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$',
        description: 'the `$source` of its values',
      }),
    ),
  },
  { $id: 'BusNode', ...strict },
)
export type BusNode = Static<typeof BusNode>

/** The state of a bus, as its owner last offered it. */
export const BusState = Type.Object(
  {
    id: BusId,
    kind: BusKind,
    canSend: Type.Boolean({
      description: 'false while nothing can be sent, such as before an address is claimed',
    }),
    name: Type.Optional(BusName),
    address: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 253, description: 'the own address on the bus' }),
    ),
  },
  { $id: 'BusState', ...strict },
)
export type BusState = Static<typeof BusState>

/** A bus that a plugin offers, with the devices on it. */
export const BusReport = Type.Object(
  {
    ...BusState.properties,
    users: Type.Array(Type.String(), { description: 'the plugins that use it' }),
    devices: Type.Array(BusNode),
  },
  { $id: 'BusReport' },
)
export type BusReport = Static<typeof BusReport>

const base64 = (bytes: number) =>
  Type.String({
    pattern: '^[A-Za-z0-9+/]*={0,2}$',
    maxLength: Math.ceil(bytes / 3) * 4,
    description: `the payload in base64, at most ${bytes} bytes`,
  })

/** The payload of a message to send. */
export const SentPayload = base64(busLimits.sentBytes)
/** The payload of a received message. */
export const HeardPayload = base64(busLimits.heardBytes)
