import { degrees, knots, nauticalMiles, opposite, wrapFull, wrapHalf } from '@marinedata/model'

/** How a number in a sentence is converted, and its valid range. Numbers outside are refused, never clamped. */
export interface Quantity {
  /** In the unit of the sentence. */
  readonly least: number
  readonly most: number
  readonly si: (value: number) => number
}

/** The letter in the next field gives the unit or the side. */
export type Lettered = Readonly<Record<string, Quantity>>

const asItIs = (value: number): number => value
// In hundredths, so that 15.2 °C is exactly 288.35 K.
const kelvin = (celsius: number): number => (celsius * 100 + 27_315) / 100
const fromPort = (value: number): number => opposite(degrees(value))

/** A direction; 360° is north. */
export const bearing: Quantity = { least: 0, most: 360, si: (value) => wrapFull(degrees(value)) }
export const trueBearing: Lettered = { T: bearing }
export const magneticBearing: Lettered = { M: bearing }

/** Clockwise from the bow in the sentence, negative to port in the model. */
export const angleFromBow: Quantity = { least: 0, most: 360, si: (value) => wrapHalf(degrees(value)) }
export const angleToSide: Lettered = {
  L: { least: 0, most: 180, si: fromPort },
  R: { least: 0, most: 180, si: degrees },
}

/** Variation and deviation, positive to the east. */
export const eastOrWest: Lettered = {
  E: { least: 0, most: 180, si: degrees },
  W: { least: 0, most: 180, si: fromPort },
}

/** Degrees per minute, positive to starboard. */
export const rateOfTurn: Quantity = { least: -3_600, most: 3_600, si: (value) => degrees(value) / 60 }
export const rudder: Quantity = { least: -90, most: 90, si: degrees }
export const pitch: Lettered = { D: { least: -90, most: 90, si: degrees } }
export const roll: Lettered = { D: { least: -180, most: 180, si: degrees } }

/** No boat with this server is faster. */
export const boatKnots: Quantity = { least: 0, most: 60, si: knots }
export const boatSpeed: Lettered = {
  N: boatKnots,
  K: { least: 0, most: 60 * 1.852, si: (value) => value / 3.6 },
}

/** Up to 200 knots, in knots, m/s, km/h or statute mph. */
export const windSpeed: Lettered = {
  N: { least: 0, most: 200, si: knots },
  M: { least: 0, most: 103, si: asItIs },
  K: { least: 0, most: 371, si: (value) => value / 3.6 },
  S: { least: 0, most: 231, si: (value) => value * 0.44704 },
}

export const distance: Lettered = { N: { least: 0, most: 1_000_000, si: nauticalMiles } }

/** The deepest water is 11 km. Metres, feet and fathoms. */
export const depth: Quantity = { least: 0, most: 11_000, si: asItIs }
export const depthInMetres: Lettered = { M: depth }
export const depthInFeet: Lettered = { f: { least: 0, most: 36_089, si: (value) => value * 0.3048 } }
export const depthInFathoms: Lettered = { F: { least: 0, most: 6_014, si: (value) => value * 1.8288 } }

/** Metres from the transducer to the surface, or to the keel when negative. */
export const transducerOffset: Quantity = { least: -20, most: 20, si: asItIs }
export const transducerToKeel: Quantity = { least: -20, most: 0, si: (value) => 0 - value }

export const waterTemperature: Lettered = { C: { least: -5, most: 50, si: kelvin } }
export const airTemperature: Lettered = { C: { least: -60, most: 70, si: kelvin } }
/** Air pressure in bars or pascals. */
export const pressure: Lettered = {
  B: { least: 0.8, most: 1.1, si: (bars) => bars * 100_000 },
  P: { least: 80_000, most: 110_000, si: asItIs },
}
export const humidity: Lettered = { P: { least: 0, most: 100, si: (percent) => percent / 100 } }

export const satellites: Quantity = { least: 0, most: 99, si: asItIs }
/** Receivers send 99 and more when it is unknown. */
export const dilution: Quantity = { least: 0, most: 50, si: asItIs }
export const antennaAltitude: Quantity = { least: -500, most: 9_000, si: asItIs }
export const geoidalSeparation: Quantity = { least: -120, most: 120, si: asItIs }
export const correctionAge: Quantity = { least: 0, most: 3_600, si: asItIs }
