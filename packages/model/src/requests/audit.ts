import { Type, type Static } from '#schema-language.ts'
import { Actor } from '#naming/actor.ts'
import { AuditEntry } from './devices/autopilot-device.ts'

export const auditEventKinds = ['access', 'alert', 'course', 'plugin', 'settings', 'server'] as const

/**
 * An audit entry for a change of access, settings, plugins or other server state, in the same hash chain as the
 * commands.
 */
export const AuditEvent = Type.Object(
  {
    number: Type.Integer(),
    at: Type.String(),
    kind: Type.Enum([...auditEventKinds]),
    operation: Type.String({
      pattern: '^[a-z]+(-[a-z]+)*$',
      description: 'the operation, such as signed-in, token-made or plugin-enabled',
    }),
    actor: Actor,
    subject: Type.String({ description: 'the person, token, plugin or other object of the operation' }),
    details: Type.Optional(Type.Unknown()),
    previous: Type.String({ description: 'the hash of the previous entry' }),
    hash: Type.String({ description: 'SHA-256 of this entry without `hash`, members in the order above' }),
  },
  { $id: 'AuditEvent' },
)
export type AuditEvent = Static<typeof AuditEvent>

/** Commands and other audit entries, newest first. */
export const AuditPage = Type.Array(Type.Union([AuditEntry, AuditEvent]), { $id: 'AuditPage' })
export type AuditPage = Static<typeof AuditPage>
