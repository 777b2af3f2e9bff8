import {
  degrees,
  MarineDataError,
  opposite,
  toDegrees,
  radians,
  wrapFull,
  wrapHalf,
  type ProblemCode,
  type TurnDirection,
} from '@marinedata/model'
import type { AutopilotCommand, AutopilotDetails, AutopilotReport } from '@marinedata/plugin-api'
import { PypilotRefusal, type PypilotLine } from './pypilot-line.ts'

/** `true wind` is left out: a wind target of the interface is an apparent wind angle. */
export const details: AutopilotDetails = {
  states: [
    { name: 'disabled', engaged: false },
    { name: 'enabled', engaged: true },
  ],
  modes: [
    { name: 'compass', kind: 'heading' },
    { name: 'wind', kind: 'wind' },
    { name: 'gps', kind: 'course' },
    { name: 'nav', kind: 'route' },
  ],
  operations: ['set-state', 'set-mode', 'set-target', 'engage', 'tack'],
  confirm: 3,
  silence: 5,
}

export const offline: AutopilotReport = { state: 'off-line', mode: null, target: null }

/** Tolerance in degrees: pypilot rounds its command to a tenth. */
const nearEnough = 0.11
/** Milliseconds until standby is sent again. */
const repeatMs = 250
/** Maximum milliseconds between two updates: pypilot sends changes together at least this often. */
const longestPoll = 400

const sensorOf: Readonly<Record<string, string>> = {
  compass: 'compass',
  wind: 'wind sensor',
  gps: 'course over ground',
  nav: 'course to follow',
}

const refused = (code: ProblemCode, message: string): MarineDataError => new MarineDataError(code, message)

const isDirection = (word: unknown): word is TurnDirection => word === 'port' || word === 'starboard'

/** Reads the state of pypilot, and sends it commands. */
export class PypilotPilot {
  readonly #line: PypilotLine
  readonly #hasCourse: () => boolean

  /** @param hasCourse whether there is a course to follow now */
  constructor(line: PypilotLine, hasCourse: () => boolean) {
    this.#line = line
    this.#hasCourse = hasCourse
  }

  /** Undefined until pypilot has sent all of it, and while a new mode has no command yet. */
  get report(): AutopilotReport | undefined {
    const isEnabled = this.#line.get('ap.enabled')
    const mode = this.#mode
    if (typeof isEnabled !== 'boolean' || mode === undefined) return undefined
    const isKnown = details.modes.some(({ name }) => name === mode)
    return isEnabled
      ? this.#steeringReport(isKnown ? mode : null)
      : this.#standbyReport(isKnown ? mode : null)
  }

  #steeringReport(mode: string | null): AutopilotReport | undefined {
    if (this.#isCommandOld) return undefined
    return { state: 'enabled', mode, target: mode === null ? null : this.#target, manoeuvre: this.#manoeuvre }
  }

  #standbyReport(mode: string | null): AutopilotReport {
    const obstacle = this.#obstacleTo(mode ?? '')
    const report = { state: 'disabled', mode, target: null, manoeuvre: null }
    return obstacle === undefined ? report : { ...report, unavailable: { engage: obstacle } }
  }

  /** Carries out a command. Resolves when pypilot shows it. */
  async carryOut(command: AutopilotCommand, signal: AbortSignal): Promise<void> {
    // To disengage, nothing needs to be known of it.
    const isKnown = this.#mode !== undefined && this.#line.get('ap.enabled') !== undefined
    if (!this.#line.isOpen || (command.name !== 'disengage' && !isKnown))
      throw refused('autopilot-offline', 'pypilot is not connected')
    try {
      await this.#begin(command, signal)
    } catch (error) {
      if (error instanceof PypilotRefusal) throw refused('rejected-by-device', error.message)
      throw error
    }
  }

  get #mode(): string | undefined {
    const mode = this.#line.get('ap.mode')
    return typeof mode === 'string' ? mode : undefined
  }

  /** A command of the previous mode would be a target that no user has set. It is sent only if it differs. */
  get #isCommandOld(): boolean {
    const modeAt = this.#line.timeOf('ap.mode')
    return this.#line.timeOf('ap.heading_command') < modeAt && performance.now() - modeAt < longestPoll
  }

  get #isEnabled(): boolean {
    return this.#line.get('ap.enabled') === true
  }

  #number(name: 'ap.heading' | 'ap.heading_command'): number | undefined {
    const value = this.#line.get(name)
    return typeof value === 'number' ? value : undefined
  }

  /** pypilot holds a wind angle, positive to starboard. A target is the heading from the wind, with the other sign. */
  get #target(): number | null {
    const command = this.#number('ap.heading_command')
    if (command === undefined || (this.#mode === 'nav' && !this.#hasCourse())) return null
    return this.#mode === 'wind' ? wrapHalf(degrees(-command)) : wrapFull(degrees(command))
  }

  get #isTacking(): boolean {
    const state = this.#line.get('ap.tack.state')
    return typeof state === 'string' && state !== 'none'
  }

  get #manoeuvre(): { readonly kind: 'tack'; readonly direction: TurnDirection } | null {
    if (!this.#isTacking) return null
    const direction = this.#mode === 'wind' ? this.#sideOfWind : this.#line.get('ap.tack.direction')
    return isDirection(direction) ? { kind: 'tack', direction } : null
  }

  /** The side to which a tack turns the bow in the wind mode. pypilot ignores `ap.tack.direction` there. */
  get #sideOfWind(): TurnDirection {
    return (this.#number('ap.heading_command') ?? 0) > 0 ? 'starboard' : 'port'
  }

  async #begin({ name, input }: AutopilotCommand, signal: AbortSignal): Promise<void> {
    switch (name) {
      case 'engage':
        return await this.#engage(signal)
      case 'disengage':
        return await this.#disengage(signal)
      case 'set-state':
        if (input.state === 'enabled') return await this.#engage(signal)
        if (input.state === 'disabled') return await this.#disengage(signal)
        throw refused('invalid-value', 'The states of pypilot are enabled and disabled')
      case 'set-mode':
        return await this.#setMode(input.mode, signal)
      case 'set-target':
        return await this.#setTarget(input.target, signal)
      case 'tack':
        return await this.#tack(input.direction, signal)
      default:
        throw refused('unsupported-action', 'pypilot cannot do this')
    }
  }

  /** The connection may be lost and opened again, so it is sent until pypilot shows it. */
  async #disengage(signal: AbortSignal): Promise<void> {
    const isShown = (): boolean => this.#line.get('ap.enabled') === false
    await this.#line.set({ name: 'ap.enabled', value: false, repeatMs }, isShown, signal)
  }

  /** Sets the command to the present heading first: pypilot would steer to its old command. */
  async #engage(signal: AbortSignal): Promise<void> {
    if (this.#isEnabled) return
    const mode = this.#mode ?? ''
    this.#assertUsable(mode)
    const present = this.#number('ap.heading')
    if (mode !== 'nav' && present !== undefined) await this.#hold(present, signal)
    await this.#line.set({ name: 'ap.enabled', value: true }, () => this.#isEnabled, signal)
  }

  async #setMode(mode: unknown, signal: AbortSignal): Promise<void> {
    if (typeof mode !== 'string' || !details.modes.some(({ name }) => name === mode))
      throw refused('invalid-value', 'pypilot does not have this mode')
    this.#assertUsable(mode)
    await this.#line.set({ name: 'ap.mode', value: mode }, () => this.#mode === mode, signal)
  }

  async #setTarget(target: unknown, signal: AbortSignal): Promise<void> {
    if (typeof target !== 'number' || !(Math.abs(target) <= 2 * Math.PI))
      throw refused('invalid-value', 'The target is not an angle')
    if (!this.#isEnabled) throw refused('not-engaged', 'pypilot is not engaged')
    if (this.#mode === 'nav') throw refused('not-allowed-in-mode', 'pypilot follows the course')
    if (this.#isTacking) throw refused('busy', 'pypilot tacks')
    const angle = this.#mode === 'wind' ? opposite(radians(target)) : radians(target)
    await this.#hold(toDegrees(angle), signal)
  }

  async #hold(command: number, signal: AbortSignal): Promise<void> {
    const isHeld = (): boolean => {
      const held = this.#number('ap.heading_command')
      if (held === undefined) return false
      return Math.abs(toDegrees(wrapHalf(degrees(held - command)))) <= nearEnough
    }
    // As many digits as pypilot sends.
    await this.#line.set({ name: 'ap.heading_command', value: Number(command.toFixed(4)) }, isHeld, signal)
  }

  async #tack(direction: unknown, signal: AbortSignal): Promise<void> {
    if (!isDirection(direction)) throw refused('invalid-value', 'The direction is port or starboard')
    if (!this.#isEnabled) throw refused('not-engaged', 'pypilot is not engaged')
    if (this.#isTacking) throw refused('busy', 'pypilot tacks already')
    if (this.#mode === 'nav') throw refused('not-allowed-in-mode', 'pypilot follows the course')
    if (this.#mode === 'wind') this.#assertTack(direction)
    else {
      const isSet = (): boolean => this.#line.get('ap.tack.direction') === direction
      await this.#line.set({ name: 'ap.tack.direction', value: direction }, isSet, signal)
    }
    await this.#line.set({ name: 'ap.tack.state', value: 'begin' }, () => this.#isTacking, signal)
  }

  /** In the wind mode pypilot ignores the direction: it turns through the wind, or gybes when that is further aft. */
  #assertTack(direction: TurnDirection): void {
    if (Math.abs(this.#number('ap.heading_command') ?? 180) >= 90)
      throw refused('not-allowed-in-mode', 'pypilot would gybe: the wind is abaft the beam')
    if (direction !== this.#sideOfWind) throw refused('wrong-direction', 'The wind is on the other side')
  }

  /** Why pypilot cannot steer in a mode; undefined when it can. */
  #obstacleTo(mode: string): string | undefined {
    const available = this.#line.get('ap.modes')
    const isAvailable = Array.isArray(available) && available.includes(mode)
    if (!isAvailable || (mode === 'nav' && !this.#hasCourse()))
      return `pypilot has no ${sensorOf[mode] ?? 'sensor for its mode'}`
    return this.#number('ap.heading') === undefined ? 'pypilot has no heading' : undefined
  }

  /** @throws MarineDataError `input-stale` when the sensor of the mode sends nothing */
  #assertUsable(mode: string): void {
    const obstacle = this.#obstacleTo(mode)
    if (obstacle !== undefined) throw refused('input-stale', obstacle)
  }
}
