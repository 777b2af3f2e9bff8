/** The path grammar: segments of 1–64 of `A-Za-z0-9_-`, at most 16 of them, 256 bytes in all. */
export const pathLimits = { segmentLength: 64, depth: 16, length: 256 } as const

const segmentPattern = /^[A-Za-z0-9_-]{1,64}$/

// Names that mean something to every JavaScript object; as data they can only be an attack or an accident.
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

/** Splits a path into its segments, or undefined when it breaks the grammar. */
export const parsePath = (text: string): readonly string[] | undefined => {
  if (text.length === 0 || text.length > pathLimits.length) return undefined
  const segments = text.split('.')
  if (segments.length > pathLimits.depth) return undefined
  return segments.every(isPathSegment) ? segments : undefined
}

/** Notifications travel in a lane of their own: never conflated, never stale. */
export const isNotificationPath = (text: string): boolean =>
  text === 'notifications' || text.startsWith('notifications.')

const isAtOrBelow = (text: string, head: string): boolean =>
  text.startsWith(head) && (text.length === head.length || text[head.length] === '.')

/** Written by the reports of autopilots, and by nothing else. */
export const isSteeringPath = (text: string): boolean => isAtOrBelow(text, 'steering.autopilot')

/** Parts of the boat whose paths nobody else writes. */
export type PathOwner = 'autopilots' | 'anchor' | 'crew' | 'server'

const ownedPaths: readonly (readonly [head: string, owner: PathOwner])[] = [
  ['steering.autopilot', 'autopilots'],
  ['notifications.steering.autopilot', 'autopilots'],
  ['notifications.navigation.anchor', 'anchor'],
  ['notifications.mob', 'crew'],
  ['notifications.plugins', 'server'],
  ['notifications.server', 'server'],
]

/** Who alone writes this path: an alarm of the anchor comes from what watches it. Undefined when anyone may. */
export const pathOwnerOf = (text: string): PathOwner | undefined =>
  ownedPaths.find(([head]) => isAtOrBelow(text, head))?.[1]
