import { isAlarm, type ShownAlert } from '#alerts/alert.ts'
import type { PatternName } from './patterns.ts'

export const warningEveryMs = 300_000

export type Loop = Extract<PatternName, 'emergency' | 'alarm' | 'lost'>

/** The sound to repeat. An alarm keeps sounding when the connection is lost: an unknown state is not a safe one. */
export const loopFor = (alerts: readonly ShownAlert[], isLinkLost: boolean): Loop | undefined => {
  const sounding = alerts.filter((alert) => alert.status === 'active' && alert.hasSound && isAlarm(alert))
  if (sounding.some(({ priority }) => priority === 'emergency')) return 'emergency'
  if (sounding.length > 0) return 'alarm'
  return isLinkLost ? 'lost' : undefined
}

/** When each warning last sounded. A warning sounds at first, and repeats while unanswered. */
export class WarningTimes {
  readonly #receivedAt = new Map<string, number>()

  /** Whether a warning is due. Forgets warnings that are answered or have ended. */
  isDue(alerts: readonly ShownAlert[], now: number): boolean {
    const waiting = new Set(
      alerts.flatMap(({ priority, status, id }) => (priority === 'warning' && status === 'active' ? id : [])),
    )
    for (const id of this.#receivedAt.keys()) if (!waiting.has(id)) this.#receivedAt.delete(id)
    return [...waiting].some((id) => now - (this.#receivedAt.get(id) ?? -Infinity) >= warningEveryMs)
  }

  /** Records that all warnings sounded now. */
  note(alerts: readonly ShownAlert[], now: number): void {
    for (const { priority, id } of alerts) if (priority === 'warning') this.#receivedAt.set(id, now)
  }
}
