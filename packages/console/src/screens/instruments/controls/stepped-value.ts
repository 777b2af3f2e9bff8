import type { ControlRange } from '@marinedata/model'

type NumberRange = Extract<ControlRange, { type: 'number' }>

/** A press moves a range with small steps, or without steps, by a tenth. */
const presses = 10
/** Decimal fractions are not exact in binary. */
const decimals = 9

/** The value after one press; undefined if the present value is unknown or at the end of the range. */
export const steppedValue = (
  { minimum, maximum, step }: NumberRange,
  value: unknown,
  direction: 1 | -1,
): number | undefined => {
  if (typeof value !== 'number') return undefined
  const tenth = (maximum - minimum) / presses
  const press = step === undefined ? tenth : Math.max(1, Math.round(tenth / step)) * step
  // The first press goes to the next whole press, so that the ends are reached.
  const at = (value - minimum) / press
  const next = direction > 0 ? Math.floor(at + 1e-6) + 1 : Math.ceil(at - 1e-6) - 1
  const stepped = Number((minimum + next * press).toFixed(decimals))
  const within = Math.min(maximum, Math.max(minimum, stepped))
  return within === value ? undefined : within
}
