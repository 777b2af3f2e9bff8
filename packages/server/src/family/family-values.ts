import { checkOf, CourseGuidance, type Notification, type ResourceChange } from '@marinedata/model'
import type { FamilyResource } from './boat/provided-resources.ts'

/** A value as the boat sends it. */
interface SentValue {
  readonly path: string
  readonly value: unknown
}

interface SentMetadata {
  readonly path: string
  readonly value: object
}

interface SentUpdate {
  readonly $source?: string
  readonly values?: readonly SentValue[]
  readonly meta?: readonly SentMetadata[]
}

interface SentDelta {
  readonly context: string
  readonly updates: readonly SentUpdate[]
}

/** Values of the Signal K format that the boat itself does not have. */
export interface FamilyLookups {
  /** The actions that an engaged autopilot can do. */
  readonly actionsOf: (device: string) => readonly string[]
  readonly resourceOf: (kind: string, id: string) => FamilyResource
  /** Whether a path of own ship can be put. */
  readonly canPut: (path: string) => boolean
}

/** Plain members of a vessel. The family sends them as an object at the empty path. */
const attributes: ReadonlySet<string> = new Set([
  'name',
  'mmsi',
  'callsignVhf',
  'flag',
  'port',
  'registrations',
  'communication',
])

const courseBase = 'navigation.courseGreatCircle.'
const engaged = 'steering.autopilot.engaged'
const resourceBase = 'resources.'
const notificationBase = 'notifications.'

/** Paths with other names or shapes in the family, and metadata. */
const differing =
  /"meta":\[|\{"path":"(?:(?:name|mmsi|callsignVhf|flag|port|registrations|communication|steering\.autopilot\.engaged)"|navigation\.courseGreatCircle\.|resources\.|notifications\.)/

const calculated: Readonly<Record<string, string>> = {
  'nextPoint.distance': 'calcValues.distance',
  'nextPoint.bearingTrue': 'calcValues.bearingTrue',
  'previousPoint.distance': 'calcValues.previousPoint.distance',
  bearingTrackTrue: 'calcValues.bearingTrackTrue',
  crossTrackError: 'calcValues.crossTrackError',
}

const guidanceCheck = checkOf<CourseGuidance>(CourseGuidance)

/** Undefined while the boat has a course and no guidance on it: the route is what it was. */
const activeRouteOf = (guidance: CourseGuidance): object | null | undefined => {
  if (guidance.status === 'invalid') return guidance.reason === 'no-course' ? null : undefined
  const { route, waypoint } = guidance
  if (route === null) return null
  return {
    href: `/resources/routes/${route.id}`,
    name: route.name,
    pointIndex: waypoint.number - 1,
    pointTotal: route.points,
    reverse: false,
  }
}

/** A value of the course as newer apps know it, besides the older path. */
const ofNewCourse = (sent: SentValue): SentValue[] => {
  if (!sent.path.startsWith(courseBase)) return []
  const name = sent.path.slice(courseBase.length)
  const at = (path: string, value: unknown): SentValue[] => [
    { ...sent, path: `navigation.course.${path}`, value },
  ]
  const { value } = sent
  if (name === 'guidance') {
    // A device may write to this path too, in any shape.
    const active = guidanceCheck.accepts(value) ? activeRouteOf(value) : undefined
    return active === undefined ? [] : at('activeRoute', active)
  }
  if (name === 'nextPoint.position' || name === 'previousPoint.position')
    return at(name.split('.')[0] ?? '', value === null ? null : { type: 'Location', position: value })
  const path = calculated[name]
  return path === undefined ? [] : at(path, value)
}

/** Apps show the buttons of actions only when they are listed. The boat's own interface has them in the description. */
const actionsAt = (
  { path, value }: SentValue,
  source: string | undefined,
  { actionsOf }: FamilyLookups,
): SentValue[] => {
  if (path !== engaged || source === undefined) return []
  return [{ path: 'steering.autopilot.availableActions', value: value === true ? actionsOf(source) : [] }]
}

/** A notification as apps of the family act on it: its status says what can be done. */
export const familyNotification = (value: Notification): object => {
  const { status, ...rest } = value
  if (status === undefined) return value
  return {
    ...rest,
    createdAt: value.raisedAt,
    status: {
      silenced: status === 'silenced',
      acknowledged: status === 'acknowledged',
      canSilence: value.state !== 'emergency',
      canAcknowledge: true,
      canClear: value.raisedBy !== undefined,
    },
  }
}

/** Apps load a kind of resources again when one of them is sent; null is a removed one. */
const changedResource = (
  kind: string,
  { id, change }: ResourceChange,
  { resourceOf }: FamilyLookups,
): SentValue => {
  const found = resourceOf(kind, id)
  const value = change === 'removed' ? null : (found.shape ?? {})
  return { path: `${resourceBase}${found.kind}.${found.id}`, value }
}

const renamed = (sent: SentValue, lookups: FamilyLookups): SentValue => {
  const { path, value } = sent
  if (attributes.has(path)) return { ...sent, path: '', value: { [path]: value } }
  if (value === null) return sent
  // The server itself writes these values, in these shapes.
  if (path.startsWith(notificationBase)) return { ...sent, value: familyNotification(value as Notification) }
  if (path.startsWith(resourceBase))
    return changedResource(path.slice(resourceBase.length), value as ResourceChange, lookups)
  return sent
}

/** Apps offer to set a path when its metadata says so. */
const withPut = (sent: SentMetadata, { canPut }: FamilyLookups): SentMetadata =>
  canPut(sent.path) ? { ...sent, value: { ...sent.value, supportsPut: true } } : sent

/** A delta as JSON with the names and shapes of the family. Few deltas differ, and only those are parsed. */
export const withFamilyValues = (text: string, lookups: FamilyLookups): string => {
  if (!differing.test(text)) return text
  const delta = JSON.parse(text) as SentDelta
  const isOwn = delta.context === 'vessels.self'
  const updates = delta.updates.map((update) => {
    const { values, meta, $source } = update
    if (meta !== undefined && isOwn) return { ...update, meta: meta.map((one) => withPut(one, lookups)) }
    if (values === undefined) return update
    const named = values.flatMap((sent) => [
      renamed(sent, lookups),
      ...ofNewCourse(sent),
      ...actionsAt(sent, $source, lookups),
    ])
    return { ...update, values: named }
  })
  return JSON.stringify({ ...delta, updates })
}
