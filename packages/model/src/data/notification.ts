import { Type, type Static } from '#schema-language.ts'

/** Severities in rising order. */
export const severities = ['nominal', 'normal', 'alert', 'warn', 'alarm', 'emergency'] as const

export const Severity = Type.Enum([...severities], { $id: 'Severity' })
export type Severity = (typeof severities)[number]

export const AlertMethod = Type.Enum(['visual', 'sound'], { $id: 'AlertMethod' })
export type AlertMethod = 'visual' | 'sound'

/** The value of a `notifications.*` path. */
export const Notification = Type.Object(
  {
    state: Severity,
    method: Type.Array(AlertMethod, { maxItems: 2 }),
    message: Type.String({ maxLength: 1024 }),
  },
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
