import { Type, type Static } from '#schema-language.ts'
import { maxContextLength } from '#naming/context.ts'
import { Position } from './position.ts'

/** Severities in ascending order. */
export const severities = ['nominal', 'normal', 'alert', 'warn', 'alarm', 'emergency'] as const

export const Severity = Type.Enum([...severities], { $id: 'Severity' })
export type Severity = (typeof severities)[number]

/** The severity as a number; higher is worse. */
export const severityOf = (state: Severity): number => severities.indexOf(state)

/** True for a severity that is no alert. */
export const isNormal = (state: Severity): boolean => state === 'normal' || state === 'nominal'

export const AlertMethod = Type.Enum(['visual', 'sound'], { $id: 'AlertMethod' })
export type AlertMethod = 'visual' | 'sound'

/** The severity of an alert that is not acknowledged in time. */
export const Escalation = Type.Object(
  {
    seconds: Type.Number({ minimum: 1, maximum: 86400, description: 'seconds without acknowledgement' }),
    state: Type.Enum(['alert', 'warn', 'alarm', 'emergency'], {
      description: 'the new severity, if it is higher',
    }),
  },
  { $id: 'Escalation', additionalProperties: false },
)
export type Escalation = Static<typeof Escalation>

/** Counts calls of the crew. A new number calls the crew again although the severity is the same. */
export const Episode = Type.Integer({
  minimum: 0,
  description: 'a new number sounds the alert again, even if it was acknowledged',
})

const condition = {
  state: Severity,
  method: Type.Array(AlertMethod, { maxItems: 2 }),
  message: Type.String({ maxLength: 1024 }),
  escalates: Type.Optional(Escalation),
  episode: Type.Optional(Episode),
  context: Type.Optional(
    Type.String({
      maxLength: maxContextLength,
      description: 'context of the vessel or object that the alert is about; absent for the own vessel',
    }),
  ),
  position: Type.Optional(
    Type.Union([Position, Type.Null()], {
      description:
        'where the alert applies, such as the last reported position of a casualty; null if unknown. For a man-overboard alert raised on board: the position of the vessel when it was raised',
    }),
  ),
  endable: Type.Optional(
    Type.Literal(true, {
      description:
        'the source cannot know when the cause ends: a person may end the alert. The same condition then raises no new alert until its source sends `normal`, a higher severity or a new `episode`',
    }),
  ),
}

/**
 * The part of a notification that the source of an alert may write. The server adds acknowledgement and status in the
 * `Notification`; a condition with those members is refused.
 */
export const Condition = Type.Object(condition, { $id: 'Condition', additionalProperties: false })
export type Condition = Static<typeof Condition>

export const alertStatuses = ['active', 'silenced', 'acknowledged', 'rectified'] as const
export const AlertStatus = Type.Enum([...alertStatuses], { $id: 'AlertStatus' })
export type AlertStatus = (typeof alertStatuses)[number]

/** Duration of a call, an alert that ends when it is acknowledged. */
export const CallLength = Type.Number({
  minimum: 1,
  maximum: 86400,
  description: 'seconds after which the alert ends; it also ends when it is acknowledged',
})

/** Marks a state that could not be saved, because the disk is full or fails. It would be lost by a restart. */
export const UnsavedMark = Type.Literal(false, {
  description:
    'false while the state is not on disk; it is saved as soon as possible. Absent when it is saved',
})

/** The members of a notification that describe the state of the alert. */
export const alertMembers = {
  id: Type.String({ maxLength: 64, description: 'constant from start to end of the alert' }),
  status: AlertStatus,
  raisedAt: Type.String({ maxLength: 32 }),
  raisedBy: Type.Optional(
    Type.String({ maxLength: 256, description: 'the actor, when the alert was raised manually' }),
  ),
  lasts: Type.Optional(CallLength),
  acknowledgedBy: Type.Optional(Type.String({ maxLength: 256 })),
  acknowledgedAt: Type.Optional(Type.String({ maxLength: 32 })),
  silencedUntil: Type.Optional(Type.String({ maxLength: 32 })),
  saved: Type.Optional(UnsavedMark),
}

/**
 * The value of a `notifications.*` path. `method` applies now: it does not contain `sound` while the alert is
 * silenced or acknowledged. Without `status` there is no alert.
 */
export const Notification = Type.Object(
  { ...condition, ...Type.Partial(Type.Object(alertMembers)).properties },
  { $id: 'Notification' },
)
export type Notification = Static<typeof Notification>

/** The standard names below `notifications.steering.autopilot`. */
export const autopilotNotificationNames = [
  'waypointAdvance',
  'waypointArrival',
  'routeComplete',
  'xte',
  'heading',
  'wind',
] as const
export type AutopilotNotificationName = (typeof autopilotNotificationNames)[number]
