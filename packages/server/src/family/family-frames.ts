import type { Frame } from '@marinedata/core'
import { wireOf } from '../stream/wire.ts'

const ownContext = 'vessels.self'
const ownHead = `{"context":"${ownContext}",`
const atonHead = '{"context":"aton.'

/** Plain members of a vessel. The family sends them as an object at the empty path. */
const attributeHead = /\{"path":"(?:name|mmsi|callsignVhf|flag|port|registrations|communication)","value":/

interface SentDelta {
  readonly updates: readonly { readonly $source?: string; readonly values?: readonly SentValue[] }[]
}

/** The actions that an engaged autopilot can do. */
export type ActionsOf = (device: string) => readonly string[]

interface SentValue {
  readonly path: string
  readonly value: unknown
}

const courseBase = 'navigation.courseGreatCircle.'
const courseHead = '{"path":"navigation.courseGreatCircle.'

const calculated: Readonly<Record<string, string>> = {
  'nextPoint.distance': 'calcValues.distance',
  'nextPoint.bearingTrue': 'calcValues.bearingTrue',
  'previousPoint.distance': 'calcValues.previousPoint.distance',
  bearingTrackTrue: 'calcValues.bearingTrackTrue',
  crossTrackError: 'calcValues.crossTrackError',
}

interface Guidance {
  readonly route?: { readonly id: string; readonly name: string; readonly points: number } | null
  readonly waypoint?: { readonly number: number }
}

const activeRouteOf = ({ route, waypoint }: Guidance): object | null =>
  route === undefined || route === null
    ? null
    : {
        href: `/resources/routes/${route.id}`,
        name: route.name,
        pointIndex: (waypoint?.number ?? 1) - 1,
        pointTotal: route.points,
        reverse: false,
      }

/** A value of the course as newer apps know it, besides the older path. */
const ofNewCourse = (sent: SentValue): SentValue[] => {
  if (!sent.path.startsWith(courseBase)) return []
  const name = sent.path.slice(courseBase.length)
  const at = (path: string, value: unknown): SentValue[] => [
    { ...sent, path: `navigation.course.${path}`, value },
  ]
  const { value } = sent
  if (name === 'guidance') return at('activeRoute', activeRouteOf(value as Guidance))
  if (name === 'nextPoint.position' || name === 'previousPoint.position')
    return at(name.split('.')[0] ?? '', value === null ? null : { type: 'Location', position: value })
  const path = calculated[name]
  return path === undefined ? [] : at(path, value)
}

const engagedHead = '{"path":"steering.autopilot.engaged","value":'

/** Apps show the buttons of actions only when they are listed. The boat's own interface has them in the description. */
const actionsAt = (
  { path, value }: SentValue,
  source: string | undefined,
  actionsOf: ActionsOf,
): SentValue[] => {
  if (path !== 'steering.autopilot.engaged' || source === undefined) return []
  return [{ path: 'steering.autopilot.availableActions', value: value === true ? actionsOf(source) : [] }]
}

const atEmptyPath = (value: SentValue): SentValue =>
  attributeHead.test(`{"path":"${value.path}","value":`)
    ? { ...value, path: '', value: { [value.path]: value.value } }
    : value

const withNamesOfFamily = (text: string, actionsOf: ActionsOf): string => {
  const delta = JSON.parse(text) as SentDelta
  const updates = delta.updates.map((update) => {
    const { values, $source } = update
    if (values === undefined) return update
    const named = values.flatMap((sent) => [
      atEmptyPath(sent),
      ...ofNewCourse(sent),
      ...actionsAt(sent, $source, actionsOf),
    ])
    return { ...update, values: named }
  })
  return JSON.stringify({ ...delta, updates })
}

const translated = (delta: string, ownFamilyHead: string, actionsOf: ActionsOf): string => {
  // Attributes change rarely, and the others once a second or so: few deltas are parsed.
  const isOther = attributeHead.test(delta) || [courseHead, engagedHead].some((head) => delta.includes(head))
  const text = isOther ? withNamesOfFamily(delta, actionsOf) : delta
  if (text.startsWith(ownHead)) return ownFamilyHead + text.slice(ownHead.length)
  return text.startsWith(atonHead) ? `{"context":"atons.${text.slice(atonHead.length)}` : text
}

/**
 * Encodes frames with the names of the family: the own vessel's context is the one of the hello, which apps compare, and
 * the map of aids to navigation is `atons`. The values stay as they are, and clients with equal subscriptions share the
 * bytes.
 * @param self the own vessel's context, `vessels.urn:…`
 */
export const familyWire = (self: string, actionsOf: ActionsOf): ((frame: Frame) => Uint8Array) => {
  const ownFamilyHead = `{"context":${JSON.stringify(self)},`
  const wireByFrame = new WeakMap<Frame, Uint8Array>()
  return (frame) => {
    const known = wireByFrame.get(frame)
    if (known !== undefined) return known
    const wire = wireOf(frame.deltas.map((delta) => translated(delta, ownFamilyHead, actionsOf)))
    wireByFrame.set(frame, wire)
    return wire
  }
}
