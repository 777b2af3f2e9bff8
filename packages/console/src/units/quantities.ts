import { nauticalMile } from '@marinedata/model'
import { t } from '#words/words.ts'

/** Shown in place of a value that is unknown. */
export const dashes = '---'

/** The meaning of a number to a sailor. All values are in SI units. */
export type Quantity =
  | 'bearing'
  | 'windAngle'
  | 'rudder'
  | 'angle'
  | 'speed'
  | 'windSpeed'
  | 'depth'
  | 'length'
  | 'distance'
  | 'crossTrack'
  | 'temperature'
  | 'pressure'
  | 'ratio'
  | 'seconds'

/** Units to choose from. Lengths use the unit of depths. */
export const unitChoices = {
  speed: ['kn', 'km/h', 'm/s'],
  windSpeed: ['kn', 'm/s', 'km/h'],
  depth: ['m', 'ft'],
  distance: ['NM', 'km'],
  temperature: ['°C', '°F'],
} as const

export type Measure = keyof typeof unitChoices
export type Units = { readonly [Name in Measure]: (typeof unitChoices)[Name][number] }

export const unitPresets = ['nautical-metric', 'nautical-imperial', 'metric'] as const
export type UnitPreset = (typeof unitPresets)[number]

const unitsByPreset: Readonly<Record<UnitPreset, Units>> = {
  'nautical-metric': { speed: 'kn', windSpeed: 'kn', depth: 'm', distance: 'NM', temperature: '°C' },
  'nautical-imperial': { speed: 'kn', windSpeed: 'kn', depth: 'ft', distance: 'NM', temperature: '°F' },
  metric: { speed: 'km/h', windSpeed: 'm/s', depth: 'm', distance: 'km', temperature: '°C' },
}

/** Units of a preset, or the individual units. */
export const unitsOf = (units: UnitPreset | Units): Units =>
  typeof units === 'string' ? unitsByPreset[units] : units

export interface Shown {
  readonly text: string
  readonly unit: string
}

const degrees = 180 / Math.PI

/** Factors from SI units. */
export const unitFactors: Readonly<Record<Exclude<Units[Measure], '°C' | '°F'>, number>> = {
  kn: 3_600 / nauticalMile,
  'km/h': 3.6,
  'm/s': 1,
  m: 1,
  ft: 1 / 0.3048,
  NM: 1 / nauticalMile,
  km: 0.001,
}

const whole = (value: number): number => Math.round(value) || 0
const fixed = (value: number, digits: number): string => {
  const text = value.toFixed(digits)
  // Shows -0 as 0.
  return /^-0(?:\.0+)?$/.test(text) ? text.slice(1) : text
}

/** Three digits, as on a compass; 360 is 000. */
export const bearingText = (radians: number): string =>
  String(((whole(radians * degrees) % 360) + 360) % 360).padStart(3, '0')

/** Sides of a boat. */
export type Side = 'port' | 'starboard'

const withSide = (text: string, side: Side): string => `${text} ${t(`side.${side}`)}`

/** Angle with its side: `38° P`, `120° S`. A bare sign would be misread, and a letter before the figure as a digit. */
export const sideText = (radians: number): string => {
  const angle = whole(radians * degrees)
  const text = `${Math.abs(angle)}°`
  return angle === 0 || Math.abs(angle) === 180 ? text : withSide(text, angle < 0 ? 'port' : 'starboard')
}

/** The side that a value is on, for quantities that have one. */
export const sideOf = (quantity: Quantity, value: number): Side | undefined => {
  const hasSide = quantity === 'windAngle' || quantity === 'rudder' || quantity === 'crossTrack'
  if (!hasSide || value === 0) return undefined
  return value < 0 ? 'port' : 'starboard'
}

type Scaled = Exclude<Measure, 'temperature'> | 'length'
const digits: Readonly<Record<Scaled, number>> = { speed: 1, windSpeed: 1, depth: 1, length: 0, distance: 2 }

const scaled = (quantity: Scaled, value: number, units: Units): Shown => {
  const unit = units[quantity === 'length' ? 'depth' : quantity]
  return { text: fixed(value * unitFactors[unit], digits[quantity]), unit }
}

/** Quantities that everyone reads in the same unit. */
const oneUnit = {
  angle: { factor: degrees, digits: 1, unit: '°' },
  pressure: { factor: 0.01, digits: 0, unit: 'hPa' },
  ratio: { factor: 100, digits: 0, unit: '%' },
  seconds: { factor: 1, digits: 0, unit: 's' },
} as const

const hasOneUnit = (quantity: Quantity): quantity is keyof typeof oneUnit => quantity in oneUnit

const inItsUnit = (quantity: keyof typeof oneUnit, value: number): Shown => {
  const { factor, digits: places, unit } = oneUnit[quantity]
  return { text: fixed(value * factor, places), unit }
}

/** Distance off the track with the side the boat is on: `0.02 P`. No side when it rounds to zero. */
const crossTrackShown = (value: number, units: Units): Shown => {
  const { text, unit } = scaled('distance', Math.abs(value), units)
  if (Number(text) === 0) return { text, unit }
  return { text: withSide(text, value < 0 ? 'port' : 'starboard'), unit }
}

/** Formats a number in the user's units. */
export const shown = (quantity: Quantity, value: number, wanted: UnitPreset | Units): Shown => {
  const units = unitsOf(wanted)
  switch (quantity) {
    case 'bearing':
      return { text: bearingText(value), unit: '°' }
    case 'windAngle':
    case 'rudder':
      return { text: sideText(value), unit: '' }
    case 'crossTrack':
      return crossTrackShown(value, units)
    case 'temperature':
      return units.temperature === '°F'
        ? { text: fixed((value - 273.15) * 1.8 + 32, 0), unit: '°F' }
        : { text: fixed(value - 273.15, 1), unit: '°C' }
    default:
      return hasOneUnit(quantity) ? inItsUnit(quantity, value) : scaled(quantity, value, units)
  }
}
