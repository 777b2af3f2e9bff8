import { NetworkAddress, portPatterns } from '@marinedata/inputs'
import {
  alertOutputPgns,
  gatewayKinds,
  outputKinds,
  type GatewayKind,
  type InstanceNames,
} from '@marinedata/nmea2000'
import { MarineDataError, Type, type Static } from '@marinedata/plugin-api'
import { SwitchBankSettings } from '#switches/switch-settings.ts'

const strict = { additionalProperties: false } as const

const name = Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'shown to people' }))

/** Gateways in the network. SocketCAN is an interface of this machine. */
const networkKinds = gatewayKinds.filter(
  (kind): kind is Exclude<GatewayKind, 'socketcan'> => kind !== 'socketcan',
)

const NetworkGateway = Type.Object(
  {
    name,
    kind: Type.Enum(networkKinds, { description: 'the format that the gateway speaks' }),
    address: NetworkAddress,
    password: Type.Optional(
      // A quote or a tab would end the password within the message.
      Type.String({
        maxLength: 64,
        pattern: String.raw`^[^"\x00-\x1f]*$`,
        description: 'of a Maretron IPG100',
      }),
    ),
  },
  strict,
)

const CanInterface = Type.Object(
  {
    name,
    kind: Type.Literal('socketcan'),
    address: Type.String({
      pattern: '^[a-z][a-z0-9]{0,14}$',
      description: 'a CAN interface, such as "can0"',
    }),
  },
  strict,
)

export const GatewaySetting = Type.Union([NetworkGateway, CanInterface])
export type GatewaySetting = Static<typeof GatewaySetting>

/** A name as a part of a path. */
const named = (description: string) =>
  Type.Array(
    Type.Object(
      {
        instance: Type.Integer({ minimum: 0, maximum: 252 }),
        name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,31}$' }),
      },
      strict,
    ),
    { maxItems: 32, default: [], description },
  )

const sentPgns: readonly string[] = [...alertOutputPgns, ...outputKinds.map(({ pgn }) => pgn)]
  .toSorted((a, b) => a - b)
  .map(String)

export const Settings = Type.Object(
  {
    gateways: Type.Array(GatewaySetting, {
      maxItems: 8,
      default: [],
      description: 'gateways in the network, and CAN interfaces',
    }),
    ports: portPatterns('further serial ports to search for gateways', { grants: 'ports' }),
    ignored: portPatterns('serial ports that are never opened, because another program uses them'),
    sends: Type.Boolean({
      default: false,
      description:
        'whether it sends on the bus: it claims an address where needed, and asks devices what they are',
    }),
    sendsMessages: Type.Array(Type.Enum([...sentPgns]), {
      maxItems: sentPgns.length,
      default: [],
      description:
        'messages that are made from live values of other sources, or from alerts, and sent, by PGN; 127233: person overboard; 126983 and 126985: alerts; needs "sends"',
    }),
    answersFromWire: Type.Boolean({
      default: false,
      description:
        'whether devices on the bus may acknowledge and silence the alerts that are sent to them: anything on the bus could then mute the boat',
    }),
    switchBanks: SwitchBankSettings,
    engines: named('names of engines by instance; default "port" and "starboard"'),
    batteries: named('names of batteries by instance; default their numbers'),
  },
  strict,
)
export type Settings = Static<typeof Settings>

const byInstance = (list: Settings['engines']): ReadonlyMap<number, string> =>
  new Map(list.map(({ instance, name: text }) => [instance, text]))

/**
 * The PGNs of the messages that are made from values of the boat.
 * @throws MarineDataError when nothing may be sent
 */
export const sentPgnsOf = ({ sends, sendsMessages }: Settings): ReadonlySet<number> => {
  if (!sends && sendsMessages.length > 0)
    throw new MarineDataError(
      'invalid-value',
      `"sendsMessages" has ${sendsMessages.join(', ')}, but "sends" is false. Set "sends" to true, or remove the messages`,
    )
  return new Set(sendsMessages.map(Number))
}

export const namesOf = ({ engines, batteries }: Settings): InstanceNames => ({
  engines: byInstance(engines),
  batteries: byInstance(batteries),
})
