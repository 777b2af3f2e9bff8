import type { ControlRange, ControlValue } from './controls.ts'

/** Of a step: values are decimal fractions, which are not exact in binary. */
const rounding = 1e-6

type NumberRange = Extract<ControlRange, { type: 'number' }>

const isWholeStep = ({ minimum, step }: NumberRange, value: number): boolean => {
  if (step === undefined) return true
  const steps = (value - minimum) / step
  return Math.abs(steps - Math.round(steps)) <= rounding
}

const numberFault = (range: NumberRange, value: number): string | undefined => {
  const { minimum, maximum, step } = range
  // Written so that NaN is refused.
  if (!(value >= minimum && value <= maximum)) return `from ${minimum} to ${maximum}`
  return isWholeStep(range, value) ? undefined : `a whole number of steps of ${step} above ${minimum}`
}

/** What a control takes instead of this value; undefined when it takes the value. */
export const controlValueFault = (range: ControlRange, value: unknown): string | undefined => {
  if (range.type === 'switch') return typeof value === 'boolean' ? undefined : 'true or false'
  if (range.type === 'number') return typeof value === 'number' ? numberFault(range, value) : 'a number'
  return range.values.some((choice) => choice === value) ? undefined : `one of ${range.values.join(', ')}`
}

/** What a device must report instead of this value. A number may be outside the range of what can be set. */
export const controlReportFault = (range: ControlRange, value: ControlValue): string | undefined =>
  range.type === 'number' && typeof value === 'number' ? undefined : controlValueFault(range, value)

/** What is wrong with a range; undefined when it is valid. */
export const controlRangeFault = (range: ControlRange): string | undefined => {
  if (range.type !== 'number') return undefined
  const { minimum, maximum } = range
  if (minimum >= maximum) return 'the minimum must be below the maximum'
  return isWholeStep(range, maximum)
    ? undefined
    : 'the maximum must be a whole number of steps above the minimum'
}

/** Whether a reported value shows the effect of a command. */
export const isControlValueShown = (
  range: ControlRange,
  reported: ControlValue,
  asked: ControlValue,
): boolean => {
  if (range.type !== 'number' || typeof reported !== 'number' || typeof asked !== 'number')
    return reported === asked
  // A report that repeats the value may have been rounded by a conversion.
  const rounded = rounding * (range.step ?? range.maximum - range.minimum)
  return Math.abs(reported - asked) <= (range.tolerance ?? 0) + rounded
}

/** The ends of a range, or all its values. */
export const controlExtremes = (range: ControlRange): readonly ControlValue[] => {
  if (range.type === 'switch') return [true, false]
  return range.type === 'choice' ? range.values : [range.minimum, range.maximum]
}
