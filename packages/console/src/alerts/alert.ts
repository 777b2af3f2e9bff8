import { actorLabel, type AlertStatus, type Notification } from '@marinedata/model'
import type { ScreenId } from '#app/router.ts'

/** Display priorities for the severities emergency, alarm, warn and alert; the most severe first. */
export const priorities = ['emergency', 'alarm', 'warning', 'caution'] as const
export type Priority = (typeof priorities)[number]

/** Distinguishable without colour: triangle for alarms, circle for warnings, square for cautions. */
export type Shape = 'triangle' | 'circle' | 'square'

/** An alert as this page shows it. */
export interface ShownAlert {
  /** Includes the source: two autopilots may each have an alarm at the same path. */
  readonly key: string
  readonly id: string
  readonly path: string
  readonly source: string
  readonly message: string
  /** Of an ended alert: its last active priority that this page has seen. */
  readonly priority: Priority
  readonly status: AlertStatus
  readonly hasSound: boolean
  readonly raisedAt: string
  readonly acknowledgedBy: string | undefined
  readonly silencedUntil: string | undefined
  /** False if the server's list is full: the alert is active and sounds, but cannot be acknowledged yet. */
  readonly isListed: boolean
  /** False until the server has written the alert to disk. */
  readonly isSaved: boolean
}

export interface News {
  readonly path: string
  readonly source: string
  readonly value: unknown
}

const priorityByState: Readonly<Partial<Record<Notification['state'], Priority>>> = {
  emergency: 'emergency',
  alarm: 'alarm',
  warn: 'warning',
  alert: 'caution',
}

/** Priority of a severity. An ended alert keeps the priority it had before, if known. */
export const priorityOf = (state: Notification['state'], before: Priority = 'caution'): Priority =>
  priorityByState[state] ?? before

const shapes: Readonly<Record<Priority, Shape>> = {
  emergency: 'triangle',
  alarm: 'triangle',
  warning: 'circle',
  caution: 'square',
}

export const shapeOf = ({ priority }: Pick<ShownAlert, 'priority'>): Shape => shapes[priority]

export const notificationRoot = 'notifications.'
export const anchorPath = 'notifications.navigation.anchor'
export const overboardPath = 'notifications.mob'

export const keyOf = ({ path, source }: Pick<ShownAlert, 'path' | 'source'>): string => `${path} ${source}`

type AlertWords = Partial<Notification> & Pick<Required<Notification>, 'id' | 'status' | 'state'>

/**
 * Whether it is an alert from the server's list. The server follows its schema, so only optional members are checked.
 */
const isListed = (value: Partial<Notification>): value is AlertWords =>
  value.id !== undefined && value.status !== undefined && value.state !== undefined

/**
 * An alert that did not fit into the server's list. Only alarms and alerts with a sound are shown: the others need
 * nobody.
 */
const unlisted = (key: string, value: Partial<Notification>): AlertWords | undefined => {
  const { state, method = [] } = value
  const priority = state && priorityByState[state]
  const hasSound = method.includes('sound')
  if (state === undefined || priority === undefined || (!hasSound && !isAlarm({ priority }))) return undefined
  return { ...value, id: key, status: hasSound ? 'active' : 'acknowledged', state }
}

/** Parses the value of a path as an alert. */
export const alertIn = (
  { path, source, value }: News,
  before: ShownAlert | undefined,
): ShownAlert | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const key = keyOf({ path, source })
  // Each member is checked before it is used.
  const notification = value as Partial<Notification>
  const words = isListed(notification) ? notification : unlisted(key, notification)
  if (words === undefined) return undefined
  const { id, status, state, message = '', raisedAt = '', acknowledgedBy, silencedUntil } = words
  return {
    key,
    id,
    path,
    source,
    message,
    priority: priorityOf(state, before?.priority),
    status,
    hasSound: words.method?.includes('sound') === true,
    raisedAt,
    acknowledgedBy: acknowledgedBy && actorLabel(acknowledgedBy),
    silencedUntil,
    isListed: words === notification,
    isSaved: words.saved !== false,
  }
}

const rankOf = ({ priority, status }: ShownAlert): number =>
  status === 'rectified' ? priorities.length : priorities.indexOf(priority)

/** Man overboard, anchor and autopilot come first among alerts of equal priority. */
const isVital = ({ path }: Pick<ShownAlert, 'path'>): boolean =>
  path === overboardPath || path === anchorPath || path.startsWith('notifications.steering.autopilot.')

/** Sorts by priority, then vital, listed and newest first. Ended alerts come last. */
export const byUrgency = (one: ShownAlert, other: ShownAlert): number =>
  rankOf(one) - rankOf(other) ||
  Number(isVital(other)) - Number(isVital(one)) ||
  Number(other.isListed) - Number(one.isListed) ||
  (one.raisedAt < other.raisedAt ? 1 : -1)

/** Whether somebody has to act now. */
export const isAlarm = ({ priority }: Pick<ShownAlert, 'priority'>): boolean =>
  priority === 'emergency' || priority === 'alarm'

/** Active and not acknowledged. */
export const isUnanswered = ({ status }: Pick<ShownAlert, 'status'>): boolean =>
  status === 'active' || status === 'silenced'

/** Whether the alert sounds until someone answers it. A caution never does. */
export const isSilenceable = ({ priority, status }: Pick<ShownAlert, 'priority' | 'status'>): boolean =>
  priority !== 'caution' && status === 'active'

/** Whether the alert can be acknowledged. An ended alert can be, which removes it from the list. */
export const isAcknowledgeable = (alert: Pick<ShownAlert, 'status' | 'isListed'>): boolean =>
  alert.isListed && alert.status !== 'acknowledged'

export const isFlashing = (alert: Pick<ShownAlert, 'priority' | 'status'>): boolean =>
  isAlarm(alert) && isUnanswered(alert)

/**
 * The alert that fills the screen: the most severe active one, and among equals the oldest, so that it is not replaced
 * while a user reaches for its button. Vital alerts and those that can be acknowledged come first.
 */
export const takeoverOf = (sorted: readonly ShownAlert[]): ShownAlert | undefined => {
  const candidates = sorted.filter((alert) => isAlarm(alert) && alert.status === 'active')
  const [first] = candidates
  return candidates.findLast(
    (alert) =>
      first !== undefined &&
      alert.priority === first.priority &&
      isVital(alert) === isVital(first) &&
      alert.isListed === first.isListed,
  )
}

const screenByPath: readonly (readonly [start: string, screen: ScreenId])[] = [
  ['navigation.anchor', 'anchor'],
  ['navigation.course', 'chart'],
  ['mob', 'chart'],
  ['steering', 'helm'],
  ['plugins', 'devices'],
]

/** The screen with more about the alert. */
export const screenOf = (path: string): ScreenId | undefined => {
  const about = path.slice(notificationRoot.length)
  return screenByPath.find(([start]) => about === start || about.startsWith(`${start}.`))?.[1]
}
