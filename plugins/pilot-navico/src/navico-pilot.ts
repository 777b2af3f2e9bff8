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
  addressAt,
  changeCommand,
  isEchoOf,
  missingData,
  modeCommand,
  readAlarm,
  readHeading,
  readMode,
  readTarget,
  tackCommand,
  topics,
  type Topic,
  type WireMode,
} from './wire.ts'

export const details: AutopilotDetails = {
  states: [
    { name: 'standby', engaged: false },
    { name: 'engaged', engaged: true },
  ],
  modes: [
    { name: 'heading', kind: 'heading' },
    { name: 'wind', kind: 'wind' },
    { name: 'nav', kind: 'route' },
    { name: 'no drift', kind: 'course' },
  ],
  operations: ['set-state', 'set-mode', 'set-target', 'engage', 'tack'],
  confirm: 3,
  silence: 5,
}

type Mode = Exclude<WireMode, 'standby'>
const modes: readonly Mode[] = ['heading', 'wind', 'nav', 'no drift']

/** Tolerance in radians: the wire quantises angles, the command and the answer. */
const nearEnough = 2.5e-4
/** The pilot sends its status every second, and its targets every five. */
const effectMs = 1_500
/** Milliseconds until standby is sent again. */
const repeatMs = 150

const refused = (code: ProblemCode, message: string): MarineDataError => new MarineDataError(code, message)

/** Commands and reports of one course computer. */
export class NavicoPilot implements PilotProtocol<Topic> {
  readonly #port: PilotPort<Topic>
  readonly #surroundings: PilotSurroundings
  readonly #confirmations = new CommandConfirmations()
  readonly #echoWaiters = new Set<{ readonly sent: Uint8Array; readonly onEcho: () => void }>()
  readonly #steering = new PilotSteering<Mode>('heading', {
    modes,
    reported: () =>
      this.#wireMode === undefined
        ? undefined
        : { isEngaged: this.#wireMode !== 'standby', mode: this.#mode },
    disengage: (signal) => this.#disengage(signal),
    enter: (mode, signal) => this.#enter(mode, signal),
    hold: (target, mode, signal) => this.#hold(target, mode, signal),
    tack: (direction, signal) =>
      this.#tack.run(direction, (isShown) => this.#order(tackCommand(), { isShown, signal, key: 'wind' })),
  })
  readonly #tack = new WindTack({
    isByWind: () => this.#mode === 'wind',
    held: () => (this.#wind === undefined ? undefined : wrapHalf(radians(this.#wind))),
    wind: () => this.#surroundings.windAngle,
  })
  #wireMode: WireMode | 'other' | undefined
  #heading: number | undefined
  #wind: number | undefined
  #course: number | undefined

  constructor(port: PilotPort<Topic>, surroundings: PilotSurroundings) {
    this.#port = port
    this.#surroundings = surroundings
  }

  get report(): AutopilotReport | undefined {
    if (this.#wireMode === undefined) return undefined
    if (this.#wireMode === 'standby') return { state: 'standby', mode: this.#steering.chosen, target: null }
    return { state: 'engaged', mode: this.#mode, target: this.#target(), ...this.#tack.report }
  }

  forget(): void {
    this.#wireMode = undefined
    this.#heading = undefined
    this.#wind = undefined
    this.#course = undefined
    this.#tack.forget()
  }

  hear({ topic, payload }: HeardBusMessage<Topic>): void {
    switch (topic) {
      case topics.status:
        this.#takeMode(readMode(payload) ?? this.#wireMode)
        break
      case topics.control:
        this.#heading = readHeading(payload)
        break
      case topics.target:
        this.#takeTarget(readTarget(payload))
        break
      case topics.echo:
        for (const { sent, onEcho } of this.#echoWaiters) if (isEchoOf(payload, sent)) onEcho()
        break
      case topics.command:
        this.#takeAlarm(readAlarm(payload))
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

  #target(): Radians | null {
    const mode = this.#mode
    if (mode === 'heading' && this.#heading !== undefined) return wrapFull(radians(this.#heading))
    if (mode === 'no drift' && this.#course !== undefined) return wrapFull(radians(this.#course))
    // The pilot holds a wind angle, clockwise from the bow. A target is the heading from the wind, the other way round.
    if (mode === 'wind' && this.#wind !== undefined) return wrapHalf(opposite(radians(this.#wind)))
    return null
  }

  /** The target comes before its mode, so it is forgotten when that mode ends. */
  #takeMode(mode: WireMode | 'other' | undefined): void {
    if (mode !== 'heading' && this.#wireMode === 'heading') this.#heading = undefined
    if (mode !== 'wind' && this.#wireMode === 'wind') this.#wind = undefined
    if (mode !== 'no drift' && this.#wireMode === 'no drift') this.#course = undefined
    this.#wireMode = mode
  }

  #takeTarget(target: ReturnType<typeof readTarget>): void {
    if (target?.mode === 'wind') this.#wind = target.angle
    if (target?.mode === 'no drift') this.#course = target.angle
  }

  #takeAlarm(alarm: PilotAlarm | undefined): void {
    if (alarm === undefined) return
    this.#port.alarm(alarm)
    const missing = alarm.isOn ? missingData.get(alarm.id) : undefined
    if (missing === undefined) return
    this.#confirmations.refuse(refused('input-stale', missing.words), (key) =>
      missing.modes.some((mode) => mode === key),
    )
  }

  /** Frames get lost, and standby must not: it is sent until the pilot shows it, and goes before other messages. */
  async #disengage(signal: AbortSignal): Promise<void> {
    // A standby from before does not count: a command to engage may still be on its way.
    if (this.#wireMode === 'standby') this.#wireMode = undefined
    const send = this.#sender(modeCommand('standby'), true)
    await this.#confirmations.run({ send, isShown: () => this.#wireMode === 'standby', signal, repeatMs })
  }

  async #enter(mode: Mode, signal: AbortSignal): Promise<void> {
    if (mode === 'nav' && !this.#surroundings.hasCourse)
      throw refused('input-stale', 'There is no course to follow')
    await this.#order(modeCommand(mode), { isShown: () => this.#mode === mode, signal, key: mode })
  }

  /** The pilot takes changes only: the target is sent as the turn that is left to it. */
  async #hold(target: Radians, mode: Mode | null, signal: AbortSignal): Promise<void> {
    if (mode !== 'heading' && mode !== 'wind')
      throw refused('not-allowed-in-mode', 'The pilot holds no heading and no wind angle')
    this.#tack.assertOver()
    const held = this.#target()
    if (held === null) throw refused('busy', 'The pilot has not reported its target yet')
    const turn = turnBetween(held, target)
    const isHeld = (): boolean => {
      const now = this.#mode === mode ? this.#target() : null
      return now !== null && Math.abs(turnBetween(now, target)) <= nearEnough
    }
    if (!isHeld()) await this.#order(changeCommand(turn), { isShown: isHeld, signal, key: 'target' })
  }

  /**
   * The echo of the pilot says that it has received the command. When no effect follows, it has refused. Without an
   * echo it may still have received it, so that its status decides.
   */
  async #order(
    payload: Uint8Array,
    command: Omit<SentCommand, 'send' | 'key'> & { readonly key: Mode | 'target' },
  ): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const waiter = {
      sent: payload,
      onEcho: () => {
        timer ??= setTimeout(() => {
          const error = refused('rejected-by-device', 'The pilot received the command, but did not obey')
          this.#confirmations.refuse(error, (key) => key === command.key)
        }, effectMs)
      },
    }
    this.#echoWaiters.add(waiter)
    try {
      await this.#confirmations.run({ ...command, send: this.#sender(payload) })
    } finally {
      clearTimeout(timer)
      this.#echoWaiters.delete(waiter)
    }
  }

  #sender(payload: Uint8Array, urgent = false): () => Promise<void> {
    return () => this.#port.send({ topic: topics.command, priority: 2, payload, addressAt, urgent })
  }
}
