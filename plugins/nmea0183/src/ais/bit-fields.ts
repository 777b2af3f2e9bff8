import { degrees, knots } from '@marinedata/model'
import { refused, type Reader, type Reading } from '#sentences/reading.ts'
import { markKind, shipKind, statesByNumber, type Kind } from './craft-kinds.ts'
import type { SixBits } from './six-bits.ts'

export type BitReader = Reader<SixBits>

/** How a number is encoded in a message. */
interface Scale {
  readonly bits: number
  readonly isSigned?: boolean
  /** The raw values for "not available" and for "this much or more", which is no number either. */
  readonly unknown: readonly number[]
  readonly least: number
  readonly most: number
  readonly si: (raw: number) => number
}

const tenthsOfDegrees = (raw: number): number => degrees(raw / 10)

export const speedScale: Scale = {
  bits: 10,
  unknown: [1_022, 1_023],
  least: 0,
  most: 1_021,
  si: (raw) => knots(raw / 10),
}
export const aircraftSpeedScale: Scale = { ...speedScale, si: knots }
export const coarseSpeedScale: Scale = { bits: 6, unknown: [63], least: 0, most: 62, si: knots }
export const courseScale: Scale = { bits: 12, unknown: [3_600], least: 0, most: 3_599, si: tenthsOfDegrees }
/** Whole degrees: a heading, or the course of a long-range report. */
export const degreesScale: Scale = { bits: 9, unknown: [511], least: 0, most: 359, si: degrees }
const altitudeScale: Scale = { bits: 12, unknown: [4_094, 4_095], least: 0, most: 4_093, si: (raw) => raw }
const draftScale: Scale = { bits: 8, unknown: [0, 255], least: 1, most: 254, si: (raw) => raw / 10 }

/** Encoded as 4.733 times the square root of degrees per minute. ±127 gives only the side. */
export const rateOfTurnScale: Scale = {
  bits: 8,
  isSigned: true,
  unknown: [-128, -127, 127],
  least: -126,
  most: 126,
  si: (raw) => Math.sign(raw) * degrees((raw / 4.733) ** 2 / 60) + 0,
}

export const numberAt =
  (at: number, { bits, isSigned, unknown, least, most, si }: Scale): ((from: SixBits) => Reading<number>) =>
  (from) => {
    const raw = isSigned === true ? from.signed(at, bits) : from.unsigned(at, bits)
    if (unknown.includes(raw)) return undefined
    return raw >= least && raw <= most ? si(raw) : refused
  }

/** Longitude, then latitude. */
interface Grid {
  readonly longitudeBits: number
  readonly latitudeBits: number
  readonly perDegree: number
}

const fine: Grid = { longitudeBits: 28, latitudeBits: 27, perDegree: 600_000 }
const coarse: Grid = { longitudeBits: 18, latitudeBits: 17, perDegree: 600 }

interface Place {
  readonly latitude: number
  readonly longitude: number
}

const placeOn =
  ({ longitudeBits, latitudeBits, perDegree }: Grid) =>
  (at: number): ((from: SixBits) => Reading<Place>) =>
  (from) => {
    const longitude = from.signed(at, longitudeBits) / perDegree
    const latitude = from.signed(at + longitudeBits, latitudeBits) / perDegree
    if (longitude === 181 || latitude === 91) return undefined
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : refused
  }

export const placeAt = placeOn(fine)
export const coarsePlaceAt = placeOn(coarse)

/** With the altitude, when it is known. */
export const flyingPlaceAt = (at: number, altitudeAt: number): BitReader => {
  const [readPlace, readAltitude] = [placeAt(at), numberAt(altitudeAt, altitudeScale)]
  return (from) => {
    const [place, altitude] = [readPlace(from), readAltitude(from)]
    return typeof place === 'object' && typeof altitude === 'number' ? { ...place, altitude } : place
  }
}

export const textAt =
  (at: number, letters: number): BitReader =>
  (from) =>
    from.text(at, letters) || undefined

export const stateAt =
  (at: number): BitReader =>
  (from) =>
    statesByNumber.get(from.unsigned(at, 4))

const kindAt =
  (bits: number, kindOf: (id: number) => Kind | undefined) =>
  (at: number): BitReader =>
  (from) =>
    kindOf(from.unsigned(at, bits))

export const shipKindAt = kindAt(8, shipKind)
export const markKindAt = kindAt(5, markKind)

/** Distance from the antenna to both ends. The largest number means "this much or more". */
const span =
  (bits: number) =>
  (at: number) =>
  (from: SixBits): number | undefined => {
    const [one, other] = [from.unsigned(at, bits), from.unsigned(at + bits, bits)]
    const most = 2 ** bits - 1
    return one < most && other < most && one + other > 0 ? one + other : undefined
  }

const lengthSpan = span(9)
const beamSpan = span(6)

export const lengthAt = (at: number): BitReader => {
  const read = lengthSpan(at)
  return (from) => {
    const overall = read(from)
    return overall === undefined ? undefined : { overall }
  }
}

/** Follows the two numbers of the length. */
export const beamAt = (at: number): BitReader => beamSpan(at + 18)

export const draftAt = (at: number): BitReader => {
  const read = numberAt(at, draftScale)
  return (from) => {
    const current = read(from)
    return typeof current === 'number' ? { current } : current
  }
}
