import type { JSX } from 'preact'
import { lengthText, lengthTyped } from '#screens/anchor/state/lengths.ts'
import { useLengths } from '#screens/anchor/use-lengths.ts'
import { NumberField, type NumberFieldProps } from './number-field.tsx'

export interface LengthFieldProps extends Omit<NumberFieldProps, 'measure' | 'step'> {
  readonly step?: number
}

/** A length in metres, entered in the user's unit. */
export const LengthField = ({ step = 1, ...field }: LengthFieldProps): JSX.Element => {
  const { unit } = useLengths()
  const measure = {
    unit: unit.unit,
    text: (metres: number) => lengthText(metres, unit),
    typed: (text: string) => lengthTyped(text, unit),
    turned: (metres = 0, by: number) => String(Math.max(0, Math.round(metres / unit.metres) + by)),
  }
  return <NumberField {...field} step={step} measure={measure} />
}
