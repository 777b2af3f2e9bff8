import type { Frame } from '@marinedata/core'
import { wireOf } from '../stream/wire.ts'

const ownContext = 'vessels.self'
const ownHead = `{"context":"${ownContext}",`
const atonHead = '{"context":"aton.'

/** Plain members of a vessel. The family sends them as an object at the empty path. */
const attributeHead = /\{"path":"(?:name|mmsi|callsignVhf|flag|port|registrations|communication)","value":/

interface SentDelta {
  readonly updates: readonly { readonly values?: readonly SentValue[] }[]
}

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

const atEmptyPath = (value: SentValue): SentValue =>
  attributeHead.test(`{"path":"${value.path}","value":`)
    ? { ...value, path: '', value: { [value.path]: value.value } }
    : value

const withNamesOfFamily = (text: string): string => {
  const delta = JSON.parse(text) as SentDelta
  const updates = delta.updates.map((update) =>
    update.values === undefined
      ? update
      : { ...update, values: update.values.flatMap((sent) => [atEmptyPath(sent), ...ofNewCourse(sent)]) },
  )
  return JSON.stringify({ ...delta, updates })
}

const translated = (delta: string, ownFamilyHead: string): string => {
  // Attributes change rarely and the course once a second, so that few deltas are parsed.
  const isOther = attributeHead.test(delta) || delta.includes(courseHead)
  const text = isOther ? withNamesOfFamily(delta) : delta
  if (text.startsWith(ownHead)) return ownFamilyHead + text.slice(ownHead.length)
  return text.startsWith(atonHead) ? `{"context":"atons.${text.slice(atonHead.length)}` : text
}

/**
 * Encodes frames with the names of the family: the own vessel's context is the one of the hello, which apps compare, and
 * the map of aids to navigation is `atons`. The values stay as they are, and clients with equal subscriptions share the
 * bytes.
 * @param self the own vessel's context, `vessels.urn:…`
 */
export const familyWire = (self: string): ((frame: Frame) => Uint8Array) => {
  const ownFamilyHead = `{"context":${JSON.stringify(self)},`
  const wireByFrame = new WeakMap<Frame, Uint8Array>()
  return (frame) => {
    const known = wireByFrame.get(frame)
    if (known !== undefined) return known
    const wire = wireOf(frame.deltas.map((delta) => translated(delta, ownFamilyHead)))
    wireByFrame.set(frame, wire)
    return wire
  }
}
