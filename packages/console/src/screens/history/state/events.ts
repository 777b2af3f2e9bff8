import type { PastAlert } from '@marinedata/model'
import { priorityOf, type Priority, type ShownAlert } from '#alerts/alert.ts'
import { withoutDirection } from '#words/words.ts'
import type { TimeWindow } from './time-window.ts'

/** Something that happened: an alert that was raised. */
export interface HistoryEvent {
  readonly id: string
  readonly at: number
  readonly text: string
  readonly priority: Priority
}

/** Alerts that are active and alerts that have ended, each once, the oldest first. */
export const eventsOf = (
  active: readonly Pick<ShownAlert, 'id' | 'raisedAt' | 'message' | 'priority'>[],
  past: readonly Pick<PastAlert, 'id' | 'raisedAt' | 'message' | 'state'>[],
): readonly HistoryEvent[] => {
  const events = [
    ...past.map(({ id, raisedAt, message, state }) => ({
      id,
      at: Date.parse(raisedAt),
      text: withoutDirection(message),
      priority: priorityOf(state),
    })),
    ...active.map(({ id, raisedAt, message, priority }) => ({
      id,
      at: Date.parse(raisedAt),
      text: message,
      priority,
    })),
  ]
  const byId = new Map(events.filter(({ at }) => Number.isFinite(at)).map((event) => [event.id, event]))
  return [...byId.values()].toSorted((one, other) => one.at - other.at)
}

/** Events that are drawn as one mark. */
export interface EventMark {
  /** Share of the time shown, from 0 to 1. */
  readonly share: number
  readonly events: readonly HistoryEvent[]
}

/** The marks of a time. Events that are nearer to each other than `least`, a share of the time, have one mark. */
export const marksOf = (
  events: readonly HistoryEvent[],
  { from, to }: TimeWindow,
  least: number,
): readonly EventMark[] => {
  const marks: { readonly share: number; readonly events: HistoryEvent[] }[] = []
  for (const event of events) {
    const share = (event.at - from) / (to - from)
    if (share < 0 || share > 1) continue
    const last = marks.at(-1)
    if (last !== undefined && share - last.share < least) last.events.push(event)
    else marks.push({ share, events: [event] })
  }
  return marks
}
