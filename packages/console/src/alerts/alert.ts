import {
  actorLabel,
  type AlertStatus,
  type Notification,
  type AlertRequest,
  type Visitor,
} from '@marinedata/model'
import type { ScreenId } from '#page/router.ts'
import type { Place } from '#boat/values.ts'
import { t, withoutDirection, type WordKey } from '#words/words.ts'
import { clientPlace } from './console-clients.ts'

/** Display priorities for the severities emergency, alarm, warn and alert; the most severe first. */
const priorities = ['emergency', 'alarm', 'warning', 'caution'] as const
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
  /** For an ended alert, its last active priority that this page has seen. */
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
  /** The vessel that the alert is about; undefined for own ship. */
  readonly context: string | undefined
  /** Where the casualty is, or for man overboard where the boat was; undefined if unknown. */
  readonly position: Place | undefined
  /** Its source cannot know when it is over: a person ends it. */
  readonly isEndable: boolean
}

export interface AlertUpdate {
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
export const callPath = 'notifications.crew.call'
const collisionRoot = 'notifications.navigation.closestApproach.'

/** Whether another vessel comes too close. */
export const isCollision = ({ path }: Pick<ShownAlert, 'path'>): boolean => path.startsWith(collisionRoot)

const distressPath = /^notifications\.(?:distress|nmea(?:2000|0183)\.manOverboard)\./

/** Whether a beacon, a radio call or another device on the boat reports that someone needs help. */
export const isDistress = ({ path }: Pick<ShownAlert, 'path'>): boolean => distressPath.test(path)

/**
 * Whether the alarm is shown as a band above the screen instead of filling it: to avoid a collision or to turn back,
 * the crew needs the dial, the course keys and the chart.
 */
export const isBanded = (alert: Pick<ShownAlert, 'path'>): boolean =>
  alert.path === overboardPath || isCollision(alert) || isDistress(alert)

export const keyOf = ({ path, source }: Pick<ShownAlert, 'path' | 'source'>): string => `${path} ${source}`

type AlertWords = Partial<Notification> & Pick<Required<Notification>, 'id' | 'status' | 'state'>

/**
 * Whether it is an alert from the server's list. The server follows its schema, so only optional members are checked.
 */
const isListed = (value: Partial<Notification>): value is AlertWords =>
  value.id !== undefined && value.status !== undefined && value.state !== undefined

/** An alert that did not fit into the server's list. Only alarms and alerts with a sound are shown: the others need no action. */
const unlisted = (key: string, value: Partial<Notification>): AlertWords | undefined => {
  const { state, method = [] } = value
  const priority = state && priorityByState[state]
  const hasSound = method.includes('sound')
  if (state === undefined || priority === undefined || (!hasSound && !isAlarm({ priority }))) return undefined
  return { ...value, id: key, status: hasSound ? 'active' : 'acknowledged', state }
}

const casualtyIn = ({
  position,
  endable,
}: AlertWords & { readonly endable?: unknown }): Pick<ShownAlert, 'position' | 'isEndable'> => ({
  position: position ?? undefined,
  isEndable: endable === true,
})

/** Parses the value of a path as an alert. */
export const alertIn = (
  { path, source, value }: AlertUpdate,
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
    // Plugins write names into it that come from outside.
    message: withoutDirection(message),
    priority: priorityOf(state, before?.priority),
    status,
    hasSound: words.method?.includes('sound') === true,
    raisedAt,
    acknowledgedBy: acknowledgedBy && actorLabel(acknowledgedBy),
    silencedUntil,
    isListed: words === notification,
    isSaved: words.saved !== false,
    context: words.context,
    ...casualtyIn(words),
  }
}

/** Position in the list: the lower, the more severe. */
export const rankOf = ({ priority, status }: ShownAlert): number =>
  status === 'rectified' ? priorities.length : priorities.indexOf(priority)

/** Man overboard, collision, anchor and autopilot come first among alerts of equal priority. */
const isVital = (alert: Pick<ShownAlert, 'path'>): boolean =>
  isBanded(alert) || alert.path === anchorPath || alert.path.startsWith('notifications.steering.autopilot.')

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
 * The alert to answer first: the most severe active one, and among equals the oldest, so that it is not replaced
 * while a user reaches for its button. Vital alerts and those that can be acknowledged come first.
 */
export const pressingOf = (sorted: readonly ShownAlert[]): ShownAlert | undefined => {
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
  ['navigation.closestApproach', 'chart'],
  ['mob', 'chart'],
  ['distress', 'chart'],
  ['nmea2000.manOverboard', 'chart'],
  ['nmea0183.manOverboard', 'chart'],
  ['steering', 'helm'],
  ['plugins', 'devices'],
]

/** The screen with more about the alert. */
export const screenOf = (path: string): ScreenId | undefined => {
  const about = path.slice(notificationRoot.length)
  return screenByPath.find(([start]) => about === start || about.startsWith(`${start}.`))?.[1]
}

/** The part of the chart's address that shows the place of the alert; empty without a place. */
export const chartPlaceOf = ({ path, context }: Pick<ShownAlert, 'path' | 'context'>): string => {
  if (path === overboardPath) return 'mob'
  if (isDistress({ path })) return `casualty/${encodeURIComponent(path)}`
  return context === undefined ? '' : `target/${encodeURIComponent(context)}`
}

const titleWords: Readonly<Record<string, WordKey>> = {
  [anchorPath]: 'alerts.title.anchor',
  [overboardPath]: 'alerts.title.mob',
  [callPath]: 'alerts.title.call',
}

/** Title of an alarm. */
export const titleOf = (alert: Pick<ShownAlert, 'path' | 'priority'>): string => {
  if (isCollision(alert)) return t('alerts.title.collision')
  const other = alert.priority === 'emergency' ? 'alerts.title.emergency' : 'alerts.title.alarm'
  return t(titleWords[alert.path] ?? other)
}

const two = (count: number): string => String(count).padStart(2, '0')

/** A duration as on a clock: `00:14`, `1:02:03`. */
export const durationText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours === 0 ? rest : `${hours}:${rest}`
}

/** Active alerts by key. */
export type ActiveAlerts = ReadonlyMap<string, ShownAlert>

export const noAlerts: ActiveAlerts = new Map()

/** The alerts after an update; the same map if nothing changed. */
export const applyUpdate = (active: ActiveAlerts, update: AlertUpdate): ActiveAlerts => {
  const key = keyOf(update)
  const before = active.get(key)
  const alert = alertIn(update, before)
  if (alert === undefined && before === undefined) return active
  const after = new Map(active)
  if (alert === undefined) after.delete(key)
  else after.set(key, alert)
  return after
}

/** The alerts without those the server no longer has. */
export const withoutLost = (active: ActiveAlerts, isLost: (alert: ShownAlert) => boolean): ActiveAlerts => {
  const left = [...active].filter(([, alert]) => !isLost(alert))
  return left.length === active.size ? active : new Map(left)
}

/** A crew call ends after ten minutes without an answer. */
const callSeconds = 600

/** `Anna calls all hands (Cockpit)`. It ends when acknowledged. */
export const crewCall = ({ boat, name }: Pick<Visitor, 'boat' | 'name'>, station: string): AlertRequest => {
  // Users of the open demo have no name.
  const who = boat === 'open' ? null : name
  const place = clientPlace(station, who)
  const message = who === null ? t('alerts.call.open', { place }) : t('alerts.call.words', { who, place })
  return { path: callPath, state: 'alarm', message, lasts: callSeconds }
}

/** Limits of the watch, in metres. */
export const radiusLimits = { least: 5, most: 2_000 } as const

export const clampedRadius = (metres: number): number =>
  Math.min(Math.max(metres, radiusLimits.least), radiusLimits.most)

export const upToFive = (metres: number): number => Math.ceil(metres / 5 - 1e-9) * 5

const roomBeyond = 1.25
const leastMore = 10

/** A circle with room for the present distance, and larger than the present limit. */
export const extendedRadius = (distance: number, limit: number): number =>
  clampedRadius(upToFive(Math.max(distance * roomBeyond, limit + leastMore)))
