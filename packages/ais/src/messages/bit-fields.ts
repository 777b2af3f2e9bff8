import type { BitWriter } from '#bits/bit-writer.ts'
import type { SixBits } from '#bits/six-bits.ts'
import { markKind, shipKind, stateNumberOf, stateOf, type Kind } from '#craft/craft-kinds.ts'
import { refused, type Reader, type Reading } from '#reading.ts'
import { altitudeScale, draftScale, rawOf, type Scale } from './scales.ts'

/** Where a value is in a message, and how it is read and written. */
export interface BitField {
  readonly read: Reader<SixBits>
  /** Writes "not available" for a value that is unknown or that the message cannot contain. */
  readonly write: (to: BitWriter, value: unknown) => void
}

interface NumberField extends BitField {
  readonly read: (from: SixBits) => Reading<number>
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

export const numberAt = (at: number, scale: Scale): NumberField => {
  const { bits, isSigned, unknown, least, most, si } = scale
  return {
    read: (from) => {
      const raw = isSigned === true ? from.signed(at, bits) : from.unsigned(at, bits)
      if (unknown.includes(raw)) return undefined
      return raw >= least && raw <= most ? si(raw) : refused
    },
    write: (to, value) => to.write(at, bits, rawOf(value, scale)),
  }
}

/** Longitude, then latitude. */
interface Grid {
  readonly longitudeBits: number
  readonly latitudeBits: number
  readonly perDegree: number
}

const fine: Grid = { longitudeBits: 28, latitudeBits: 27, perDegree: 600_000 }
const coarse: Grid = { longitudeBits: 18, latitudeBits: 17, perDegree: 600 }
/** What is sent instead of an unknown place. */
const nowhere = { latitude: 91, longitude: 181 } as const

interface Place {
  readonly latitude: number
  readonly longitude: number
}

const isOnEarth = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

const placeOf = (value: unknown): Place => {
  const [latitude, longitude] = [memberOf(value, 'latitude'), memberOf(value, 'longitude')]
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return nowhere
  return isOnEarth(latitude, longitude) ? { latitude, longitude } : nowhere
}

const placeOn =
  ({ longitudeBits, latitudeBits, perDegree }: Grid) =>
  (at: number): BitField => ({
    read: (from) => {
      const longitude = from.signed(at, longitudeBits) / perDegree
      const latitude = from.signed(at + longitudeBits, latitudeBits) / perDegree
      if (longitude === nowhere.longitude || latitude === nowhere.latitude) return undefined
      return isOnEarth(latitude, longitude) ? { latitude, longitude } : refused
    },
    write: (to, value) => {
      const { latitude, longitude } = placeOf(value)
      to.write(at, longitudeBits, Math.round(longitude * perDegree))
      to.write(at + longitudeBits, latitudeBits, Math.round(latitude * perDegree))
    },
  })

export const placeAt = placeOn(fine)
export const coarsePlaceAt = placeOn(coarse)

/** With the altitude, when it is known. */
export const flyingPlaceAt = (at: number, altitudeAt: number): BitField => {
  const [place, altitude] = [placeAt(at), numberAt(altitudeAt, altitudeScale)]
  return {
    read: (from) => {
      const [where, height] = [place.read(from), altitude.read(from)]
      return typeof where === 'object' && typeof height === 'number' ? { ...where, altitude: height } : where
    },
    write: (to, value) => {
      place.write(to, value)
      altitude.write(to, memberOf(value, 'altitude'))
    },
  }
}

export const textAt = (at: number, letters: number): BitField => ({
  read: (from) => from.text(at, letters) || undefined,
  write: (to, value) => to.writeText(at, letters, typeof value === 'string' ? value : ''),
})

const noState = 15

export const stateAt = (at: number): BitField => ({
  read: (from) => stateOf(from.unsigned(at, 4)),
  write: (to, value) => {
    const number = typeof value === 'string' ? stateNumberOf(value) : undefined
    to.write(at, 4, number ?? noState)
  },
})

const kindAt =
  (bits: number, kindOf: (id: number) => Kind | undefined) =>
  (at: number): BitField => ({
    read: (from) => kindOf(from.unsigned(at, bits)),
    write: (to, value) => to.write(at, bits, kindOf(Number(memberOf(value, 'id')))?.id ?? 0),
  })

export const shipKindAt = kindAt(8, shipKind)
export const markKindAt = kindAt(5, markKind)

/**
 * Distance from the antenna to both ends. The largest number means "this much or more". Written as a size whose antenna
 * is anywhere: zero to the first end, and all of it to the other.
 */
const spanOf =
  (bits: number) =>
  (at: number): NumberField => {
    const most = 2 ** bits - 1
    return {
      read: (from) => {
        const [one, other] = [from.unsigned(at, bits), from.unsigned(at + bits, bits)]
        return one < most && other < most && one + other > 0 ? one + other : undefined
      },
      write: (to, value) => {
        const size = typeof value === 'number' ? Math.round(value) : 0
        to.write(at, bits, 0)
        to.write(at + bits, bits, size > 0 && size < most ? size : 0)
      },
    }
  }

const lengthSpan = spanOf(9)
const beamSpan = spanOf(6)

/** A number that the tree has as a member of an object. */
const memberAt = (name: string, field: NumberField): BitField => ({
  read: (from) => {
    const value = field.read(from)
    return typeof value === 'number' ? { [name]: value } : value
  },
  write: (to, value) => field.write(to, memberOf(value, name)),
})

export const lengthAt = (at: number): BitField => memberAt('overall', lengthSpan(at))

/** Follows the two numbers of the length. */
export const beamAt = (at: number): BitField => beamSpan(at + 18)

export const draftAt = (at: number): BitField => memberAt('current', numberAt(at, draftScale))
