import { Type, type Static } from '#schema-language.ts'
import { AuditEntry } from './autopilot-device.ts'

export const auditDeedKinds = ['access', 'alert', 'course', 'plugin', 'settings', 'server'] as const

/** Something that was done to the server itself, as it is kept in the same chain as the commands. */
export const AuditDeed = Type.Object(
  {
    number: Type.Integer(),
    at: Type.String(),
    kind: Type.Enum([...auditDeedKinds]),
    deed: Type.String({
      pattern: '^[a-z]+(-[a-z]+)*$',
      description: 'what was done, such as signed-in, token-made or plugin-enabled',
    }),
    who: Type.String(),
    from: Type.String({ description: 'the address that asked, or shell' }),
    subject: Type.String({ description: 'the person, token, plugin or other thing that it was done to' }),
    details: Type.Optional(Type.Unknown()),
    previous: Type.String({ description: 'the hash of the entry before' }),
    hash: Type.String({ description: 'SHA-256 of this entry without it, in the order above' }),
  },
  { $id: 'AuditDeed' },
)
export type AuditDeed = Static<typeof AuditDeed>

/** Commands and deeds together, newest first. */
export const AuditPage = Type.Array(Type.Union([AuditEntry, AuditDeed]), { $id: 'AuditPage' })
export type AuditPage = Static<typeof AuditPage>
