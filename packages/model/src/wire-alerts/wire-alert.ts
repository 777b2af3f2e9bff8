import { drillAlertRoot } from '#alert-calls/call-paths.ts'
import type { AlertStatus, Notification, Severity } from '#data/notification.ts'
import type { Position } from '#data/position.ts'
import { wireTitleLength, type WireAlertKind, type WireAlertPriority } from './alert-states.ts'

/** An alert as other devices on a wire see it. */
export interface WireAlert {
  readonly kind: WireAlertKind
  readonly status: AlertStatus
  readonly priority: WireAlertPriority
  /** At most 16 characters, in capitals. */
  readonly title: string
  /** A second line; empty when the title says it all. */
  readonly description: string
  /** Where it happened: the casualty, or the own vessel. */
  readonly position: Position | undefined
}

const mobPath = 'notifications.mob'
const distressRoot = 'notifications.distress.'

/** Sources that raise what they read from a wire: nothing from a wire goes back to any wire. */
const wireSources = ['nmea0183', 'nmea2000']

const isFromWire = (source: string): boolean =>
  wireSources.some((wire) => source === wire || source.startsWith(`${wire}.`))

const reservedCharacters = /[^\x20-\x7e]|[!$*,\\^~]/gu

/** Text that every wire can carry: printable ASCII without the characters that NMEA 0183 reserves. */
export const wireText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(reservedCharacters, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

const titleOf = (text: string): string => wireText(text).toUpperCase().slice(0, wireTitleLength).trimEnd()

const beaconTitle = (number: string, message: string): string => {
  if (/^test:/i.test(message)) return 'BEACON TEST'
  // A number alone is no active beacon.
  if (/^(?:signal|ship) /i.test(message)) return 'BEACON SIGNAL'
  if (number.startsWith('970')) return 'SART ACTIVE'
  return number.startsWith('974') ? 'EPIRB ACTIVE' : 'MOB ACTIVE'
}

type Words = Pick<WireAlert, 'kind' | 'title' | 'description'>

const distressWords = (number: string, message: string): Words =>
  message.startsWith('DSC ')
    ? {
        kind: 'dsc',
        title: /\brelayed by\b/.test(message) ? 'DSC RELAY' : 'DSC DISTRESS',
        description: '',
      }
    : { kind: 'beacon', title: beaconTitle(number, message), description: '' }

/** The kinds by the beginning of their path. */
const kindsByRoot: readonly (readonly [root: string, kind: WireAlertKind, title: string])[] = [
  ['notifications.navigation.closestApproach', 'collision', 'COLLISION'],
  ['notifications.navigation.anchor', 'anchor', 'ANCHOR ALARM'],
  ['notifications.dscCall', 'dsc', 'DSC CALL'],
  ['notifications.safetyText', 'other', 'SAFETY TEXT'],
]

const wordsOf = (path: string, message: string): Words => {
  if (path === mobPath) return { kind: 'overboard', title: 'MAN OVERBOARD', description: 'Button pressed.' }
  if (path.startsWith(distressRoot)) return distressWords(path.slice(distressRoot.length), message)
  const description = wireText(message)
  const row = kindsByRoot.find(([root]) => path === root || path.startsWith(`${root}.`))
  if (row !== undefined) return { kind: row[1], title: row[2], description }
  return { kind: 'other', title: titleOf(message), description }
}

const priorityOf = (state: Severity): WireAlertPriority | undefined =>
  state === 'nominal' || state === 'normal' ? undefined : state

/** Where an alert comes from, and its value. */
export interface PlacedNotification {
  readonly path: string
  readonly source: string
  readonly notification: Notification
}

/** Whether an alert may be sent on a wire: a drill and what came from a wire may not. */
export const mayGoToWire = ({ path, source }: Pick<PlacedNotification, 'path' | 'source'>): boolean =>
  !isFromWire(source) && !path.startsWith(`${drillAlertRoot}.`)

/**
 * An alert as it is sent on a wire; undefined when it has ended. A rectified alert has a normal state: its priority
 * is that of before.
 */
export const wireAlertOf = (
  { path, notification }: Omit<PlacedNotification, 'source'>,
  before?: Pick<WireAlert, 'priority'>,
): WireAlert | undefined => {
  const { state, status, message, position } = notification
  const priority = priorityOf(state) ?? before?.priority
  if (status === undefined || priority === undefined) return undefined
  return { status, priority, position: position ?? undefined, ...wordsOf(path, message) }
}
