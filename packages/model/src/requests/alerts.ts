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
import { Completed } from './autopilot.ts'

/** One alert of the own vessel, whole: its notification, and where it stands. */
export const Alert = Type.Object(
  {
    path: Type.String({ description: 'where it is told, below `notifications`' }),
    source: Type.String({ description: 'who watches what it is about' }),
    ...Notification.properties,
    id: alertMembers.id,
    status: alertMembers.status,
    raisedAt: alertMembers.raisedAt,
  },
  { $id: 'Alert' },
)
export type Alert = Static<typeof Alert>

/** The worst first; of equally bad ones the newest. */
export const AlertList = Type.Array(Alert, { $id: 'AlertList' })
export type AlertList = Static<typeof AlertList>

export const AlertEnding = Type.Enum(['over', 'by-hand', 'made-room'], {
  $id: 'AlertEnding',
  description: 'its cause was over and someone had seen it; ended by hand; there was no more room for it',
})
export type AlertEnding = 'over' | 'by-hand' | 'made-room'

/** An alert that is over, as it last stood. */
export const PastAlert = Type.Object(
  {
    ...Type.Pick(Alert, ['path', 'source', 'state', 'message', 'id', 'raisedAt', 'raisedBy']).properties,
    ...Type.Pick(Alert, ['acknowledgedBy', 'acknowledgedAt', 'position']).properties,
    endedAt: Type.String({ maxLength: 32, description: 'when it left the list' }),
    ending: AlertEnding,
  },
  { $id: 'PastAlert' },
)
export type PastAlert = Static<typeof PastAlert>

/** Those of the last 24 hours, the newest first; 200 at most. */
export const PastAlertList = Type.Array(PastAlert, { $id: 'PastAlertList' })
export type PastAlertList = Static<typeof PastAlertList>

/** An alert that someone raises by hand. */
export const AlertRequest = Type.Object(
  {
    path: Type.String({ maxLength: pathLimits.length, pattern: '^notifications\\.' }),
    state: Type.Enum(['alert', 'warn', 'alarm', 'emergency']),
    message: Type.String({ minLength: 1, maxLength: 1024 }),
    method: Type.Optional(
      Type.Array(AlertMethod, {
        maxItems: 2,
        description: 'by the state when absent: from alarm on it sounds',
      }),
    ),
    escalates: Type.Optional(Escalation),
    lasts: Type.Optional(CallLength),
  },
  { $id: 'AlertRequest', additionalProperties: false },
)
export type AlertRequest = Static<typeof AlertRequest>

/** What was asked is done, and this is how the alert stands now. */
export const AlertCompleted = Type.Object(
  { ...Completed.properties, saved: Type.Optional(UnsavedMark), alert: Alert },
  { $id: 'AlertCompleted' },
)
export type AlertCompleted = Static<typeof AlertCompleted>

/** The same for all at once: those that were changed by it. */
export const AlertsCompleted = Type.Object(
  { ...Completed.properties, saved: Type.Optional(UnsavedMark), alerts: AlertList },
  { $id: 'AlertsCompleted' },
)
export type AlertsCompleted = Static<typeof AlertsCompleted>
