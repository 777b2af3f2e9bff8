import type { Measure, Quantity } from './quantities.ts'

interface Rule {
  readonly unit: string
  /** Words that the path must contain. Without words the rule matches every path of the unit. */
  readonly words?: readonly string[]
  readonly quantity: Quantity
}

/** Ordered from specific to general; the first match wins. */
const rules: readonly Rule[] = [
  { unit: 'rad', words: ['heading', 'course', 'bearing', 'direction'], quantity: 'bearing' },
  { unit: 'rad', words: ['rudder'], quantity: 'rudder' },
  { unit: 'rad', words: ['wind.angle'], quantity: 'windAngle' },
  { unit: 'rad', quantity: 'angle' },
  { unit: 'm/s', words: ['.wind.'], quantity: 'windSpeed' },
  { unit: 'm/s', quantity: 'speed' },
  { unit: 'm', words: ['.depth.'], quantity: 'depth' },
  // Lengths of the boat and its anchor, and heights, not distances at sea.
  { unit: 'm', words: ['design.', '.anchor.', 'altitude', 'height', 'geoidal'], quantity: 'length' },
  { unit: 'm', words: ['crosstrack'], quantity: 'crossTrack' },
  { unit: 'm', quantity: 'distance' },
  { unit: 'K', quantity: 'temperature' },
  { unit: 'Pa', words: ['environment'], quantity: 'pressure' },
  { unit: 'ratio', quantity: 'ratio' },
]

const measures: Readonly<Partial<Record<Quantity, Measure>>> = {
  speed: 'speed',
  windSpeed: 'windSpeed',
  depth: 'depth',
  length: 'depth',
  distance: 'distance',
  crossTrack: 'distance',
  temperature: 'temperature',
}

/** The quantity at a path, by its unit and name; undefined if only the SI value can be shown. */
export const quantityAt = (path: string, unit: string | undefined): Quantity | undefined => {
  const text = path.toLowerCase()
  const fits = (rule: Rule): boolean =>
    rule.unit === unit && (rule.words?.some((word) => text.includes(word)) ?? true)
  return rules.find(fits)?.quantity
}

/** The measure at a path; undefined if its unit cannot be chosen. */
export const measureAt = (path: string, unit: string | undefined): Measure | undefined => {
  const quantity = quantityAt(path, unit)
  return quantity && measures[quantity]
}
