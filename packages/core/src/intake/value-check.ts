import {
  checkOf,
  isForbiddenName,
  isNotificationPath,
  isWholePosition,
  Notification,
  type Metadata,
} from '@marinedata/model'
import type { Refusal } from '#counters.ts'

const limits = { textLength: 1_024, nodes: 256, metadataNodes: 1_024, depth: 8 }

const notification = checkOf<Notification>(Notification)

/** Why a value may not stand at that path, or undefined when it may. */
export const refusalOf = (path: string, value: unknown): Refusal | undefined => {
  if (isHalfPosition(path)) return 'half-position'
  if (typeof value === 'number') return Number.isFinite(value) ? notNotification(path) : 'invalid-value'
  if (value === null) return undefined
  if (typeof value === 'object') return refusalOfObject(path, value)
  if (typeof value === 'string')
    return value.length <= limits.textLength ? notNotification(path) : 'invalid-value'
  return typeof value === 'boolean' ? notNotification(path) : 'invalid-value'
}

// A plain value is no notification; the path is looked at only by its first letter in the usual case.
const notNotification = (path: string): Refusal | undefined => {
  if (isPositionPath(path)) return 'half-position'
  return path.startsWith('n') && isNotificationPath(path) ? 'invalid-notification' : undefined
}

const isPositionPath = (path: string): boolean => path.endsWith('.position') && path.startsWith('navigation.')

// Half a position must not come in by the back door either.
const isHalfPosition = (path: string): boolean => path.endsWith('.latitude') || path.endsWith('.longitude')

/** True for an object that is, or tries to be, a position. */
export const isPositionLike = (value: object): boolean => 'latitude' in value || 'longitude' in value

/** Whether what is said about a path keeps within bounds, wherever its schema leaves room. */
export const fitsAsMetadata = (metadata: Metadata): boolean =>
  new ValueMeasure(limits.metadataNodes).fits(metadata, 1)

const refusalOfObject = (path: string, value: object): Refusal | undefined => {
  if (isNotificationPath(path) && !notification.accepts(value)) return 'invalid-notification'
  const isPosition = isPositionPath(path) || isPositionLike(value)
  if (isPosition && !isWholePosition(value)) return 'half-position'
  return new ValueMeasure(limits.nodes).fits(value, 1) ? undefined : 'invalid-value'
}

/** Walks a value within its bounds, so that no value is large, deep or dangerous. */
class ValueMeasure {
  #nodesLeft: number

  constructor(nodes: number) {
    this.#nodesLeft = nodes
  }

  fits(value: unknown, depth: number): boolean {
    if (--this.#nodesLeft < 0 || depth > limits.depth) return false
    if (typeof value === 'string') return value.length <= limits.textLength
    if (typeof value === 'number') return Number.isFinite(value)
    if (typeof value !== 'object' || value === null) return value === null || typeof value === 'boolean'
    if (Array.isArray(value)) return value.every((item) => this.fits(item, depth + 1))
    return Object.entries(value).every(
      ([name, member]) => name.length <= 64 && !isForbiddenName(name) && this.fits(member, depth + 1),
    )
  }
}
