import { severityOf, type AlertStatus, type Condition } from '@marinedata/model'
import { effectiveSeverity, without, type AlertRecord } from './alert-record.ts'

/** The state of an alert in its lifecycle, independent of its severity. Without an alert it is `none`. */
export type LifecycleState = 'none' | AlertStatus

/** Events that change the state. */
export type LifecycleEvent =
  | 'raised'
  | 'worsened'
  | 'eased'
  | 'rectified'
  | 'silenced'
  | 'silence-ended'
  | 'acknowledged'

/**
 * The next state for every state and event. A higher severity makes an alert active again: silencing and
 * acknowledging apply only to the severity that a person has seen. An alert that ends before it was acknowledged
 * stays listed as rectified until it is.
 */
export const lifecycleSteps: Readonly<
  Record<LifecycleState, Readonly<Record<LifecycleEvent, LifecycleState>>>
> = {
  none: {
    raised: 'active',
    worsened: 'active',
    eased: 'active',
    rectified: 'none',
    silenced: 'none',
    'silence-ended': 'none',
    acknowledged: 'none',
  },
  active: {
    raised: 'active',
    worsened: 'active',
    eased: 'active',
    rectified: 'rectified',
    silenced: 'silenced',
    'silence-ended': 'active',
    acknowledged: 'acknowledged',
  },
  silenced: {
    raised: 'silenced',
    worsened: 'active',
    eased: 'silenced',
    rectified: 'rectified',
    silenced: 'silenced',
    'silence-ended': 'active',
    acknowledged: 'acknowledged',
  },
  acknowledged: {
    raised: 'acknowledged',
    worsened: 'active',
    eased: 'acknowledged',
    rectified: 'none',
    silenced: 'acknowledged',
    'silence-ended': 'acknowledged',
    acknowledged: 'acknowledged',
  },
  rectified: {
    raised: 'active',
    worsened: 'active',
    eased: 'active',
    rectified: 'rectified',
    silenced: 'rectified',
    'silence-ended': 'rectified',
    acknowledged: 'none',
  },
}

/** A change of one alert; `next` is undefined when it ends. */
export interface Transition {
  readonly event: LifecycleEvent
  readonly record: AlertRecord
  readonly next: AlertRecord | undefined
}

/** The event that a condition from the source causes; undefined when it changes nothing. */
export const eventOf = (record: AlertRecord, { state, episode }: Condition): LifecycleEvent | undefined => {
  if (record.status === 'rectified') return 'raised'
  const now = severityOf(state)
  if (now > severityOf(effectiveSeverity(record))) return 'worsened'
  if (now < severityOf(record.condition.state)) return 'eased'
  return isNewEpisode(record.condition, episode) ? 'worsened' : undefined
}

/** A source that counts its episodes starts a new one by another number; others only by a higher severity. */
const isNewEpisode = ({ episode: before }: Condition, episode: number | undefined): boolean =>
  before !== undefined && episode !== undefined && before !== episode

/** Whether the event changed the condition itself: escalation then starts again from zero. */
export const isConditionEvent = (event: LifecycleEvent): boolean =>
  event === 'raised' || event === 'worsened' || event === 'eased'

/**
 * The alert after an event; undefined when it has ended.
 * @param changes members that the event sets
 */
export const afterEvent = (
  record: AlertRecord,
  event: LifecycleEvent,
  changes: Partial<AlertRecord> = {},
): AlertRecord | undefined => {
  const status = lifecycleSteps[record.status][event]
  if (status === 'none') return undefined
  const cleared: (keyof AlertRecord)[] = []
  if (status !== 'acknowledged') cleared.push('acknowledgedBy', 'acknowledgedAt')
  if (status !== 'silenced') cleared.push('silencedUntil')
  if (isConditionEvent(event)) cleared.push('escalatedTo')
  return { ...(without(record, ...cleared) as AlertRecord), ...changes, status }
}
