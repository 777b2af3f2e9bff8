import { AnchoredNight } from '../../plugins/simulator/src/anchored/anchored-night.ts'
import type { NightPlan } from './night-kinds.ts'
import type { Call, Watcher } from './watchers.ts'

/** When an alert was first raised, and how far the anchor had dragged by then. */
export interface Heard {
  readonly time: number
  readonly dragged: number
}

/** The result of one watch for one night. */
export interface Verdict {
  readonly name: string
  /** Distance alarms while the anchor held. */
  readonly falseAlarms: number
  /** Whether it warned silently while the anchor held. */
  readonly hasWarned: boolean
  /** Since the anchor started to drag. */
  readonly alarm: Heard | undefined
  readonly warning: Heard | undefined
  /** Whether it alarmed for missing positions. */
  readonly hasMissedPosition: boolean
  /** Whether it said that one source says two places. */
  readonly hasSaidTwoPlaces: boolean
}

/** Metres after which an alarm is too late. */
const lost = 250

class Tally {
  readonly watcher: Watcher
  falseAlarms = 0
  hasWarned = false
  hasMissedPosition = false
  alarm: Heard | undefined
  warning: Heard | undefined
  #last: Call = 'nothing'

  constructor(watcher: Watcher) {
    this.watcher = watcher
  }

  count(call: Call, received: Heard | undefined): void {
    const isNew = call !== this.#last
    this.#last = call
    if (call === 'nothing') return
    if (call === 'no-position') this.hasMissedPosition = true
    else if (received === undefined) this.#countFalse(call, isNew)
    else {
      this.warning ??= received
      if (call === 'distance') this.alarm ??= received
    }
  }

  #countFalse(call: Call, isNew: boolean): void {
    this.hasWarned = true
    if (call === 'distance' && isNew) this.falseAlarms++
  }

  get verdict(): Verdict {
    const { falseAlarms, hasWarned, hasMissedPosition, alarm, warning } = this
    const { name, hasSaidTwoPlaces = false } = this.watcher
    return { name, falseAlarms, hasWarned, hasMissedPosition, hasSaidTwoPlaces, alarm, warning }
  }
}

/** Runs one night with all watches. */
export const runNight = ({ settings, hours }: NightPlan, watchers: readonly Watcher[]): Verdict[] => {
  const night = new AnchoredNight(settings)
  const tallies = watchers.map((watcher) => new Tally(watcher))
  const letGo = settings.drag?.at ?? Infinity
  for (let time = 1; time <= hours * 3_600; time++) {
    const readings = night.step(1)
    const received = time > letGo ? { time: time - letGo, dragged: night.truth.dragged } : undefined
    for (const tally of tallies) tally.count(tally.watcher.hear(time, readings), received)
    if (received === undefined) continue
    if (received.dragged > lost || tallies.every(({ alarm }) => alarm !== undefined)) break
  }
  return tallies.map(({ verdict }) => verdict)
}
