import {
  antennaAltitude,
  airTemperature,
  angleFromBow,
  bearing,
  boatKnots,
  boatSpeed,
  correctionAge,
  depth,
  depthInFathoms,
  depthInFeet,
  dilution,
  eastOrWest,
  geoidalSeparation,
  humidity,
  pitch,
  pressure,
  rateOfTurn,
  roll,
  rudder,
  satellites,
  transducerOffset,
  waterTemperature,
  windSpeed,
  type Lettered,
  type Quantity,
} from '#decoding/quantities.ts'
import { radians, toDegrees, toKnots, toNauticalMiles, wrapFull } from '@marinedata/model'

/** How a value becomes the text of a number. The valid range is that of the same field when it is read. */
export interface NumberFormat {
  readonly range: Pick<Quantity, 'least' | 'most'>
  /** The value in the unit of the sentence. */
  readonly from: (value: number) => number
  readonly digits: number
  /** Digits before the point, at least. */
  readonly pad?: number
}

const asItIs = (value: number): number => value
const inDegrees = (value: number): number => toDegrees(radians(value))
const kilometresPerHour = (value: number): number => value * 3.6
const celsius = (value: number): number => value - 273.15
/** A direction that rounds to a full turn is zero. */
const compassDegrees = (value: number): number =>
  (Math.round(toDegrees(wrapFull(radians(value))) * 10) / 10) % 360

/** The range of one unit. */
const rangeOf = (quantities: Lettered, letter: string): Quantity => {
  const quantity = quantities[letter]
  if (quantity === undefined) throw new RangeError(`There is no unit "${letter}"`)
  return quantity
}

export const bearingFormat: NumberFormat = { range: bearing, from: compassDegrees, digits: 1 }
export const angleFormat: NumberFormat = { range: angleFromBow, from: compassDegrees, digits: 1 }
/** Without its sign, which is a letter. */
export const variationFormat: NumberFormat = {
  range: rangeOf(eastOrWest, 'E'),
  from: (value) => Math.abs(inDegrees(value)),
  digits: 1,
}
export const turnFormat: NumberFormat = {
  range: rateOfTurn,
  from: (value) => inDegrees(value) * 60,
  digits: 1,
}
export const rudderFormat: NumberFormat = { range: rudder, from: inDegrees, digits: 1 }
export const pitchFormat: NumberFormat = { range: rangeOf(pitch, 'D'), from: inDegrees, digits: 1 }
export const rollFormat: NumberFormat = { range: rangeOf(roll, 'D'), from: inDegrees, digits: 1 }

export const knotsFormat: NumberFormat = { range: boatKnots, from: toKnots, digits: 2 }
export const kilometresFormat: NumberFormat = {
  range: rangeOf(boatSpeed, 'K'),
  from: kilometresPerHour,
  digits: 2,
}
export const windKnotsFormat: NumberFormat = { range: rangeOf(windSpeed, 'N'), from: toKnots, digits: 1 }
export const windMetresFormat: NumberFormat = { range: rangeOf(windSpeed, 'M'), from: asItIs, digits: 1 }

export const metresFormat: NumberFormat = { range: depth, from: asItIs, digits: 2 }
export const feetFormat: NumberFormat = {
  range: rangeOf(depthInFeet, 'f'),
  from: (value) => value / 0.3048,
  digits: 1,
}
export const fathomsFormat: NumberFormat = {
  range: rangeOf(depthInFathoms, 'F'),
  from: (value) => value / 1.8288,
  digits: 1,
}
export const offsetFormat: NumberFormat = { range: transducerOffset, from: asItIs, digits: 2 }

export const waterFormat: NumberFormat = { range: rangeOf(waterTemperature, 'C'), from: celsius, digits: 1 }
export const airFormat: NumberFormat = { range: rangeOf(airTemperature, 'C'), from: celsius, digits: 1 }
export const barFormat: NumberFormat = {
  range: rangeOf(pressure, 'B'),
  from: (value) => value / 100_000,
  digits: 5,
}
export const percentFormat: NumberFormat = {
  range: rangeOf(humidity, 'P'),
  from: (value) => value * 100,
  digits: 1,
}

export const satellitesFormat: NumberFormat = { range: satellites, from: asItIs, digits: 0, pad: 2 }
export const dilutionFormat: NumberFormat = { range: dilution, from: asItIs, digits: 1 }
export const altitudeFormat: NumberFormat = { range: antennaAltitude, from: asItIs, digits: 1 }
export const geoidFormat: NumberFormat = { range: geoidalSeparation, from: asItIs, digits: 1 }
export const ageFormat: NumberFormat = { range: correctionAge, from: asItIs, digits: 0 }

/** Half the way around the earth is 10,800 nautical miles. */
const miles = { least: 0, most: 11_000 }
export const rangeFormat: NumberFormat = { range: miles, from: toNauticalMiles, digits: 2 }
/** Without its sign, which is a letter. Steps of two metres. */
export const crossTrackFormat: NumberFormat = {
  range: miles,
  from: (value) => Math.abs(toNauticalMiles(value)),
  digits: 3,
}
/** Negative when the boat moves away. */
export const closingFormat: NumberFormat = { range: { least: -60, most: 60 }, from: toKnots, digits: 1 }

/** The text of a number; empty when it is unknown or outside its range. */
export const numberText = (value: unknown, { range, from, digits, pad = 0 }: NumberFormat): string => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return ''
  const number = from(value)
  if (!(number >= range.least && number <= range.most)) return ''
  const text = number.toFixed(digits)
  // A small negative number rounds to "-0.0".
  return (Number(text) === 0 ? (0).toFixed(digits) : text).padStart(pad, '0')
}
