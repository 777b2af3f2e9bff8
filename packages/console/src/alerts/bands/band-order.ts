import {
  isCollision,
  isDistress,
  isUnanswered,
  overboardPath,
  rankOf,
  type ShownAlert,
} from '#alerts/alert.ts'

/** The alarm and what its place in the order depends on. */
export interface OrderedAlarm {
  readonly alert: ShownAlert
  /** Seconds to the closest approach, or metres to a casualty; Infinity if unknown. */
  readonly measure: number
}

type Key = readonly number[]

const compare = (one: Key, other: Key): number => {
  const at = one.findIndex((part, index) => part !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/**
 * Sorts the alarms that have a band: unanswered ones, a person overboard from this boat, then by severity. A collision comes
 * before a casualty of the same severity; then the next approach or the nearest casualty is first.
 */
export const byBandOrder = (alarms: readonly OrderedAlarm[]): OrderedAlarm[] => {
  const hasOverboard = alarms.some(({ alert }) => alert.path === overboardPath)
  // A call from far away does not hide a person overboard from this boat. It is counted beside it.
  const isPressing = (alert: ShownAlert): boolean =>
    isUnanswered(alert) && !(hasOverboard && isDistress(alert))
  const keyOf = ({ alert, measure }: OrderedAlarm): Key => [
    isPressing(alert) ? 0 : 1,
    alert.path === overboardPath ? 0 : 1,
    rankOf(alert),
    isCollision(alert) ? 0 : 1,
    Math.min(measure, Number.MAX_SAFE_INTEGER),
  ]
  return alarms.toSorted((one, other) => compare(keyOf(one), keyOf(other)))
}
