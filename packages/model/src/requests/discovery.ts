import { Type, type Static } from '#schema-language.ts'

const Endpoint = Type.Object(
  { version: Type.String(), 'rest-http': Type.String(), 'stream-ws': Type.Optional(Type.String()) },
  { $id: 'Endpoint' },
)

/** The discovery document: endpoints by version, and the own vessel. */
export const Discovery = Type.Object(
  {
    endpoints: Type.Record(Type.String(), Endpoint),
    server: Type.Object({ id: Type.String(), version: Type.String() }),
    self: Type.String(),
    version: Type.String(),
  },
  { $id: 'Discovery' },
)
export type Discovery = Static<typeof Discovery>
