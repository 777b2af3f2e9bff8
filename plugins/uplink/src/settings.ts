import { Type, type Static } from '@marinedata/model'
import { tariffs } from '@marinedata/uplink-protocol'

const strict = { additionalProperties: false } as const

export const Settings = Type.Object(
  {
    fleet: Type.Optional(
      Type.String({
        pattern: '^https://[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?$',
        description: 'address of the fleet, such as https://fleet.example.org; remove it to leave the fleet',
      }),
    ),
    code: Type.Optional(
      Type.String({
        pattern: '^[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}$',
        secret: true,
        description: 'code with which the boat joins; the fleet gives it out, and it can be used once',
      }),
    ),
    tariff: Type.Enum([...tariffs], {
      default: 'cellular',
      description: 'what the connection to the internet is, unless its interface is listed below',
    }),
    interfaces: Type.Optional(
      Type.Array(Type.String({ pattern: `^[A-Za-z0-9._-]{1,15}=(?:${tariffs.join('|')})$` }), {
        maxItems: 16,
        description: 'tariffs by network interface, such as wlan0=wifi and wwan0=cellular',
      }),
    ),
    budget: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 100_000,
        description:
          'megabytes a day (UTC) by satellite and mobile network; when they are used up, only events are sent',
      }),
    ),
    console: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description:
          'port of this server, such as 3000: people ashore can open the console of the boat through the fleet, to look; absent: they cannot',
      }),
    ),
    host: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9.-]{1,253}$',
        description: 'name in the certificate of the fleet, if it is not the one in its address',
      }),
    ),
    certificate: Type.Optional(
      Type.String({
        pattern: '^/',
        maxLength: 256,
        grants: 'read',
        description: 'file with the certificate of an authority of your own, PEM; for a private fleet',
      }),
    ),
  },
  strict,
)
export type Settings = Static<typeof Settings>

export const bytesPerMegabyte = 1_000_000
