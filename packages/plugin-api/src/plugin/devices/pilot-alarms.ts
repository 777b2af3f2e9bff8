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

/** Notifies of the alarms of a pilot. Several of them may have one standard name: it ends with the last of them. */
export class PilotAlarms {
  readonly #names: PilotAlarmNames
  readonly #output: PilotAlarmsOutput
  /** Whether each alarm is on, as far as the pilot has said. */
  readonly #isOnById = new Map<number, boolean>()

  constructor(names: PilotAlarmNames, output: PilotAlarmsOutput) {
    this.#names = names
    this.#output = output
  }

  /** Takes the state of an alarm from a status that always contains it: the alarm is off at first. */
  change(alarm: PilotAlarm): void {
    if (alarm.isOn !== (this.#isOnById.get(alarm.id) ?? false)) this.take(alarm)
  }

  /** Takes an alarm. A pilot repeats one that is on: the boat is notified once. */
  take({ id, isOn }: PilotAlarm): void {
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
    this.#output.notify(name, { state, method: ['sound'], message: isOn ? message : (other ?? message) })
  }

  /** Nothing is known of the pilot any more: an alarm that is still on is notified of again. */
  forget(): void {
    this.#isOnById.clear()
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
