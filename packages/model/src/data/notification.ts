import { Type, type Static } from '#schema-language.ts'
import { Position } from './position.ts'

/** Severities in rising order. */
export const severities = ['nominal', 'normal', 'alert', 'warn', 'alarm', 'emergency'] as const

export const Severity = Type.Enum([...severities], { $id: 'Severity' })
export type Severity = (typeof severities)[number]

/** How bad, as a number: higher is worse. */
export const severityOf = (state: Severity): number => severities.indexOf(state)

/** Nothing is wrong. */
export const isCalm = (state: Severity): boolean => state === 'normal' || state === 'nominal'

export const AlertMethod = Type.Enum(['visual', 'sound'], { $id: 'AlertMethod' })
export type AlertMethod = 'visual' | 'sound'

/** What becomes of an alert that nobody acknowledges. */
export const Escalation = Type.Object(
  {
    seconds: Type.Number({ minimum: 1, maximum: 86400, description: 'unacknowledged for so long' }),
    state: Type.Enum(['alert', 'warn', 'alarm', 'emergency'], {
      description: 'what it becomes, if that is more',
    }),
  },
  { $id: 'Escalation', additionalProperties: false },
)
export type Escalation = Static<typeof Escalation>

/** Counts how often the crew was called: some things are worth another call though they are no worse by name. */
export const Episode = Type.Integer({
  minimum: 0,
  description:
    'another number is another call for the crew: it sounds, though the one before was acknowledged',
})

const condition = {
  state: Severity,
  method: Type.Array(AlertMethod, { maxItems: 2 }),
  message: Type.String({ maxLength: 1024 }),
  escalates: Type.Optional(Escalation),
  episode: Type.Optional(Episode),
}

/**
 * What whoever watches something may say of the own vessel: how bad it is. Who has acknowledged it and when it sounds is
 * decided aboard and told in the `Notification`; a condition that speaks of that is refused.
 */
export const Condition = Type.Object(condition, { $id: 'Condition', additionalProperties: false })
export type Condition = Static<typeof Condition>

export const alertStatuses = ['active', 'silenced', 'acknowledged', 'rectified'] as const
export const AlertStatus = Type.Enum([...alertStatuses], { $id: 'AlertStatus' })
export type AlertStatus = (typeof alertStatuses)[number]

/** For a call: what it is about is over when someone has heard it. */
export const CallLength = Type.Number({
  minimum: 1,
  maximum: 86400,
  description: 'seconds; it is a call, over as soon as someone has acknowledged it, and after so long',
})

/** The disk is full or fails: it is so aboard, and would not outlive a restart. */
export const UnsavedMark = Type.Literal(false, {
  description: 'not on disk: it is saved as soon as that is possible; absent when it is saved',
})

/** The members of a notification that tell the life of the alert. */
export const alertMembers = {
  id: Type.String({ maxLength: 64, description: 'the same for the whole life of the alert' }),
  status: AlertStatus,
  raisedAt: Type.String({ maxLength: 32 }),
  raisedBy: Type.Optional(Type.String({ maxLength: 256, description: 'who, when it was raised by hand' })),
  lasts: Type.Optional(CallLength),
  acknowledgedBy: Type.Optional(Type.String({ maxLength: 256 })),
  acknowledgedAt: Type.Optional(Type.String({ maxLength: 32 })),
  silencedUntil: Type.Optional(Type.String({ maxLength: 32 })),
  position: Type.Optional(
    Type.Union([Position, Type.Null()], { description: 'where it happened; null when no fix was fresh' }),
  ),
  saved: Type.Optional(UnsavedMark),
}

/**
 * The value of a `notifications.*` path. `method` is what is to be done now: sound leaves it while the alert is silenced
 * or acknowledged. Without a status there is no alert.
 */
export const Notification = Type.Object(
  { ...condition, ...Type.Partial(Type.Object(alertMembers)).properties },
  { $id: 'Notification' },
)
export type Notification = Static<typeof Notification>

/** The normalised names under `notifications.steering.autopilot`. */
export const autopilotNotificationNames = [
  'waypointAdvance',
  'waypointArrival',
  'routeComplete',
  'xte',
  'heading',
  'wind',
] as const
export type AutopilotNotificationName = (typeof autopilotNotificationNames)[number]
