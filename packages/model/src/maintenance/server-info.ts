import { Type, type Static } from '#schema-language.ts'

/** Where the console of this boat is, and which of its settings have no effect. */
export const ServerInfo = Type.Object(
  {
    addresses: Type.Array(Type.String(), {
      description: 'URLs at which other devices aboard open the console, best first',
    }),
    ignoredSettings: Type.Array(Type.String(), {
      description: 'members of settings.json that this version does not know, as JSON pointers',
    }),
  },
  { $id: 'ServerInfo' },
)
export type ServerInfo = Static<typeof ServerInfo>
