/** Path limits: segments of 1–64 characters `A-Za-z0-9_-`, at most 16 segments and 256 bytes. */
export const pathLimits = { segmentLength: 64, depth: 16, length: 256 } as const

const segmentPattern = /^[A-Za-z0-9_-]{1,64}$/

// Names that every JavaScript object has. As data they are an attack or an accident.
const forbiddenSegments: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
])

export const isForbiddenName = (name: string): boolean => forbiddenSegments.has(name)

export const isPathSegment = (text: string): boolean =>
  segmentPattern.test(text) && !forbiddenSegments.has(text)

/** Splits a path into segments; undefined when it is not valid. */
export const parsePath = (text: string): readonly string[] | undefined => {
  if (text.length === 0 || text.length > pathLimits.length) return undefined
  const segments = text.split('.')
  if (segments.length > pathLimits.depth) return undefined
  return segments.every(isPathSegment) ? segments : undefined
}

/** Notifications are never conflated and never stale. */
export const isNotificationPath = (text: string): boolean =>
  text === 'notifications' || text.startsWith('notifications.')

const isAtOrBelow = (text: string, head: string): boolean =>
  text.startsWith(head) && (text.length === head.length || text[head.length] === '.')

/** True for paths that only reports of autopilots write. */
export const isSteeringPath = (text: string): boolean => isAtOrBelow(text, 'steering.autopilot')

/** Owners of reserved paths. */
export type PathOwner = 'autopilots' | 'anchor' | 'crew' | 'server'

const ownedPaths: readonly (readonly [head: string, owner: PathOwner])[] = [
  ['steering.autopilot', 'autopilots'],
  ['notifications.steering.autopilot', 'autopilots'],
  ['notifications.navigation.anchor', 'anchor'],
  ['notifications.mob', 'crew'],
  ['notifications.plugins', 'server'],
  ['notifications.server', 'server'],
]

/**
 * The only owner that may write this path, such as the anchor watch for the anchor alarm; undefined when anyone may.
 */
export const pathOwnerOf = (text: string): PathOwner | undefined =>
  ownedPaths.find(([head]) => isAtOrBelow(text, head))?.[1]
