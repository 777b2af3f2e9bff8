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
import { kindLaws } from './mode-kinds.ts'
import {
  steeringSteps,
  type SteeringAlarm,
  type SteeringEvent,
  type SteeringState,
} from './steering-states.ts'

/** What is known of a device: nothing while it is off-line, everything it said while it is not. */
export type AutopilotView =
  | { readonly link: 'off-line' }
  | {
      readonly link: 'on-line'
      readonly state: string
      readonly mode: string | null
      /** Radians relative to the mode, in the mode's own range. */
      readonly target: Radians | null
      readonly engaged: boolean
      readonly isDodging: boolean
      readonly manoeuvre: NonNullable<AutopilotReport['manoeuvre']> | null
      readonly unavailable: Readonly<Partial<Record<AutopilotOperation, string>>>
      /** The way that is still to turn, as the device says; null when it does not. */
      readonly error: Radians | null
      /** Metres off the track, as the device says; null when it does not. */
      readonly crossTrack: number | null
    }

export type OnlineView = Extract<AutopilotView, { link: 'on-line' }>

interface Wait {
  /** Reports up to this one were on their way before anything was asked. */
  readonly after: number
  readonly isShown: (view: OnlineView) => boolean
  readonly resolve: () => void
  readonly reject: (reason: 'lost') => void
}

const defaults = { confirmSeconds: 2, silenceSeconds: 5 }
/** A device may be a little later than it promised. */
const graceMs = 1_000
const offline: AutopilotView = { link: 'off-line' }

export interface DeviceDeclaration {
  readonly id: string
  /** The plugin that serves it. */
  readonly provider: string
  readonly details: AutopilotDetails
}

/** One autopilot: what it can do, what it last said, and who waits for it to say something. */
export class AutopilotDevice {
  readonly id: string
  readonly provider: string
  readonly details: AutopilotDetails
  #steering: SteeringState
  #view: AutopilotView = offline
  #heardAt: number
  #reports = 0
  #standbyExpectedUntil = -Infinity
  readonly #waits = new Set<Wait>()

  /** @param before the same device as it was declared before: if it steered, it must not stop unnoticed */
  constructor({ id, provider, details }: DeviceDeclaration, now: number, before?: AutopilotDevice) {
    this.#steering = before?.steering === 'steering' ? 'steering' : 'unheard'
    this.id = id
    this.provider = provider
    this.details = details
    this.#heardAt = now
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

  /** Its modes by name; the one it dodges in is none of them. */
  mode(name: string | null): AutopilotMode | undefined {
    return this.details.modes.find((mode) => mode.name === name)
  }

  /** Whether a report says nothing but what the device was declared to have. */
  knows({ state, mode }: AutopilotReport): boolean {
    const isState = state === offlineState || this.details.states.some(({ name }) => name === state)
    return isState && (mode === null || mode === dodgeMode || this.mode(mode) !== undefined)
  }

  /** The least and the most that the target may be set to in the present mode; null when it cannot be set. */
  targetRange(): [Radians, Radians] | null {
    const { keepsTarget = false, operations } = this.details
    if (this.#view.link === 'off-line' || !operations.includes('set-target')) return null
    const mode = this.#view.engaged || keepsTarget ? this.mode(this.#view.mode) : undefined
    const range = mode && kindLaws[mode.kind].range?.(mode)
    return range === undefined ? null : [...range]
  }

  /** Someone asked it to stop steering: when it does so soon, that is no alarm. */
  expectStandby(now: number): void {
    this.#standbyExpectedUntil = now + this.confirmMs + graceMs
  }

  /** Takes a report; gives the alarm that it means, if any. */
  hear(report: AutopilotReport, now: number): SteeringAlarm | undefined {
    this.#heardAt = now
    this.#reports++
    if (report.state === offlineState) return this.#take('is-lost', offline)
    const view = this.#viewOf(report)
    if (view.engaged) return this.#take('reports-steering', view)
    return this.#take(now <= this.#standbyExpectedUntil ? 'obeys-standby' : 'reports-standby', view)
  }

  /** Its provider is gone. */
  lose(): SteeringAlarm | undefined {
    return this.#take('is-lost', offline)
  }

  /** Looks whether it has been silent for too long. */
  checkSilence(now: number): SteeringAlarm | undefined {
    if (this.#steering === 'off-line') return undefined
    const silenceMs = (this.details.silence ?? defaults.silenceSeconds) * 1000
    return now - this.#heardAt < silenceMs ? undefined : this.#take('falls-silent', offline)
  }

  /** Resolves when a report shows it; rejects when the device is lost. Dispose of it to wait no more. */
  waitUntil(isShown: (view: OnlineView) => boolean): { readonly shown: Promise<void> } & Disposable {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const wait: Wait = { after: this.#reports, isShown, resolve, reject }
    this.#waits.add(wait)
    // Whoever waits no more need not hear of it.
    promise.catch(() => undefined)
    return { shown: promise, [Symbol.dispose]: () => void this.#waits.delete(wait) }
  }

  /** Tells those who wait for what the last report shows. */
  settle(): void {
    for (const wait of this.#waits) {
      if (this.#view.link === 'off-line') wait.reject('lost')
      else if (this.#reports > wait.after && wait.isShown(this.#view)) wait.resolve()
      else continue
      this.#waits.delete(wait)
    }
  }

  #take(event: SteeringEvent, view: AutopilotView): SteeringAlarm | undefined {
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
    // While it dodges it holds a heading, whatever it steered by before.
    const wrap = kind === undefined ? wrapFull : kindLaws[kind].wrap
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
