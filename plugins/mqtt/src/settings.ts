import { Type, type Static } from '@marinedata/model'

const file = { pattern: '^/', maxLength: 256, grants: 'read' } as const
const topic = '^[A-Za-z0-9_-]{1,64}(?:/[A-Za-z0-9_-]{1,64}){0,4}$'

/** What most boats want to see at home. */
const defaultPaths = [
  'navigation.position=10',
  'navigation.speedOverGround',
  'navigation.courseOverGroundTrue',
  'navigation.headingTrue',
  'environment.depth.belowKeel',
  'environment.wind.*',
  'environment.water.temperature=60',
  'environment.outside.*=60',
  'electrical.batteries.*=30',
  'tanks.*=60',
  'notifications.*',
]

export const Settings = Type.Object(
  {
    broker: Type.Optional(
      Type.String({
        pattern: '^mqtts?://[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?$',
        description:
          'address of the broker: mqtt://192.168.1.5, or mqtts://home.example.org for an encrypted connection',
      }),
    ),
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024, secret: true })),
    certificate: Type.Optional(
      Type.String({
        ...file,
        description:
          'file with the certificate of the authority of the broker, PEM; for an authority of your own',
      }),
    ),
    clientCertificate: Type.Optional(
      Type.String({
        ...file,
        description: 'file with the certificate of the boat, PEM; if the broker asks for one',
      }),
    ),
    clientKey: Type.Optional(
      Type.String({ ...file, description: 'file with the key of that certificate, PEM' }),
    ),
    host: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9.-]{1,253}$',
        description: 'name in the certificate of the broker, if it is not the one in its address',
      }),
    ),
    topic: Type.String({
      pattern: topic,
      default: 'boat',
      description: 'first part of all topics; each boat of a broker needs its own',
    }),
    paths: Type.Array(
      Type.String({
        pattern: '^[A-Za-z0-9_*-]{1,64}(?:\\.[A-Za-z0-9_*-]{1,64}){0,15}(?:=[0-9]{1,4}(?:\\.[0-9])?)?$',
        maxLength: 262,
      }),
      {
        default: defaultPaths,
        maxItems: 128,
        description:
          'paths to publish, with * for any; "=10" after a path is the least number of seconds between two values. The first entry that matches a path counts',
      },
    ),
    period: Type.Number({
      default: 5,
      minimum: 0,
      maximum: 3_600,
      description: 'least number of seconds between two values of a path without a number of its own',
    }),
    homeAssistant: Type.Boolean({
      default: true,
      description: 'whether Home Assistant finds the boat and its values without further settings',
    }),
    discoveryTopic: Type.String({
      pattern: topic,
      default: 'homeassistant',
      description: 'first part of the topics in which Home Assistant looks for devices',
    }),
  },
  { additionalProperties: false },
)
export type Settings = Static<typeof Settings>
