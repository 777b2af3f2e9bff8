import {
  MarineDataError,
  opposite,
  radians,
  turnBetween,
  wrapFull,
  wrapHalf,
  type ProblemCode,
} from '@marinedata/model'
import {
  CommandConfirmations,
  type AutopilotCommand,
  type AutopilotDetails,
  type AutopilotReport,
  type HeardBusMessage,
  type SentBusMessage,
} from '@marinedata/plugin-api'
import {
  headingCommand,
  missingData,
  modeCommand,
  readAcknowledgement,
  readAlarm,
  readLocked,
  readMode,
  readWind,
  topics,
  windCommand,
  type PilotAlarm,
  type WireMode,
} from './wire.ts'

export const details: AutopilotDetails = {
  states: [
    { name: 'standby', engaged: false },
    { name: 'engaged', engaged: true },
  ],
  modes: [
    { name: 'auto', kind: 'heading' },
    { name: 'wind', kind: 'wind' },
    { name: 'track', kind: 'route' },
  ],
  operations: ['set-state', 'set-mode', 'set-target', 'engage'],
  confirm: 3,
  silence: 5,
}

export const offline: AutopilotReport = { state: 'off-line', mode: null, target: null }

export type Topic = (typeof topics)[keyof typeof topics]

type Mode = 'auto' | 'wind' | 'track'
const modes: readonly Mode[] = ['auto', 'wind', 'track']

/** The wire quantises angles. Radians. */
const nearEnough = 1.5e-4

export interface PilotPort {
  /** Sends to the pilot, by its NAME. */
  readonly send: (message: Omit<SentBusMessage<'126208'>, 'to'>) => Promise<void>
  readonly hasCourse: () => boolean
  readonly onAlarm: (alarm: PilotAlarm) => void
}

const refused = (code: ProblemCode, message: string): MarineDataError => new MarineDataError(code, message)

/** Commands and reports of one course computer. */
export class RaymarinePilot {
  readonly #port: PilotPort
  readonly #confirmations = new CommandConfirmations()
  #wireMode: WireMode | 'other' | undefined
  /** The mode to engage in: the pilot has none in standby. */
  #chosen: Mode = 'auto'
  #locked: number | undefined
  #wind: number | undefined

  constructor(port: PilotPort) {
    this.#port = port
  }

  /** Undefined until the pilot has sent its mode, and what it holds in that mode. */
  get report(): AutopilotReport | undefined {
    if (this.#wireMode === undefined) return undefined
    if (this.#wireMode === 'standby') return { state: 'standby', mode: this.#chosen, target: null }
    const mode = this.#mode
    if ((mode === 'auto' && this.#locked === undefined) || (mode === 'wind' && this.#wind === undefined))
      return undefined
    return { state: 'engaged', mode, target: this.#target(mode) }
  }

  /** Nothing is known of the pilot any more. */
  forget(): void {
    this.#wireMode = undefined
    this.#locked = undefined
    this.#wind = undefined
  }

  hear({ topic, payload }: Pick<HeardBusMessage<Topic>, 'topic' | 'payload'>): void {
    switch (topic) {
      case topics.mode:
        this.#takeMode(readMode(payload) ?? 'other')
        break
      case topics.locked:
        this.#locked = readLocked(payload)
        break
      case topics.wind:
        this.#wind = readWind(payload)
        break
      case topics.alarm:
        this.#takeAlarm(readAlarm(payload))
        break
      case topics.group:
        if (readAcknowledgement(payload)?.isRefused === true)
          this.#confirmations.refuse(refused('rejected-by-device', 'The pilot refused the command'))
        break
      default:
        return
    }
    this.#confirmations.check()
  }

  /** Carries out a command. Resolves when the pilot shows it. */
  async carryOut(command: AutopilotCommand, signal: AbortSignal): Promise<void> {
    const { name, input } = command
    // Also when nothing was heard of the pilot: it may receive what it cannot answer.
    if (name === 'disengage') return await this.#disengage(signal)
    if (this.#wireMode === undefined) throw refused('autopilot-offline', 'The pilot is not connected')
    switch (name) {
      case 'engage':
        return await this.#engage(signal)
      case 'set-state':
        if (input.state === 'engaged') return await this.#engage(signal)
        if (input.state === 'standby') return await this.#disengage(signal)
        throw refused('invalid-value', 'The states are standby and engaged')
      case 'set-mode':
        return await this.#setMode(input.mode, signal)
      case 'set-target':
        return await this.#setTarget(input.target, signal)
      default:
        throw refused('unsupported-action', 'This pilot cannot do this')
    }
  }

  get #isEngaged(): boolean {
    return this.#wireMode !== undefined && this.#wireMode !== 'standby'
  }

  get #mode(): Mode | null {
    return modes.find((mode) => mode === this.#wireMode) ?? null
  }

  /** The pilot holds a wind angle, clockwise from the bow. A target is the heading from the wind, the other way round. */
  #target(mode: Mode | null): number | null {
    if (mode === 'auto') return this.#locked === undefined ? null : wrapFull(radians(this.#locked))
    return mode === 'wind' && this.#wind !== undefined ? wrapHalf(opposite(radians(this.#wind))) : null
  }

  /** The heading that is held comes before its mode, so it is forgotten when that mode ends. */
  #takeMode(mode: WireMode | 'other'): void {
    if (mode !== this.#wireMode && this.#wireMode === 'auto') this.#locked = undefined
    if (mode !== this.#wireMode && this.#wireMode === 'wind') this.#wind = undefined
    this.#wireMode = mode
  }

  #takeAlarm(alarm: PilotAlarm | undefined): void {
    if (alarm === undefined) return
    this.#port.onAlarm(alarm)
    const missing = alarm.isOn ? missingData.get(alarm.id) : undefined
    if (missing !== undefined) this.#confirmations.refuse(refused('input-stale', missing))
  }

  async #disengage(signal: AbortSignal): Promise<void> {
    await this.#order(modeCommand('standby'), () => this.#wireMode === 'standby', signal)
  }

  async #engage(signal: AbortSignal): Promise<void> {
    if (!this.#isEngaged) await this.#enter(this.#chosen, signal)
  }

  async #setMode(wanted: unknown, signal: AbortSignal): Promise<void> {
    const mode = modes.find((one) => one === wanted)
    if (mode === undefined) throw refused('invalid-value', 'The pilot does not have this mode')
    if (this.#isEngaged) await this.#enter(mode, signal)
    else this.#chosen = mode
  }

  /** The pilot holds what the boat does when it enters a mode. */
  async #enter(mode: Mode, signal: AbortSignal): Promise<void> {
    if (mode === 'track' && !this.#port.hasCourse())
      throw refused('input-stale', 'There is no course to follow')
    await this.#order(modeCommand(mode), () => this.#mode === mode, signal)
    this.#chosen = mode
  }

  async #setTarget(target: unknown, signal: AbortSignal): Promise<void> {
    if (typeof target !== 'number' || !(Math.abs(target) <= 2 * Math.PI))
      throw refused('invalid-value', 'The target is not an angle')
    if (!this.#isEngaged) throw refused('not-engaged', 'The pilot is in standby')
    const mode = this.#mode
    if (mode !== 'auto' && mode !== 'wind')
      throw refused('not-allowed-in-mode', 'The pilot holds no heading and no wind angle')
    const angle = mode === 'wind' ? wrapFull(opposite(radians(target))) : wrapFull(radians(target))
    const isHeld = (): boolean => {
      const held = mode === 'wind' ? this.#wind : this.#locked
      return held !== undefined && Math.abs(turnBetween(radians(held), angle)) <= nearEnough
    }
    await this.#order(mode === 'wind' ? windCommand(angle) : headingCommand(angle), isHeld, signal)
  }

  /** The acknowledgement of the pilot counts only as a refusal. */
  async #order(payload: Uint8Array, isShown: () => boolean, signal: AbortSignal): Promise<void> {
    const send = (): Promise<void> =>
      this.#port.send({ topic: topics.group, priority: 3, payload, urgent: true })
    await this.#confirmations.run({ send, isShown, signal })
  }
}
