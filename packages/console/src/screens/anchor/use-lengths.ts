import { useConsole } from '#app/console-context.ts'
import { lengthUnitOf, type LengthUnit } from './state/lengths.ts'

export interface Lengths {
  readonly unit: LengthUnit
  /** `45 m`: rounded to whole units. */
  readonly text: (metres: number) => string
}

/** Formats lengths in the user's unit. */
export const useLengths = (): Lengths => {
  const unit = lengthUnitOf(useConsole().preferences.units.value)
  return { unit, text: (metres) => `${Math.round(metres / unit.metres)} ${unit.unit}` }
}
