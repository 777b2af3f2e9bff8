import { Type, type Static } from '#schema-language.ts'
import {
  alertMembers,
  AlertMethod,
  CallLength,
  Escalation,
  Notification,
  UnsavedMark,
} from '#data/notification.ts'
import { pathLimits } from '#naming/paths.ts'
import { Completed } from './devices/autopilot.ts'

/** An alert of the own vessel: its notification with path and source. */
export const Alert = Type.Object(
  {
    path: Type.String({ description: 'path of the notification, below `notifications`' }),
    source: Type.String({ description: 'the source that raised it' }),
    ...Notification.properties,
    id: alertMembers.id,
    status: alertMembers.status,
    raisedAt: alertMembers.raisedAt,
  },
  { $id: 'Alert' },
)
export type Alert = Static<typeof Alert>

/** Sorted by severity, highest first, then newest first. */
export const AlertList = Type.Array(Alert, { $id: 'AlertList' })
export type AlertList = Static<typeof AlertList>

export const AlertEnding = Type.Enum(['over', 'by-hand', 'made-room'], {
  $id: 'AlertEnding',
  description:
    'over: the cause ended and the alert was acknowledged. by-hand: ended manually. made-room: evicted because the limit was reached',
})
export type AlertEnding = 'over' | 'by-hand' | 'made-room'

/** An ended alert in its last state. */
export const PastAlert = Type.Object(
  {
    ...Type.Pick(Alert, ['path', 'source', 'state', 'message', 'id', 'raisedAt', 'raisedBy']).properties,
    ...Type.Pick(Alert, ['acknowledgedBy', 'acknowledgedAt', 'position']).properties,
    endedAt: Type.String({ maxLength: 32, description: 'when it ended' }),
    ending: AlertEnding,
  },
  { $id: 'PastAlert' },
)
export type PastAlert = Static<typeof PastAlert>

/** Alerts that ended in the last 24 hours, newest first; at most 200. */
export const PastAlertList = Type.Array(PastAlert, { $id: 'PastAlertList' })
export type PastAlertList = Static<typeof PastAlertList>

/** A request to raise an alert manually. */
export const AlertRequest = Type.Object(
  {
    path: Type.String({ maxLength: pathLimits.length, pattern: '^notifications\\.' }),
    state: Type.Enum(['alert', 'warn', 'alarm', 'emergency']),
    message: Type.String({ minLength: 1, maxLength: 1024 }),
    method: Type.Optional(
      Type.Array(AlertMethod, {
        maxItems: 2,
        description: 'derived from the state when absent: sound for alarm and emergency',
      }),
    ),
    escalates: Type.Optional(Escalation),
    lasts: Type.Optional(CallLength),
  },
  { $id: 'AlertRequest', additionalProperties: false },
)
export type AlertRequest = Static<typeof AlertRequest>

/** The success body with the new state of the alert. */
export const AlertCompleted = Type.Object(
  { ...Completed.properties, saved: Type.Optional(UnsavedMark), alert: Alert },
  { $id: 'AlertCompleted' },
)
export type AlertCompleted = Static<typeof AlertCompleted>

/** The success body of a request for all alerts, with those that changed. */
export const AlertsCompleted = Type.Object(
  { ...Completed.properties, saved: Type.Optional(UnsavedMark), alerts: AlertList },
  { $id: 'AlertsCompleted' },
)
export type AlertsCompleted = Static<typeof AlertsCompleted>
