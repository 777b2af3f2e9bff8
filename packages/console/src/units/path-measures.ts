import type { Measure, Quantity } from './quantities.ts'

interface Rule {
  readonly unit: string
  /** What the path must speak of; what speaks of nothing fits every path of its unit. */
  readonly words?: readonly string[]
  readonly quantity: Quantity
}

/** The first that fits, from the narrowest to the widest. */
const rules: readonly Rule[] = [
  { unit: 'rad', words: ['heading', 'course', 'bearing', 'direction'], quantity: 'bearing' },
  { unit: 'rad', words: ['rudder'], quantity: 'rudder' },
  { unit: 'rad', words: ['wind.angle'], quantity: 'windAngle' },
  { unit: 'm/s', words: ['.wind.'], quantity: 'windSpeed' },
  { unit: 'm/s', quantity: 'speed' },
  { unit: 'm', words: ['.depth.'], quantity: 'depth' },
  // What is smaller than the sea.
  { unit: 'm', words: ['design.', '.anchor.'], quantity: 'length' },
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

/** What a sailor reads at a path, by its unit and its name; undefined where the value in SI is all that can be said. */
export const quantityAt = (path: string, unit: string | undefined): Quantity | undefined => {
  const text = path.toLowerCase()
  const fits = (rule: Rule): boolean =>
    rule.unit === unit && (rule.words?.some((word) => text.includes(word)) ?? true)
  return rules.find(fits)?.quantity
}

/** What is measured at a path; undefined where there is no unit to be chosen. */
export const measureAt = (path: string, unit: string | undefined): Measure | undefined => {
  const quantity = quantityAt(path, unit)
  return quantity && measures[quantity]
}
