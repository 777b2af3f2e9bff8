import {
  dodgeMode,
  offlineState,
  type AutopilotDetails,
  type AutopilotMode,
  type AutopilotOperation,
  type AutopilotReport,
  wrapFull,
  type Radians,
} from '@marinedata/model'
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

interface Wait {
  /** The number of the last report before the command: only later reports confirm it. */
  readonly after: number
  readonly isConfirmed: (view: OnlineView) => boolean
  readonly resolve: () => void
  readonly reject: (reason: 'lost') => void
}

const defaults = { confirmSeconds: 2, silenceSeconds: 5 }
/** Added to the confirmation time of a device. */
const graceMs = 1_000
const offline: AutopilotView = { link: 'off-line' }

export interface DeviceDeclaration {
  readonly id: string
  /** The plugin that provides the device. */
  readonly provider: string
  readonly details: AutopilotDetails
}

/** One autopilot: its declaration, its last report and the pending waits for a report. */
export class AutopilotDevice {
  readonly id: string
  readonly provider: string
  readonly details: AutopilotDetails
  #steering: SteeringState
  #view: AutopilotView = offline
  #reportedAt: number
  #reports = 0
  #standbyExpectedUntil = -Infinity
  readonly #waits = new Set<Wait>()

  /** @param before the previous declaration of the same device: if it was steering, a stop must raise the alarm */
  constructor({ id, provider, details }: DeviceDeclaration, now: number, before?: AutopilotDevice) {
    this.#steering = before?.steering === 'steering' ? 'steering' : 'unheard'
    this.id = id
    this.provider = provider
    this.details = details
    this.#reportedAt = now
  }

  get view(): AutopilotView {
    return this.#view
  }

  get steering(): SteeringState {
    return this.#steering
  }

  get confirmMs(): number {
    return (this.details.confirm ?? defaults.confirmSeconds) * 1000
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
    if (this.#view.link === 'off-line' || !operations.includes('set-target')) return null
    const mode = this.#view.engaged || keepsTarget ? this.mode(this.#view.mode) : undefined
    const range = mode && modeKindRules[mode.kind].range?.(mode)
    return range === undefined ? null : [...range]
  }

  /** A command to stop steering was sent: a standby report within the confirmation time raises no alarm. */
  expectStandby(now: number): void {
    this.#standbyExpectedUntil = now + this.confirmMs + graceMs
  }

  /** Handles a report; returns the alarm that it causes, if any. */
  handleReport(report: AutopilotReport, now: number): SteeringAlarm | undefined {
    this.#reportedAt = now
    this.#reports++
    if (report.state === offlineState) return this.#apply('is-lost', offline)
    const view = this.#viewOf(report)
    if (view.engaged) return this.#apply('reports-steering', view)
    return this.#apply(now <= this.#standbyExpectedUntil ? 'obeys-standby' : 'reports-standby', view)
  }

  /** The provider has stopped. */
  lose(): SteeringAlarm | undefined {
    return this.#apply('is-lost', offline)
  }

  /** Marks the device as off-line when it has not reported for too long. */
  checkSilence(now: number): SteeringAlarm | undefined {
    if (this.#steering === 'off-line') return undefined
    const silenceMs = (this.details.silence ?? defaults.silenceSeconds) * 1000
    return now - this.#reportedAt < silenceMs ? undefined : this.#apply('falls-silent', offline)
  }

  /** Waits for a confirming report; rejects when the device is lost. Disposing ends the wait. */
  waitUntil(isConfirmed: (view: OnlineView) => boolean): { readonly confirmed: Promise<void> } & Disposable {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const wait: Wait = { after: this.#reports, isConfirmed, resolve, reject }
    this.#waits.add(wait)
    // Prevents an unhandled rejection when the wait was abandoned.
    promise.catch(() => undefined)
    return { confirmed: promise, [Symbol.dispose]: () => void this.#waits.delete(wait) }
  }

  /** Resolves or rejects the pending waits by the last report. */
  settleWaits(): void {
    for (const wait of this.#waits) {
      if (this.#view.link === 'off-line') wait.reject('lost')
      else if (this.#reports > wait.after && wait.isConfirmed(this.#view)) wait.resolve()
      else continue
      this.#waits.delete(wait)
    }
  }

  #apply(event: SteeringEvent, view: AutopilotView): SteeringAlarm | undefined {
    const { next, alarm } = steeringSteps[this.#steering][event]
    if (next === 'steering' && this.#steering !== 'steering') this.#standbyExpectedUntil = -Infinity
    this.#steering = next
    this.#view = view
    return alarm
  }

  #viewOf(report: AutopilotReport): OnlineView {
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
    // While dodging the target is a heading, whatever the mode was before.
    const wrap = kind === undefined ? wrapFull : modeKindRules[kind].wrap
    return {
      link: 'on-line',
      state,
      mode,
      target: target === null ? null : wrap(target),
      engaged: this.details.states.some(({ name, engaged }) => name === state && engaged),
      isDodging,
      manoeuvre,
      unavailable,
      error,
      crossTrack,
    }
  }
}
