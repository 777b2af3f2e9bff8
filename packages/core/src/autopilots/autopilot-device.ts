import {
  dodgeMode,
  offlineState,
  wrapFull,
  radians,
  type AutopilotDetails,
  type AutopilotMode,
  type AutopilotOperation,
  type AutopilotReport,
  type Radians,
} from '@marinedata/model'
import { Device, type DeviceDeclaration } from '#devices/device.ts'
import { modeKindRules } from './mode-kinds.ts'
import {
  steeringSteps,
  type SteeringAlarm,
  type SteeringEvent,
  type SteeringState,
} from './steering-states.ts'

/** The state of a device: its last report while on-line, nothing while off-line. */
export type AutopilotView =
  | { readonly link: 'off-line' }
  | {
      readonly link: 'on-line'
      readonly state: string
      readonly mode: string | null
      /** Radians, in the reference and range of the mode. */
      readonly target: Radians | null
      readonly engaged: boolean
      readonly isDodging: boolean
      readonly manoeuvre: NonNullable<AutopilotReport['manoeuvre']> | null
      readonly unavailable: Readonly<Partial<Record<AutopilotOperation, string>>>
      /** The remaining turn as reported by the device; null when not reported. */
      readonly error: Radians | null
      /** Cross-track error in metres as reported by the device; null when not reported. */
      readonly crossTrack: number | null
    }

export type OnlineView = Extract<AutopilotView, { link: 'on-line' }>

const timing = { confirmSeconds: 2, silenceSeconds: 5 }
/** Added to the confirmation time of a device. */
const graceMs = 1_000
const offline: AutopilotView = { link: 'off-line' }

/** One autopilot: what it reports, and whether it steers. */
export class AutopilotDevice extends Device<AutopilotDetails, AutopilotReport, OnlineView> {
  #steering: SteeringState = 'unreported'
  #standbyExpectedUntil = -Infinity

  constructor(declaration: DeviceDeclaration<AutopilotDetails>, now: number) {
    super(declaration, timing, now)
  }

  get view(): AutopilotView {
    return this.link === 'on-line' && this.reported !== undefined ? this.reported : offline
  }

  get steering(): SteeringState {
    return this.#steering
  }

  /** If the device was steering before, a stop must raise the alarm. */
  override renew(declaration: Omit<DeviceDeclaration<AutopilotDetails>, 'id'>, now: number): void {
    if (this.#steering !== 'steering') this.#steering = 'unreported'
    super.renew(declaration, now)
  }

  /** Finds a declared mode by name. The dodge mode is not declared. */
  mode(name: string | null): AutopilotMode | undefined {
    return this.details.modes.find((mode) => mode.name === name)
  }

  /** Whether state and mode of a report were declared. */
  knows({ state, mode }: AutopilotReport): boolean {
    const isState = state === offlineState || this.details.states.some(({ name }) => name === state)
    return isState && (mode === null || mode === dodgeMode || this.mode(mode) !== undefined)
  }

  /** The range of the target in the present mode; null when it cannot be set. */
  targetRange(): [Radians, Radians] | null {
    const { keepsTarget = false, operations } = this.details
    const { view } = this
    if (view.link === 'off-line' || !operations.includes('set-target')) return null
    const mode = view.engaged || keepsTarget ? this.mode(view.mode) : undefined
    const range = mode && modeKindRules[mode.kind].range?.(mode)
    return range === undefined ? null : [...range]
  }

  /** A command to stop steering was sent: a standby report within the confirmation time raises no alarm. */
  expectStandby(now: number): void {
    this.#standbyExpectedUntil = now + this.confirmMs + graceMs
  }

  /** Takes a report; returns the alarm that it causes, if any. */
  override handleReport(report: AutopilotReport, now: number): SteeringAlarm | undefined {
    super.handleReport(report, now)
    const { view } = this
    if (view.link === 'off-line') return this.#apply('is-lost')
    if (view.engaged) return this.#apply('reports-steering')
    return this.#apply(now <= this.#standbyExpectedUntil ? 'obeys-standby' : 'reports-standby')
  }

  /** The provider has stopped or removed the device; returns the alarm that this causes, if any. */
  override lose(link: 'off-line' | 'gone'): SteeringAlarm | undefined {
    super.lose(link)
    return this.#apply('is-lost')
  }

  /** The device has not reported for too long; returns the alarm that this causes, if any. */
  fallSilent(): SteeringAlarm | undefined {
    super.lose('off-line')
    return this.#apply('falls-silent')
  }

  #apply(event: SteeringEvent): SteeringAlarm | undefined {
    const { next, alarm } = steeringSteps[this.#steering][event]
    if (next === 'steering' && this.#steering !== 'steering') this.#standbyExpectedUntil = -Infinity
    this.#steering = next
    return alarm
  }

  protected override viewOf(report: AutopilotReport): OnlineView | undefined {
    if (report.state === offlineState) return undefined
    const {
      state,
      mode,
      target,
      manoeuvre = null,
      unavailable = {},
      error = null,
      crossTrack = null,
    } = report
    const isDodging = mode === dodgeMode
    const kind = this.mode(mode)?.kind
    // While the device dodges, its target is a heading in every mode.
    const wrap = kind === undefined ? wrapFull : modeKindRules[kind].wrap
    return {
      link: 'on-line',
      state,
      mode,
      target: target === null ? null : wrap(radians(target)),
      engaged: this.details.states.some(({ name, engaged }) => name === state && engaged),
      isDodging,
      manoeuvre,
      unavailable,
      error: error === null ? null : radians(error),
      crossTrack,
    }
  }
}
