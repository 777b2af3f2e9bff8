import { shown, type Shown, type Quantity, unitFactors, type Units } from './quantities.ts'
import { quantityAt } from './path-measures.ts'

/** A linear conversion from the SI unit, with the digits after the point. */
interface Conversion {
  readonly unit: string
  readonly factor: number
  readonly offset?: number
  readonly digits: number
}

/** How the values of one path are shown on an instrument. */
export interface DisplayUnit {
  readonly unit: string
  /** The number on a scale. */
  readonly of: (value: number) => number
  /** The figure. */
  readonly textOf: (value: number) => Shown
  readonly quantity: Quantity | undefined
}

interface Rule extends Conversion {
  readonly si: string
  /** Words of the path, in small letters. Without words the rule matches every path of the unit. */
  readonly words?: readonly string[]
}

const perMinute = 60
const degrees = 180 / Math.PI

/** Units of values that have no choice of units. Ordered from specific to general; the first match wins. */
const rules: readonly Rule[] = [
  { si: 'Hz', words: ['revolutions'], unit: 'rpm', factor: perMinute, digits: 0 },
  { si: 'Hz', unit: 'Hz', factor: 1, digits: 1 },
  { si: 'm3/s', unit: 'L/h', factor: 3_600_000, digits: 1 },
  { si: 'm3', unit: 'L', factor: 1_000, digits: 0 },
  { si: 'Pa', unit: 'bar', factor: 1e-5, digits: 1 },
  { si: 'V', unit: 'V', factor: 1, digits: 1 },
  { si: 'A', unit: 'A', factor: 1, digits: 1 },
  { si: 'W', unit: 'W', factor: 1, digits: 0 },
  { si: 'C', unit: 'Ah', factor: 1 / 3_600, digits: 0 },
  { si: 'J', unit: 'kWh', factor: 1 / 3_600_000, digits: 1 },
  { si: 's', words: ['runtime', 'timeremaining'], unit: 'h', factor: 1 / 3_600, digits: 0 },
  { si: 's', words: ['timetogo'], unit: 'min', factor: 1 / 60, digits: 0 },
  { si: 's', unit: 's', factor: 1, digits: 0 },
  { si: 'rad/s', unit: '°/min', factor: degrees * perMinute, digits: 0 },
  { si: 'rad', unit: '°', factor: degrees, digits: 0 },
]

/** Angles that have a side but are no wind angles: heel to starboard is positive. */
const sidedWords = ['attitude:roll', 'leeway', 'rudder']

/** Instruments show other angles in whole degrees, by the rules above. */
type InstrumentQuantity = Exclude<Quantity, 'angle'>

const quantityOf = (path: string, si: string | undefined): InstrumentQuantity | undefined => {
  const text = path.toLowerCase()
  if (si === 'rad' && sidedWords.some((word) => text.includes(word))) return 'rudder'
  if (si === 'rad' && text.startsWith('environment.current')) return 'bearing'
  const quantity = quantityAt(path, si)
  return quantity === 'angle' ? undefined : quantity
}

const scaled = (unit: Exclude<Units[keyof Units], '°C' | '°F'>, digits: number): Conversion => ({
  unit,
  factor: unitFactors[unit],
  digits,
})

const angle: Conversion = { unit: '°', factor: degrees, digits: 0 }

/** Scales of the quantities, in the user's units. */
const conversions: Readonly<Record<InstrumentQuantity, (units: Units) => Conversion>> = {
  speed: ({ speed }) => scaled(speed, 1),
  windSpeed: ({ windSpeed }) => scaled(windSpeed, 1),
  depth: ({ depth }) => scaled(depth, 1),
  length: ({ depth }) => scaled(depth, 0),
  distance: ({ distance }) => scaled(distance, 2),
  crossTrack: ({ distance }) => scaled(distance, 2),
  temperature: ({ temperature }) =>
    temperature === '°F'
      ? { unit: '°F', factor: 1.8, offset: -459.67, digits: 0 }
      : { unit: '°C', factor: 1, offset: -273.15, digits: 1 },
  pressure: () => ({ unit: 'hPa', factor: 0.01, digits: 0 }),
  ratio: () => ({ unit: '%', factor: 100, digits: 0 }),
  seconds: () => ({ unit: 's', factor: 1, digits: 0 }),
  bearing: () => angle,
  windAngle: () => angle,
  rudder: () => angle,
}

const conversionOf = (path: string, si: string | undefined): Conversion => {
  const text = path.toLowerCase()
  const rule = rules.find(
    (each) => each.si === si && (each.words?.some((word) => text.includes(word)) ?? true),
  )
  // An unknown unit is shown as it is sent.
  return rule ?? { unit: si ?? '', factor: 1, digits: 2 }
}

/** Shows -0.0 as 0.0. */
const fixed = (value: number, digits: number): string =>
  value.toFixed(digits).replace(/^-(0(?:\.0+)?)$/, '$1')

/** The unit of a path on an instrument, in the user's units where there is a choice. */
export const displayUnitAt = (path: string, si: string | undefined, units: Units): DisplayUnit => {
  const quantity = quantityOf(path, si)
  const {
    unit,
    factor,
    offset = 0,
    digits,
  } = quantity === undefined ? conversionOf(path, si) : conversions[quantity](units)
  const of = (value: number): number => value * factor + offset
  return {
    unit,
    of,
    quantity,
    textOf: (value) =>
      quantity === undefined ? { text: fixed(of(value), digits), unit } : shown(quantity, value, units),
  }
}
