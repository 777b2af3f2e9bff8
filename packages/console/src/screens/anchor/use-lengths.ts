import { useConsole } from '#app/console-context.ts'
import { lengthUnitOf, type LengthUnit } from './state/lengths.ts'

export interface Lengths {
  readonly unit: LengthUnit
  /** `45 m`: whole, for nobody measures the sea in less. */
  readonly text: (metres: number) => string
}

/** Lengths in the units of whoever looks. */
export const useLengths = (): Lengths => {
  const unit = lengthUnitOf(useConsole().preferences.units.value)
  return { unit, text: (metres) => `${Math.round(metres / unit.metres)} ${unit.unit}` }
}
