import {
  MarineDataError,
  radians,
  turnBetween,
  wrapFull,
  type ProblemCode,
  type Radians,
} from '@marinedata/model'
import {
  CommandConfirmations,
  PilotSteering,
  type AutopilotCommand,
  type AutopilotDetails,
  type AutopilotReport,
  type PilotAlarm,
} from '@marinedata/plugin-api'
import { keyOf, steps, type Key, type PilotDatagram } from './seatalk1.ts'

/** A pilot that obeys the keys of a control head only. Wind and track are chosen at its own control head. */
export const keyDetails: AutopilotDetails = {
  states: [
    { name: 'standby', engaged: false },
    { name: 'engaged', engaged: true },
  ],
  modes: [{ name: 'auto', kind: 'heading' }],
  operations: ['set-state', 'engage', 'step'],
  steps: [...steps],
  confirm: 3,
  silence: 5,
}

/** Milliseconds until standby is sent again: five losses in a row still leave it within a second. */
const repeatMs = 150

/** The numbers of Raymarine for the alarms that a datagram has. */
const alarmIds = { offCourse: 20, windShift: 21 }

/** The pilot's state, as far as it is known. */
export interface KeyPilotStatus extends Partial<Pick<PilotDatagram, 'isOffCourse' | 'isWindShifted'>> {
  readonly mode: PilotDatagram['mode'] | 'other'
  /** The heading that it holds in auto. */
  readonly held: Radians | undefined
}

export interface KeyPilotOptions {
  /** Sends a key, once. @param urgent it goes before other messages */
  readonly press: (key: Key, urgent: boolean) => Promise<void>
  /** Called with each alarm of each status. */
  readonly alarm: (alarm: PilotAlarm) => void
}

const refused = (code: ProblemCode, message: string): MarineDataError => new MarineDataError(code, message)

/** Commands and reports of a pilot that is steered by keys. A step is never a target, and is never sent twice. */
export class KeyPilot {
  readonly #options: KeyPilotOptions
  readonly #confirmations = new CommandConfirmations()
  readonly #steering = new PilotSteering<'auto'>('auto', {
    modes: ['auto'],
    reported: () => {
      const { mode } = this.#status ?? {}
      return mode && { isEngaged: mode !== 'standby', mode: mode === 'auto' ? mode : null }
    },
    disengage: (signal) => this.#disengage(signal),
    enter: (mode, signal) =>
      this.#confirmations.run({
        send: () => this.#options.press(mode, false),
        isShown: () => this.#status?.mode === mode,
        signal,
      }),
    step: (change, mode, signal) => this.#step(change, mode, signal),
  })
  #status: KeyPilotStatus | undefined

  constructor(options: KeyPilotOptions) {
    this.#options = options
  }

  /** Undefined until the pilot has sent its mode, and what it holds in that mode. */
  get report(): AutopilotReport | undefined {
    if (this.#status === undefined) return undefined
    const { mode, held } = this.#status
    if (mode === 'standby') return { state: 'standby', mode: 'auto', target: null }
    if (mode !== 'auto') return { state: 'engaged', mode: null, target: null }
    return held === undefined ? undefined : { state: 'engaged', mode, target: wrapFull(held) }
  }

  take(status: KeyPilotStatus): void {
    this.#status = status
    this.#takeAlarm(alarmIds.offCourse, status.isOffCourse)
    this.#takeAlarm(alarmIds.windShift, status.isWindShifted)
    this.#confirmations.check()
  }

  forget(): void {
    this.#status = undefined
  }

  async carryOut(command: AutopilotCommand, signal: AbortSignal): Promise<void> {
    const { name } = command
    if (name !== 'disengage' && !keyDetails.operations.some((one) => one === name))
      throw refused('unsupported-action', 'This pilot obeys keys only. Use its control head')
    await this.#steering.carryOut(command, signal)
  }

  async #disengage(signal: AbortSignal): Promise<void> {
    // A standby from before does not count: the key to engage may still be on its way.
    if (this.#status?.mode === 'standby') this.#status = undefined
    await this.#confirmations.run({
      send: () => this.#options.press('standby', true),
      isShown: () => this.#status?.mode === 'standby',
      signal,
      repeatMs,
    })
  }

  /** @param isOn undefined when the status does not say it */
  #takeAlarm(id: number, isOn: boolean | undefined): void {
    if (isOn !== undefined) this.#options.alarm({ id, isOn })
  }

  /** It is done when the locked heading has moved to that side, by at least half of the step: the pilot rounds. */
  async #step(change: Radians, mode: 'auto' | null, signal: AbortSignal): Promise<void> {
    const key = keyOf(change)
    if (key === undefined) throw refused('invalid-value', 'The pilot has keys for 1° and 10° only')
    const held = mode === null ? undefined : this.#status?.held
    if (held === undefined) throw refused('not-allowed-in-mode', 'The pilot holds no heading')
    const isShown = (): boolean => {
      const now = this.#status?.mode === 'auto' ? this.#status.held : undefined
      if (now === undefined) return false
      return turnBetween(radians(held), now) * Math.sign(change) >= Math.abs(change) / 2
    }
    await this.#confirmations.run({ send: () => this.#options.press(key, false), isShown, signal })
  }
}
