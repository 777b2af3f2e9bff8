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

const atEmptyPath = (value: SentValue): SentValue =>
  attributeHead.test(`{"path":"${value.path}","value":`)
    ? { ...value, path: '', value: { [value.path]: value.value } }
    : value

const withAttributesAtEmptyPath = (text: string): string => {
  const delta = JSON.parse(text) as SentDelta
  const updates = delta.updates.map((update) =>
    update.values === undefined ? update : { ...update, values: update.values.map(atEmptyPath) },
  )
  return JSON.stringify({ ...delta, updates })
}

const translated = (delta: string, ownFamilyHead: string): string => {
  // Attributes change rarely, so that few deltas are parsed.
  const text = attributeHead.test(delta) ? withAttributesAtEmptyPath(delta) : delta
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
