import { NetworkInput, portPatterns, UdpAddress } from '@marinedata/inputs'
import { Type, type Static } from '@marinedata/plugin-api'
import { Sends } from '#outputs/sends.ts'

const strict = { additionalProperties: false } as const

const list = <T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) =>
  Type.Array(item, { maxItems: 16, default: [], description })

/** The usual port of NMEA 0183 over TCP and UDP. */
const usualPort = 10_110

export const Settings = Type.Object(
  {
    ports: portPatterns('further ports to search for, such as "/dev/ttyXR0" or "/dev/ttyXR*"', {
      grants: 'ports',
    }),
    ignored: portPatterns('ports that are never opened, because another program uses them'),
    connections: list(
      Type.Object({ ...NetworkInput.properties, sends: Type.Optional(Sends) }, strict),
      'network inputs: servers to connect to, and ports for datagrams; only a server can be sent to',
    ),
    server: Type.Object(
      {
        enabled: Type.Boolean(),
        port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: 'default 10110' })),
        host: Type.Optional(
          Type.String({
            pattern: '^[0-9A-Fa-f:.]{2,45}$',
            description: 'listens only at this address of the machine; "127.0.0.1": for this machine only',
          }),
        ),
        maxClients: Type.Optional(Type.Integer({ minimum: 1, maximum: 64, description: 'default 32' })),
        sends: Type.Optional(Sends),
      },
      {
        ...strict,
        default: { enabled: false },
        description:
          'a TCP server: what its clients send is read, and they receive what the other inputs receive, or as "sends" says',
      },
    ),
    udpOutputs: list(
      Type.Object({ address: UdpAddress, sends: Sends }, strict),
      'where datagrams are sent; "udp://192.168.4.255:10110" reaches all of a network',
    ),
    serialOutputs: list(
      Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }), sends: Sends }, strict),
      'ports that are written, by the id of the input; a port must be in use',
    ),
    answersFromWire: Type.Boolean({
      default: false,
      description:
        'whether panels may acknowledge and silence the alerts that are sent to them: anything on a line could then mute the boat',
    }),
    aisTransmitter: Type.Enum(['none', 'class-a'], {
      default: 'none',
      description:
        'the transponder on the outputs with "BBM" in "made": one of class A sends a text to ships when a person is overboard; most of class B do not',
    }),
  },
  strict,
)
export type Settings = Static<typeof Settings>

export const serverPort = ({ server }: Settings): number => server.port ?? usualPort
