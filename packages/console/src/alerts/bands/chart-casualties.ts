import { computed, type ReadonlySignal } from '@preact/signals'
import { isAlarm, isDistress, overboardPath, type ShownAlert } from '#alerts/alert.ts'
import type { AlertParts } from '#alerts/alerts-context.tsx'
import type { Boat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { casualtyLabel, casualtyOf, lastPlaceOf, placeOldMs } from './casualty.ts'
import type { FollowedTargets } from './followed-targets.ts'

/** A casualty as the chart shows it. */
export interface CasualtyMark {
  /** Path of its alert. */
  readonly path: string
  readonly context: string | undefined
  readonly place: Place
  readonly label: string
  readonly isAlarm: boolean
  readonly isOld: boolean
  readonly isTest: boolean
}

interface MarkTimes {
  readonly now: number
  /** Converts a timestamp of the server to the clock of `performance.now()`. */
  readonly receivedAt: (timestamp: string) => number
}

/**
 * The distress alerts that have a place.
 * @param targets undefined until loaded: then the place of the alert counts
 */
export const casualtyMarks = (
  alerts: readonly ShownAlert[],
  targets: Pick<FollowedTargets, 'placeOf'> | undefined,
  { now, receivedAt }: MarkTimes,
): CasualtyMark[] =>
  alerts
    .filter((alert) => isDistress(alert) && alert.status !== 'rectified')
    .flatMap((alert) => {
      const last = targets?.placeOf(alert) ?? lastPlaceOf(alert, undefined, receivedAt)
      if (last === undefined) return []
      const isGrave = isAlarm(alert)
      return {
        path: alert.path,
        context: alert.context,
        place: last.place,
        label: casualtyLabel(alert),
        isAlarm: isGrave,
        isOld: now - last.at > placeOldMs,
        isTest: casualtyOf(alert).isDrill || alert.priority === 'caution',
      }
    })

/** The casualties on the chart. */
export class ChartCasualties {
  readonly marks: ReadonlySignal<readonly CasualtyMark[]>
  /** Where the person fell. */
  readonly person: ReadonlySignal<Place | undefined>

  constructor(
    boat: Pick<Boat, 'now' | 'receivedAt'>,
    { alerts, views, overboard }: Pick<AlertParts, 'alerts' | 'views' | 'overboard'>,
  ) {
    const receivedAt = (timestamp: string): number => boat.receivedAt(timestamp)
    this.marks = computed(() =>
      casualtyMarks(alerts.list.value, views.value?.targets, { now: boat.now.value, receivedAt }),
    )
    this.person = computed(() => overboard.casualty.value?.place)
  }

  /**
   * The last place of a casualty.
   * @param path of its alert
   */
  placeOf(path: string): Place | undefined {
    if (path === overboardPath) return this.person.peek()
    return this.marks.peek().find((mark) => mark.path === path)?.place
  }

  /** The targets that are not drawn as casualties. */
  others<Craft extends Pick<CasualtyMark, 'context'>>(targets: readonly Craft[]): readonly Craft[] {
    const marks = this.marks.peek()
    return targets.filter(({ context }) => !marks.some((mark) => mark.context === context))
  }
}
