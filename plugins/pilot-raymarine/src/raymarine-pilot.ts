import {
  MarineDataError,
  opposite,
  radians,
  turnBetween,
  wrapFull,
  wrapHalf,
  type ProblemCode,
  type Radians,
} from '@marinedata/model'
import {
  CommandConfirmations,
  PilotSteering,
  WindTack,
  type AutopilotCommand,
  type AutopilotDetails,
  type AutopilotReport,
  type HeardBusMessage,
  type PilotAlarm,
  type PilotPort,
  type PilotProtocol,
  type PilotSurroundings,
  type SentCommand,
} from '@marinedata/plugin-api'
import {
  headingCommand,
  missingData,
  modeCommand,
  pgns,
  readAcknowledgement,
  readAlarm,
  readLocked,
  readMode,
  readWind,
  tackCommand,
  topics,
  windCommand,
  type Acknowledgement,
  type Topic,
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
  operations: ['set-state', 'set-mode', 'set-target', 'engage', 'tack'],
  confirm: 3,
  silence: 5,
}

type Mode = 'auto' | 'wind' | 'track'
const modes: readonly Mode[] = ['auto', 'wind', 'track']

/** Milliseconds until standby is sent again: the pilot shows standby within 10 ms, and a gateway takes some more. */
const repeatMs = 150

/** Tolerance in radians: the wire quantises angles. */
const nearEnough = 1.5e-4

/** Identifies a command in a refusal: by the PGN that it sets, and the mode that it needs the data of. */
const keyOf = (pgn: number, mode = ''): string => `${pgn} ${mode}`

const refused = (code: ProblemCode, message: string): MarineDataError => new MarineDataError(code, message)

/** Commands and reports of one course computer. */
export class RaymarinePilot implements PilotProtocol<Topic> {
  readonly #port: PilotPort<Topic>
  readonly #surroundings: PilotSurroundings
  readonly #confirmations = new CommandConfirmations()
  readonly #steering = new PilotSteering<Mode>('auto', {
    modes,
    reported: () =>
      this.#wireMode === undefined
        ? undefined
        : { isEngaged: this.#wireMode !== 'standby', mode: this.#mode },
    disengage: (signal) => this.#disengage(signal),
    enter: (mode, signal) => this.#enter(mode, signal),
    hold: (target, mode, signal) => this.#hold(target, mode, signal),
    // In auto the angle of its turn is unknown, as is whether it has a wind sensor.
    tack: (direction, signal) =>
      this.#tack.run(direction, (isShown) =>
        this.#order(tackCommand(), { isShown, signal, key: keyOf(pgns.mode, 'wind') }),
      ),
  })
  readonly #tack = new WindTack({
    isByWind: () => this.#mode === 'wind',
    held: () => (this.#wind === undefined ? undefined : wrapHalf(radians(this.#wind))),
    wind: () => this.#surroundings.windAngle,
  })
  #wireMode: WireMode | 'other' | undefined
  #locked: number | undefined
  #wind: number | undefined

  constructor(port: PilotPort<Topic>, surroundings: PilotSurroundings) {
    this.#port = port
    this.#surroundings = surroundings
  }

  /** Undefined until the pilot has sent its mode, and what it holds in that mode. */
  get report(): AutopilotReport | undefined {
    if (this.#wireMode === undefined) return undefined
    if (this.#wireMode === 'standby') return { state: 'standby', mode: this.#steering.chosen, target: null }
    const mode = this.#mode
    if ((mode === 'auto' && this.#locked === undefined) || (mode === 'wind' && this.#wind === undefined))
      return undefined
    return { state: 'engaged', mode, target: this.#target(mode), ...this.#tack.report }
  }

  /** Resets the pilot's state to unknown. */
  forget(): void {
    this.#wireMode = undefined
    this.#locked = undefined
    this.#wind = undefined
    this.#tack.forget()
  }

  hear(message: HeardBusMessage<Topic>): void {
    const { topic, payload } = message
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
        if (this.#port.isForUs(message)) this.#takeAcknowledgement(readAcknowledgement(payload))
        break
      default:
        return
    }
    this.#confirmations.check()
    this.#tack.check()
  }

  async carryOut(command: AutopilotCommand, signal: AbortSignal): Promise<void> {
    await this.#steering.carryOut(command, signal)
  }

  get #mode(): Mode | null {
    return modes.find((mode) => mode === this.#wireMode) ?? null
  }

  /** The pilot holds a wind angle, clockwise from the bow. A target is the heading from the wind, the other way round. */
  #target(mode: Mode | null): number | null {
    if (mode === 'auto') return this.#locked === undefined ? null : wrapFull(radians(this.#locked))
    return mode === 'wind' && this.#wind !== undefined ? wrapHalf(opposite(radians(this.#wind))) : null
  }

  /** The locked heading comes before its mode, so it is forgotten when that mode ends. */
  #takeMode(mode: WireMode | 'other'): void {
    if (mode !== this.#wireMode && this.#wireMode === 'auto') this.#locked = undefined
    if (mode !== this.#wireMode && this.#wireMode === 'wind') this.#wind = undefined
    this.#wireMode = mode
  }

  #takeAlarm(alarm: PilotAlarm | undefined): void {
    if (alarm === undefined) return
    this.#port.alarm(alarm)
    const missing = alarm.isOn ? missingData.get(alarm.id) : undefined
    if (missing === undefined) return
    const keys = new Set(missing.modes.map((mode) => keyOf(pgns.mode, mode)))
    this.#confirmations.refuse(refused('input-stale', missing.words), (key) => keys.has(key))
  }

  /** It names the kind of message that was refused, not the command. */
  #takeAcknowledgement(acknowledgement: Acknowledgement | undefined): void {
    if (acknowledgement?.isRefused !== true) return
    const refusal = refused('rejected-by-device', 'The pilot refused the command')
    this.#confirmations.refuse(refusal, (key) => key.startsWith(keyOf(acknowledgement.pgn)))
  }

  /** Frames get lost, and standby must not: it is sent until the pilot shows it. */
  async #disengage(signal: AbortSignal): Promise<void> {
    // A standby from before does not count: a command to engage may still be on its way.
    if (this.#wireMode === 'standby') this.#wireMode = undefined
    const isShown = (): boolean => this.#wireMode === 'standby'
    // Only standby goes before other messages: a bus takes few of those a second, and must always take this one.
    const send = this.#sender(modeCommand('standby'), true)
    await this.#confirmations.run({ send, isShown, signal, repeatMs })
  }

  /** The pilot holds what the boat does when it enters a mode. */
  async #enter(mode: Mode, signal: AbortSignal): Promise<void> {
    if (mode === 'track' && !this.#surroundings.hasCourse)
      throw refused('input-stale', 'There is no course to follow')
    const isShown = (): boolean => this.#mode === mode
    await this.#order(modeCommand(mode), { isShown, signal, key: keyOf(pgns.mode, mode) })
  }

  async #hold(target: Radians, mode: Mode | null, signal: AbortSignal): Promise<void> {
    if (mode !== 'auto' && mode !== 'wind')
      throw refused('not-allowed-in-mode', 'The pilot holds no heading and no wind angle')
    this.#tack.assertOver()
    const angle = wrapFull(mode === 'wind' ? opposite(target) : target)
    const isShown = (): boolean => {
      const held = mode === 'wind' ? this.#wind : this.#locked
      return held !== undefined && Math.abs(turnBetween(radians(held), angle)) <= nearEnough
    }
    if (mode === 'wind') await this.#order(windCommand(angle), { isShown, signal, key: keyOf(pgns.wind) })
    else await this.#order(headingCommand(angle), { isShown, signal, key: keyOf(pgns.locked) })
  }

  /** The acknowledgement of the pilot counts only as a refusal. */
  async #order(payload: Uint8Array, command: Omit<SentCommand, 'send'>): Promise<void> {
    await this.#confirmations.run({ ...command, send: this.#sender(payload) })
  }

  #sender(payload: Uint8Array, urgent = false): () => Promise<void> {
    return () => this.#port.send({ topic: topics.group, priority: 3, payload, urgent })
  }
}
