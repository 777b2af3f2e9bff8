import { Type, type Static } from '#schema-language.ts'
import { sourceSpaces } from './source-spaces.ts'

export const actorKinds = [
  'person',
  'device',
  'token',
  'plugin',
  'shell',
  'local',
  'anonymous',
  'server',
] as const

export const ActorKind = Type.Enum([...actorKinds], {
  $id: 'ActorKind',
  description:
    'person: signed in; device: a token with the role device; token: any other token; shell: a user of the command line; local: every caller in open mode; anonymous: not signed in',
})
export type ActorKind = (typeof actorKinds)[number]

/** Who acts, and from where. Every command, change and audit entry has one. */
export const Actor = Type.Object(
  {
    kind: ActorKind,
    id: Type.String({ description: 'constant; unique among the actors of this kind' }),
    name: Type.String({ description: 'for display; actors of different kinds may have the same name' }),
    address: Type.String({ description: 'the network address; localhost for a shell and for the server' }),
  },
  { $id: 'Actor' },
)
export type Actor = Static<typeof Actor>

/** Who acts, wherever from. */
export type Identity = Readonly<Pick<Actor, 'kind' | 'id' | 'name'>>

/** The key of an actor in maps and tables. Two actors with the same name have different keys. */
export const actorKey = ({ kind, id }: Pick<Actor, 'kind' | 'id'>): string => `${kind}:${id}`

/**
 * The name of an actor as one text, such as `acknowledgedBy` of an alert. Devices and tokens have a prefix, so that a
 * token named like a person is not taken for that person.
 */
export const actorText = ({ kind, name }: Pick<Actor, 'kind' | 'name'>): string =>
  kind === 'device' || kind === 'token' ? `${sourceSpaces.device}.${name}` : name

/** The display name in such a text. */
export const actorLabel = (text: string): string =>
  text.startsWith(`${sourceSpaces.device}.`) ? text.slice(sourceSpaces.device.length + 1) : text

/** The server itself, as the actor of what it does without a request. */
export const serverActor: Actor = { kind: 'server', id: 'server', name: 'server', address: 'localhost' }
