import { degrees, knots, radians, toDegrees, toKnots, wrapFull } from '@marinedata/model'

/** How a number is encoded in a message. */
export interface Scale {
  readonly bits: number
  readonly isSigned?: boolean
  /** The raw values for "not available" and for "this much or more", which is no number either. The first is sent. */
  readonly unknown: readonly [number, ...number[]]
  readonly least: number
  readonly most: number
  readonly si: (raw: number) => number
  /** The inverse of `si`, before rounding. */
  readonly raw: (value: number) => number
  /** Raw numbers of a full turn, which is zero again. */
  readonly turn?: number
}

const asItIs = (value: number): number => value

export const speedScale: Scale = {
  bits: 10,
  unknown: [1_023, 1_022],
  least: 0,
  most: 1_021,
  si: (raw) => knots(raw / 10),
  raw: (value) => toKnots(value) * 10,
}
/** Whole knots: aircraft are faster. */
export const aircraftSpeedScale: Scale = { ...speedScale, si: knots, raw: toKnots }
export const coarseSpeedScale: Scale = {
  bits: 6,
  unknown: [63],
  least: 0,
  most: 62,
  si: knots,
  raw: toKnots,
}

const compassDegrees = (value: number): number => toDegrees(wrapFull(radians(value)))

export const courseScale: Scale = {
  bits: 12,
  unknown: [3_600],
  least: 0,
  most: 3_599,
  si: (raw) => degrees(raw / 10),
  raw: (value) => compassDegrees(value) * 10,
  turn: 3_600,
}
/** Whole degrees: a heading, or the course of a long-range report. */
export const degreesScale: Scale = {
  bits: 9,
  unknown: [511],
  least: 0,
  most: 359,
  si: degrees,
  raw: compassDegrees,
  turn: 360,
}
export const altitudeScale: Scale = {
  bits: 12,
  unknown: [4_095, 4_094],
  least: 0,
  most: 4_093,
  si: asItIs,
  raw: asItIs,
}
export const draftScale: Scale = {
  bits: 8,
  unknown: [0, 255],
  least: 1,
  most: 254,
  si: (raw) => raw / 10,
  raw: (value) => value * 10,
}

/** Encoded as 4.733 times the square root of degrees per minute. ±127 gives only the side. */
const turnFactor = 4.733
export const rateOfTurnScale: Scale = {
  bits: 8,
  isSigned: true,
  unknown: [-128, -127, 127],
  least: -126,
  most: 126,
  si: (raw) => Math.sign(raw) * degrees((raw / turnFactor) ** 2 / 60) + 0,
  raw: (value) => Math.sign(value) * turnFactor * Math.sqrt(Math.abs(toDegrees(radians(value))) * 60),
}

/** The number to send: "not available" for what is unknown or outside the scale, never the nearest. */
export const rawOf = (value: unknown, { unknown, least, most, raw, turn }: Scale): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return unknown[0]
  const rounded = Math.round(raw(value))
  const wrapped = rounded === turn ? 0 : rounded
  return wrapped >= least && wrapped <= most ? wrapped : unknown[0]
}
