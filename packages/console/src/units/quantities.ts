/** What a number means to a sailor; the boat itself speaks SI throughout. */
export type Quantity =
  | 'bearing'
  | 'windAngle'
  | 'rudder'
  | 'speed'
  | 'windSpeed'
  | 'depth'
  | 'length'
  | 'distance'
  | 'temperature'
  | 'pressure'
  | 'ratio'
  | 'seconds'

export type UnitPreset = 'nautical-metric' | 'nautical-imperial' | 'metric'

export interface Shown {
  readonly text: string
  readonly unit: string
}

const degrees = 180 / Math.PI
const metresPerNauticalMile = 1_852
const metresPerFoot = 0.3048
const knotsPerMetreSecond = 3_600 / metresPerNauticalMile

const whole = (value: number): number => Math.round(value) || 0
const fixed = (value: number, digits: number): string => {
  const text = value.toFixed(digits)
  // Minus nothing is nothing.
  return /^-0(?:\.0+)?$/.test(text) ? text.slice(1) : text
}

/** Three digits, as a compass is read; 360 is 000. */
export const bearingText = (radians: number): string =>
  String(((whole(radians * degrees) % 360) + 360) % 360).padStart(3, '0')

/** Which side the wind is on: `P38`, `S120`. A bare sign would be read the wrong way round. */
export const sideText = (radians: number): string => {
  const angle = whole(radians * degrees)
  if (angle === 0 || Math.abs(angle) === 180) return String(Math.abs(angle))
  return `${angle < 0 ? 'P' : 'S'}${Math.abs(angle)}`
}

interface Scale {
  readonly factor: number
  readonly unit: string
  readonly digits: number
}

const knots: Scale = { factor: knotsPerMetreSecond, unit: 'kn', digits: 1 }
const metres: Scale = { factor: 1, unit: 'm', digits: 1 }
const wholeMetres: Scale = { factor: 1, unit: 'm', digits: 0 }
const feet: Scale = { factor: 1 / metresPerFoot, unit: 'ft', digits: 0 }
const nauticalMiles: Scale = { factor: 1 / metresPerNauticalMile, unit: 'NM', digits: 2 }

const scales: Readonly<
  Record<'speed' | 'windSpeed' | 'depth' | 'length' | 'distance', Record<UnitPreset, Scale>>
> = {
  speed: {
    'nautical-metric': knots,
    'nautical-imperial': knots,
    metric: { factor: 3.6, unit: 'km/h', digits: 1 },
  },
  windSpeed: {
    'nautical-metric': knots,
    'nautical-imperial': knots,
    metric: { factor: 1, unit: 'm/s', digits: 1 },
  },
  depth: { 'nautical-metric': metres, 'nautical-imperial': { ...feet, digits: 1 }, metric: metres },
  length: { 'nautical-metric': wholeMetres, 'nautical-imperial': feet, metric: wholeMetres },
  distance: {
    'nautical-metric': nauticalMiles,
    'nautical-imperial': nauticalMiles,
    metric: { factor: 0.001, unit: 'km', digits: 2 },
  },
}

const scaled = (value: number, { factor, unit, digits }: Scale): Shown => ({
  text: fixed(value * factor, digits),
  unit,
})

/** A number in the words of a preset. */
export const shown = (quantity: Quantity, value: number, preset: UnitPreset): Shown => {
  switch (quantity) {
    case 'bearing':
      return { text: bearingText(value), unit: '°' }
    case 'windAngle':
      return { text: sideText(value), unit: '°' }
    case 'rudder':
      return { text: sideText(value), unit: '°' }
    case 'temperature':
      return preset === 'nautical-imperial'
        ? { text: fixed((value - 273.15) * 1.8 + 32, 0), unit: '°F' }
        : { text: fixed(value - 273.15, 1), unit: '°C' }
    case 'pressure':
      return { text: fixed(value / 100, 0), unit: 'hPa' }
    case 'ratio':
      return { text: fixed(value * 100, 0), unit: '%' }
    case 'seconds':
      return { text: fixed(value, 0), unit: 's' }
    default:
      return scaled(value, scales[quantity][preset])
  }
}
