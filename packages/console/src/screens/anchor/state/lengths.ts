import { unitsOf, type UnitPreset, type Units } from '#units/quantities.ts'

/** How lengths are formatted and parsed. All values are in metres. */
export interface LengthUnit {
  readonly unit: 'm' | 'ft'
  readonly metres: number
  /** Change by one press on plus or minus. */
  readonly step: number
}

const metre: LengthUnit = { unit: 'm', metres: 1, step: 5 }
const foot: LengthUnit = { unit: 'ft', metres: 0.3048, step: 15 }

export const lengthUnitOf = (units: UnitPreset | Units): LengthUnit =>
  unitsOf(units).depth === 'ft' ? foot : metre

/** Formats a length for a field: whole, or with one digit if small. */
export const lengthText = (metres: number, { metres: size }: LengthUnit): string => {
  const value = metres / size
  return value < 20 && !Number.isInteger(value)
    ? value.toFixed(1).replace('.0', '')
    : String(Math.round(value))
}

/** Parses a length to metres; undefined if invalid. Accepts a decimal comma. */
export const lengthTyped = (text: string, { metres: size }: LengthUnit): number | undefined => {
  const clean = text.trim().replace(',', '.')
  if (!/^\d{1,4}(?:\.\d{1,2})?$/.test(clean)) return undefined
  return Number(clean) * size
}

/** A radius one step larger or smaller, in metres; whole in the user's unit. */
export const steppedRadius = (
  metres: number,
  direction: 1 | -1,
  { metres: size, step }: LengthUnit,
): number => (Math.round(metres / size) + direction * step) * size
