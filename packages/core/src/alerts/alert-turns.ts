import { severityOf, type Condition } from '@marinedata/model'
import { lifeSteps, type LifeEvent } from './alert-life.ts'
import { shownState, without, type AlertRecord } from './alert-record.ts'

/** What its source says now, as something that happens to the alert; undefined when that is nothing new. */
export const eventOf = (record: AlertRecord, { state, episode }: Condition): LifeEvent | undefined => {
  if (record.status === 'rectified') return 'raised'
  const now = severityOf(state)
  if (now > severityOf(shownState(record))) return 'worsened'
  if (now < severityOf(record.condition.state)) return 'eased'
  return isAnotherCall(record.condition, episode) ? 'worsened' : undefined
}

/** Whoever does not count its calls makes no other than by what is worse. */
const isAnotherCall = ({ episode: before }: Condition, episode: number | undefined): boolean =>
  before !== undefined && episode !== undefined && before !== episode

/** Whether what is wrong has changed by it: then the time to escalate begins anew. */
export const isOfCondition = (event: LifeEvent): boolean =>
  event === 'raised' || event === 'worsened' || event === 'eased'

/**
 * The alert after an event; undefined when it is over.
 * @param news what the event brings with it
 */
export const turned = (
  record: AlertRecord,
  event: LifeEvent,
  news: Partial<AlertRecord> = {},
): AlertRecord | undefined => {
  const status = lifeSteps[record.status][event]
  if (status === 'none') return undefined
  const lost: (keyof AlertRecord)[] = []
  if (status !== 'acknowledged') lost.push('acknowledgedBy', 'acknowledgedAt')
  if (status !== 'silenced') lost.push('silencedUntil')
  if (isOfCondition(event)) lost.push('escalatedTo')
  return { ...(without(record, ...lost) as AlertRecord), ...news, status }
}
