import { actorLabel, type AlertStatus, type Notification } from '@marinedata/model'
import type { ScreenId } from '#app/router.ts'

/** The words of the sea for what the data calls emergency, alarm, warn and alert; the worst first. */
export const priorities = ['emergency', 'alarm', 'warning', 'caution'] as const
export type Priority = (typeof priorities)[number]

/** Told apart without colours: triangle for alarms, circle for warnings, square for cautions. */
export type Shape = 'triangle' | 'circle' | 'square'

/** One alert of the boat, as this page shows it. */
export interface ShownAlert {
  /** Each source speaks for itself: two pilots may have an alarm each at one path. */
  readonly key: string
  readonly id: string
  readonly path: string
  readonly source: string
  readonly message: string
  /** Of one that is over: as bad as it was when this page last saw it so. */
  readonly priority: Priority
  readonly status: AlertStatus
  readonly hasSound: boolean
  readonly raisedAt: string
  readonly acknowledgedBy: string | undefined
  readonly silencedUntil: string | undefined
  /** False when the boat has no place for it in its list: it stands and sounds, but cannot be acknowledged yet. */
  readonly isListed: boolean
  /** False while the boat could not write it to its disk. */
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

/** Of what is over: as bad as it was before, as far as that is known. */
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

/** An alert of the boat's list. The server speaks by its schema, so only what may be missing is looked for. */
const isListed = (value: Partial<Notification>): value is AlertWords =>
  value.id !== undefined && value.status !== undefined && value.state !== undefined

/** What the boat has no place for in its list: an alarm, or what is to be heard. What does not sound calls nobody. */
const unlisted = (key: string, value: Partial<Notification>): AlertWords | undefined => {
  const { state, method = [] } = value
  const priority = state && priorityByState[state]
  const hasSound = method.includes('sound')
  if (state === undefined || priority === undefined || (!hasSound && !isAlarm({ priority }))) return undefined
  return { ...value, id: key, status: hasSound ? 'active' : 'acknowledged', state }
}

/** What the stream says at a path, if it is an alert. */
export const alertIn = (
  { path, source, value }: News,
  before: ShownAlert | undefined,
): ShownAlert | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const key = keyOf({ path, source })
  // Each member is looked for before it is used.
  const told = value as Partial<Notification>
  const words = isListed(told) ? told : unlisted(key, told)
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
    isListed: words === told,
    isSaved: words.saved !== false,
  }
}

const rankOf = ({ priority, status }: ShownAlert): number =>
  status === 'rectified' ? priorities.length : priorities.indexOf(priority)

/** Man overboard, the anchor and the pilot: of equally bad ones these come first. */
const isVital = ({ path }: Pick<ShownAlert, 'path'>): boolean =>
  path === overboardPath || path === anchorPath || path.startsWith('notifications.steering.autopilot.')

/** The worst first, of equally bad ones the vital, the listed, the newest; what is over comes last. */
export const byUrgency = (one: ShownAlert, other: ShownAlert): number =>
  rankOf(one) - rankOf(other) ||
  Number(isVital(other)) - Number(isVital(one)) ||
  Number(other.isListed) - Number(one.isListed) ||
  (one.raisedAt < other.raisedAt ? 1 : -1)

/** Somebody has to do something now. */
export const isAlarm = ({ priority }: Pick<ShownAlert, 'priority'>): boolean =>
  priority === 'emergency' || priority === 'alarm'

/** It is so, and nobody has taken note of it. */
export const isUnanswered = ({ status }: Pick<ShownAlert, 'status'>): boolean =>
  status === 'active' || status === 'silenced'

/** What makes a noise until someone answers; a caution never does. */
export const isSilenceable = ({ priority, status }: Pick<ShownAlert, 'priority' | 'status'>): boolean =>
  priority !== 'caution' && status === 'active'

/** What can be acknowledged: also what is over, so that it leaves the list. */
export const isAcknowledgeable = (alert: Pick<ShownAlert, 'status' | 'isListed'>): boolean =>
  alert.isListed && alert.status !== 'acknowledged'

export const isFlashing = (alert: Pick<ShownAlert, 'priority' | 'status'>): boolean =>
  isAlarm(alert) && isUnanswered(alert)

/**
 * What takes the whole screen: the worst that is active, and of equally bad ones the oldest, so that none is exchanged for
 * another under the finger of whoever answers it. What is vital goes before that, and what can be acknowledged.
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

/** Where one sees more of it. */
export const screenOf = (path: string): ScreenId | undefined => {
  const about = path.slice(notificationRoot.length)
  return screenByPath.find(([start]) => about === start || about.startsWith(`${start}.`))?.[1]
}
