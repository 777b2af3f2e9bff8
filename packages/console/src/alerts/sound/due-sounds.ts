import { isAlarm, type ShownAlert } from '#alerts/alert.ts'
import type { PatternName } from './patterns.ts'

export const warningEveryMs = 300_000

export type Loop = Extract<PatternName, 'emergency' | 'alarm' | 'lost'>

/** What has to be heard without end. An alarm sounds on when the line is lost: what is unknown is not over. */
export const loopFor = (alerts: readonly ShownAlert[], isLinkLost: boolean): Loop | undefined => {
  const sounding = alerts.filter((alert) => alert.status === 'active' && alert.hasSound && isAlarm(alert))
  if (sounding.some(({ priority }) => priority === 'emergency')) return 'emergency'
  if (sounding.length > 0) return 'alarm'
  return isLinkLost ? 'lost' : undefined
}

/** When each warning was last heard: once at first, and again while nobody answers it. */
export class WarningTimes {
  readonly #heardAt = new Map<string, number>()

  /** Whether any warning is due. What is no longer a warning that waits is forgotten. */
  isDue(alerts: readonly ShownAlert[], now: number): boolean {
    const waiting = new Set(
      alerts.flatMap(({ priority, status, id }) => (priority === 'warning' && status === 'active' ? id : [])),
    )
    for (const id of this.#heardAt.keys()) if (!waiting.has(id)) this.#heardAt.delete(id)
    return [...waiting].some((id) => now - (this.#heardAt.get(id) ?? -Infinity) >= warningEveryMs)
  }

  /** All of them were heard now. */
  note(alerts: readonly ShownAlert[], now: number): void {
    for (const { priority, id } of alerts) if (priority === 'warning') this.#heardAt.set(id, now)
  }
}
