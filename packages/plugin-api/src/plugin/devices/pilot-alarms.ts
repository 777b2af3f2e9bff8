import type { AutopilotNotificationName, Condition } from '@marinedata/model'

/** An alarm of a pilot, by the number that its maker gave it. A silenced one is still on. */
export interface PilotAlarm {
  readonly id: number
  readonly isOn: boolean
}

/** The standard name of each alarm, and its words. */
export type PilotAlarmNames = ReadonlyMap<number, readonly [name: AutopilotNotificationName, words: string]>

export interface PilotAlarmsOutput {
  readonly notify: (name: AutopilotNotificationName, condition: Condition) => void
  /** An alarm without a standard name was raised. */
  readonly unknown: (id: number) => void
}

export interface PilotAlarmsOptions {
  /**
   * For a pilot that repeats each alarm while it is on: one that is not repeated for so long has ended, and nobody has
   * received its end. Milliseconds; absent: only the pilot ends an alarm.
   */
  readonly endsAfterMs?: number | undefined
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** After a longer pause between two messages, the pilot is given time to repeat its alarms. Milliseconds. */
const pauseMs = 3_000

/** Notifies of the alarms of a pilot. Several of them may have one standard name: it ends with the last of them. */
export class PilotAlarms {
  readonly #names: PilotAlarmNames
  readonly #output: PilotAlarmsOutput
  /** Whether each alarm is on, as far as the pilot has said. */
  readonly #isOnById = new Map<number, boolean>()
  readonly #endsAfterMs: number | undefined
  readonly #now: () => number
  /** When each alarm that is on was last repeated. */
  readonly #repeatedAtById = new Map<number, number>()
  /** The names that were last notified of as normal. */
  readonly #normal = new Set<AutopilotNotificationName>()
  /** Since when the pilot has been heard without a pause. */
  #heardSince = 0
  #heardAt = Number.NEGATIVE_INFINITY

  constructor(
    names: PilotAlarmNames,
    output: PilotAlarmsOutput,
    { endsAfterMs, now = () => performance.now() }: PilotAlarmsOptions = {},
  ) {
    this.#names = names
    this.#output = output
    this.#endsAfterMs = endsAfterMs
    this.#now = now
  }

  /** Ends alarms that the pilot no longer repeats, also those of before the start. Call it after messages of the pilot. */
  check(): void {
    const now = this.#now()
    if (now - this.#heardAt > pauseMs) this.#heardSince = now
    this.#heardAt = now
    const endsAfterMs = this.#endsAfterMs ?? Number.POSITIVE_INFINITY
    const isOver = (since: number): boolean => now - Math.max(since, this.#heardSince) >= endsAfterMs
    if (!isOver(0)) return
    for (const [id, at] of this.#repeatedAtById) if (isOver(at)) this.take({ id, isOn: false })
    for (const [name] of this.#names.values())
      if (!this.#normal.has(name) && this.#activeWords(name) === undefined) this.#end(name)
  }

  /** Takes the state of an alarm from a status that always contains it: the alarm is off at first. */
  change(alarm: PilotAlarm): void {
    if (alarm.isOn !== (this.#isOnById.get(alarm.id) ?? false)) this.take(alarm)
  }

  /** Takes an alarm. A pilot repeats one that is on: the boat is notified once. */
  take({ id, isOn }: PilotAlarm): void {
    if (isOn) this.#repeatedAtById.set(id, this.#now())
    else this.#repeatedAtById.delete(id)
    if (this.#isOnById.get(id) === isOn) return
    this.#isOnById.set(id, isOn)
    const known = this.#names.get(id)
    if (known === undefined) {
      if (isOn) this.#output.unknown(id)
      return
    }
    const [name, message] = known
    const other = this.#activeWords(name)
    const state = isOn || other !== undefined ? 'alarm' : 'normal'
    if (state === 'normal') this.#normal.add(name)
    else this.#normal.delete(name)
    this.#output.notify(name, { state, method: ['sound'], message: isOn ? message : (other ?? message) })
  }

  /** Nothing is known of the pilot any more: an alarm that is still on is notified of again. */
  forget(): void {
    this.#isOnById.clear()
    this.#repeatedAtById.clear()
    this.#heardAt = Number.NEGATIVE_INFINITY
  }

  #end(name: AutopilotNotificationName): void {
    this.#normal.add(name)
    this.#output.notify(name, { state: 'normal', method: [], message: '' })
  }

  /** The words of an alarm with this name that is on. */
  #activeWords(name: AutopilotNotificationName): string | undefined {
    for (const [id, isOn] of this.#isOnById) {
      const [activeName, words] = this.#names.get(id) ?? []
      if (isOn && activeName === name) return words
    }
    return undefined
  }
}
