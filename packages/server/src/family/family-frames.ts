import type { Frame } from '@marinedata/core'
import { wireOf } from '../stream/wire.ts'
import { withFamilyValues, type FamilyLookups } from './family-values.ts'

const ownHead = '{"context":"vessels.self",'
const atonHead = '{"context":"aton.'

const translated = (delta: string, ownFamilyHead: string, lookups: FamilyLookups): string => {
  const text = withFamilyValues(delta, lookups)
  if (text.startsWith(ownHead)) return ownFamilyHead + text.slice(ownHead.length)
  return text.startsWith(atonHead) ? `{"context":"atons.${text.slice(atonHead.length)}` : text
}

/**
 * Encodes frames with Signal K names: own ship's context is the one in the hello, which apps compare, and the map of aids to
 * navigation is `atons`. The values stay as they are, and clients with equal subscriptions share the bytes.
 * @param self own ship's context, `vessels.urn:…`
 */
export const familyWire = (self: string, lookups: FamilyLookups): ((frame: Frame) => Uint8Array) => {
  const ownFamilyHead = `{"context":${JSON.stringify(self)},`
  const wireByFrame = new WeakMap<Frame, Uint8Array>()
  return (frame) => {
    const known = wireByFrame.get(frame)
    if (known !== undefined) return known
    const wire = wireOf(frame.deltas.map((delta) => translated(delta, ownFamilyHead, lookups)))
    wireByFrame.set(frame, wire)
    return wire
  }
}
