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
  PilotAlarms,
  PilotSteering,
  type AutopilotCommand,
  type AutopilotDetails,
  type AutopilotDevice,
  type AutopilotReport,
  type BusState,
  type LiveGuidance,
  type StatusLevel,
} from '@marinedata/plugin-api'
import {
  headingControlLine,
  readHeadingControl,
  type HeadingControl,
  type HeadingOrder,
} from './heading-control.ts'

/** Without commands it is only shown: it is engaged at its own control head. */
export const detailsOf = (takesCommands: boolean): AutopilotDetails => ({
  states: [
    { name: 'standby', engaged: false },
    { name: 'engaged', engaged: true },
  ],
  modes: [
    { name: 'heading', kind: 'heading' },
    { name: 'track', kind: 'route' },
  ],
  operations: takesCommands ? ['set-state', 'set-mode', 'set-target', 'engage'] : [],
  confirm: 3,
  silence: 5,
})

const offline: AutopilotReport = { state: 'off-line', mode: null, target: null }

type Mode = 'heading' | 'track'
const modes: readonly Mode[] = ['heading', 'track']

/** Tolerance in radians: sentences have tenths of a degree. */
const nearEnough = 1.1e-3
/** Milliseconds until standby is sent again: at 4,800 baud a command takes half of it. */
const repeatMs = 150
/** Without a status for this long, nothing is known of the pilot. It sends one every second. */
const silenceMs = 5_000

const alarmNames = new Map([
  [1, ['heading', 'The rudder is at its limit']],
  [2, ['heading', 'Off course']],
  [3, ['xte', 'Off track']],
] as const)

export interface Nmea0183PilotOptions {
  readonly takesCommands: boolean
  /** @param urgent it goes before other messages; a bus takes few of those a second */
  readonly send: (line: string, urgent: boolean) => Promise<void>
  readonly register: () => Promise<AutopilotDevice>
  readonly status: (level: StatusLevel, words: string) => void
  /** The course, if there is one. */
  readonly guidance: () => LiveGuidance | undefined
}

const refused = (code: ProblemCode, message: string): MarineDataError => new MarineDataError(code, message)

const reportedBy = (status: HeadingControl | undefined) =>
  status && {
    isEngaged: status.mode !== 'manual',
    mode: modes.find((mode) => mode === status.mode) ?? null,
  }

/** Commands and reports of a heading and track control system. */
export class Nmea0183Pilot {
  readonly #options: Nmea0183PilotOptions
  readonly #confirmations = new CommandConfirmations()
  readonly #alarms: PilotAlarms
  readonly #steering = new PilotSteering<Mode>('heading', {
    modes,
    reported: () => reportedBy(this.#known),
    disengage: (signal) => this.#disengage(signal),
    enter: (mode, signal) => this.#enter(mode, signal),
    hold: (target, mode, signal) => this.#hold(target, mode, signal),
    onChosen: () => this.#reportStatus(),
  })
  #status: HeadingControl | undefined
  #canSend = false
  #heardAt = Number.NEGATIVE_INFINITY
  #device: AutopilotDevice | undefined
  #registration: Promise<void> | undefined

  constructor(options: Nmea0183PilotOptions) {
    this.#options = options
    this.#alarms = new PilotAlarms(alarmNames, {
      notify: (name, condition) => void this.#device?.notify(name, condition),
      unknown: () => undefined,
    })
  }

  /** A pilot that takes commands is registered immediately: the owner has configured it. */
  async start(): Promise<void> {
    this.#options.status('warning', 'No autopilot on NMEA 0183 has sent HTD')
    if (!this.#options.takesCommands) return
    this.#registration = this.#register()
    await this.#registration
    await this.#device?.report(offline)
  }

  /** Takes a sentence. A pilot that is only shown is registered when it reports for the first time. */
  hearLine(line: string): void {
    const status = readHeadingControl(line)
    if (status === undefined) return
    const { takesCommands, status: say } = this.#options
    this.#registration ??= this.#register().catch((error: Error) => say('error', error.message))
    this.#hear(status)
    say('ok', takesCommands ? 'Connected' : 'Connected: shown only')
  }

  /** Without the connection to the pilot its state is unknown until the next message. */
  offered({ canSend }: Pick<BusState, 'canSend'>): void {
    if (this.#canSend && !canSend) this.lose('No connection to the pilot')
    this.#canSend = canSend
  }

  /** The bus or the connection to the pilot is lost. */
  lose(reason: string): void {
    this.#canSend = false
    this.#status = undefined
    void this.#device?.report(offline)
    this.#options.status('warning', reason)
  }

  async carryOut(command: AutopilotCommand, signal: AbortSignal): Promise<void> {
    if (!this.#options.takesCommands)
      throw refused('unsupported-action', 'This pilot takes no commands. Use its control head')
    await this.#steering.carryOut(command, signal)
  }

  async #register(): Promise<void> {
    this.#device = await this.#options.register()
  }

  #hear(status: HeadingControl): void {
    this.#status = status
    this.#heardAt = performance.now()
    this.#confirmations.check()
    if (this.#device === undefined) return
    const { rudder, heading, track } = status.exceeded
    for (const [index, isOn] of [rudder, heading, track].entries())
      this.#alarms.change({ id: index + 1, isOn })
    this.#reportStatus()
  }

  #reportStatus(): void {
    if (this.#status !== undefined) void this.#device?.report(this.#report(this.#status))
  }

  get #known(): HeadingControl | undefined {
    return performance.now() - this.#heardAt < silenceMs ? this.#status : undefined
  }

  #report({ mode, target }: HeadingControl): AutopilotReport {
    if (mode === 'manual') return { state: 'standby', mode: this.#steering.chosen, target: null }
    return { state: 'engaged', mode, target: mode === 'heading' ? target : null }
  }

  /** The reference of the pilot. Standby is sent even before the first message. */
  get #reference(): HeadingOrder['reference'] {
    return this.#status?.reference ?? 'T'
  }

  /** Sentences get lost, and standby must not: it is sent until the pilot shows it, and goes before other messages. */
  async #disengage(signal: AbortSignal): Promise<void> {
    const order: HeadingOrder = { mode: 'manual', heading: null, track: null, reference: this.#reference }
    // A standby from before does not count: a command to engage may still be on its way.
    if (this.#status?.mode === 'manual') this.#status = undefined
    await this.#confirmations.run({
      send: () => this.#options.send(headingControlLine(order), true),
      isShown: () => this.#status?.mode === 'manual',
      signal,
      repeatMs,
    })
  }

  /** It holds what the boat does when it enters a mode. */
  async #enter(mode: Mode, signal: AbortSignal): Promise<void> {
    const { heading = null } = this.#status ?? {}
    const track = mode === 'track' ? this.#options.guidance()?.trackBearing : undefined
    if (mode === 'track' && track === undefined) throw refused('input-stale', 'There is no course to follow')
    if (heading === null) throw refused('input-stale', 'The pilot reports no heading')
    const order = {
      mode,
      heading,
      track: track === undefined ? null : radians(track),
      reference: this.#reference,
    }
    await this.#order(order, (status) => status.mode === mode, signal)
  }

  async #hold(target: Radians, held: Mode | null, signal: AbortSignal): Promise<void> {
    if (held !== 'heading') throw refused('not-allowed-in-mode', 'The pilot holds no heading')
    const heading = wrapFull(target)
    const isHeld = (now: HeadingControl): boolean =>
      now.mode === 'heading' &&
      now.target !== null &&
      Math.abs(turnBetween(now.target, heading)) <= nearEnough
    await this.#order({ mode: 'heading', heading, track: null, reference: this.#reference }, isHeld, signal)
  }

  async #order(
    order: HeadingOrder,
    isShown: (status: HeadingControl) => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#confirmations.run({
      send: () => this.#options.send(headingControlLine(order), false),
      isShown: () => this.#status !== undefined && isShown(this.#status),
      signal,
    })
  }
}
