import type { Condition, Severity } from '@marinedata/model'

/** A condition of own ship, at its path below `notifications`. */
export interface Alert {
  readonly path: string
  readonly condition: Condition
}

/** The longest text of an alert. */
export const longestText = 256

const methodOf = (state: Severity, isSilent: boolean): Condition['method'] => {
  if (state === 'normal') return []
  return isSilent || state === 'warn' || state === 'alert' ? ['visual'] : ['visual', 'sound']
}

/** A condition with the methods of its severity. */
export const conditionOf = (state: Severity, message: string, isSilent = false): Condition => ({
  state,
  method: methodOf(state, isSilent),
  message: message.slice(0, longestText),
})
