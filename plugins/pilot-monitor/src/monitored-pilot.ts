import { MarineDataError, offlineState, radians, wrapFull, type Radians } from '@marinedata/model'
import type {
  AutopilotDetails,
  AutopilotReport,
  HeardBusMessage,
  PilotAlarmNames,
  PilotPort,
  PilotProtocol,
  StatusLevel,
} from '@marinedata/plugin-api'
import {
  readControl,
  readCourse,
  readGarmin,
  topics,
  type FurunoMode,
  type GarminMode,
  type Make,
  type Topic,
} from './wire.ts'

/** Seconds without a message after which the pilot's state is unknown. */
const silence = 5
const silenceMs = silence * 1_000

/** No operations: the server refuses every command. */
export const detailsOf: Readonly<Record<Make, AutopilotDetails>> = {
  garmin: {
    states: [
      { name: 'standby', engaged: false },
      // A hand is on the wheel.
      { name: 'shadow drive', engaged: false },
      { name: 'engaged', engaged: true },
    ],
    modes: [{ name: 'heading hold', kind: 'heading' }],
    operations: [],
    silence,
  },
  furuno: {
    states: [
      { name: 'standby', engaged: false },
      { name: 'engaged', engaged: true },
    ],
    modes: [
      { name: 'heading', kind: 'heading' },
      { name: 'track', kind: 'route', north: 'magnetic' },
    ],
    operations: [],
    silence,
  },
}

export const alarmNames: PilotAlarmNames = new Map([
  [1, ['heading', 'The rudder is at its limit']],
  [2, ['heading', 'Off course']],
  [3, ['xte', 'Off track']],
])

const unknown: AutopilotReport = { state: offlineState, mode: null, target: null }

const targetOf = (angle: number | null | undefined): Radians | null =>
  typeof angle === 'number' ? wrapFull(radians(angle)) : null

/** Every command, also disengage, is for the control head of the pilot. */
const refuse = async (): Promise<void> => {
  throw new MarineDataError('unsupported-action', 'This pilot takes no commands. Use its control head')
}

type Say = (level: StatusLevel, words: string) => void

/** A Garmin CCU sends something many times a second. After this silence it may have been switched off and on. */
const garminSilenceMs = 3_000
/** In standby the heading to steer follows the bow, 20 times a second. Otherwise only keys change it. */
const standbyHeadings = { count: 10, withinMs: 1_000 } as const

/**
 * A Garmin CCU. It sends its mode once, when it changes. The mode is unknown until the first change, after a silence,
 * and when the headings contradict it. A pilot of unknown mode is off-line: any other state would say whether it steers.
 */
export class GarminMonitor implements PilotProtocol<Topic> {
  readonly carryOut = refuse
  readonly #say: Say
  #mode: GarminMode | undefined
  #heading: number | undefined
  #heardAt = Number.NEGATIVE_INFINITY
  /** When the heading to steer last changed, since the last mode. */
  #changedAt: number[] = []
  #said: GarminMode | 'none' | undefined

  constructor(say: Say) {
    this.#say = say
  }

  get report(): AutopilotReport {
    if (this.#mode === undefined || this.#mode === 'other') return unknown
    if (this.#mode !== 'heading hold') return { state: this.#mode, mode: null, target: null }
    return { state: 'engaged', mode: this.#mode, target: targetOf(this.#heading) }
  }

  forget(): void {
    this.#mode = undefined
    this.#heading = undefined
    this.#changedAt = []
    this.#said = undefined
  }

  hear({ topic, to, payload }: HeardBusMessage<Topic>): void {
    if (topic !== topics.garmin) return
    const now = performance.now()
    if (now - this.#heardAt > garminSilenceMs) this.forget()
    this.#heardAt = now
    // A message to one device is a question or an answer.
    const status = to === null ? readGarmin(payload) : undefined
    if (status?.kind === 'mode') this.#takeMode(status.mode)
    if (status?.kind === 'heading') this.#takeHeading(status.heading, now)
    this.#explain()
  }

  #takeMode(mode: GarminMode): void {
    this.#mode = mode
    this.#changedAt = []
  }

  #takeHeading(heading: number | undefined, now: number): void {
    if (heading === this.#heading) return
    this.#heading = heading
    const { count, withinMs } = standbyHeadings
    this.#changedAt = [...this.#changedAt.slice(1 - count), now]
    const [first = now] = this.#changedAt
    const isAsInStandby = this.#changedAt.length === count && now - first < withinMs
    // The message with the new mode was lost.
    if (isAsInStandby && this.#mode !== 'standby') this.#mode = undefined
  }

  /** The status of the plugin says why a pilot that is there is shown as off-line. */
  #explain(): void {
    const mode = this.#mode ?? 'none'
    if (mode === this.#said) return
    this.#said = mode
    if (mode === 'none') this.#say('warning', 'The mode is not known until the pilot changes it')
    else if (mode === 'other') this.#say('warning', 'The pilot is in a mode that this plugin does not know')
    else this.#say('ok', 'Connected: shown only')
  }
}

/** A value that the pilot sends again and again. */
class Repeated<T> {
  #last: { readonly value: T; readonly at: number } | undefined

  /** Undefined when the last one is too old. */
  get value(): T | undefined {
    const last = this.#last
    return last !== undefined && performance.now() - last.at <= silenceMs ? last.value : undefined
  }

  take(value: T): void {
    this.#last = { value, at: performance.now() }
  }

  forget(): void {
    this.#last = undefined
  }
}

/** A Furuno NavPilot: its mode four times a second, and its course once. */
export class FurunoMonitor implements PilotProtocol<Topic> {
  readonly carryOut = refuse
  readonly #port: PilotPort<Topic>
  readonly #mode = new Repeated<FurunoMode>()
  readonly #course = new Repeated<number | null>()

  constructor(port: PilotPort<Topic>) {
    this.#port = port
  }

  get report(): AutopilotReport {
    const mode = this.#mode.value ?? 'other'
    if (mode === 'other') return unknown
    if (mode === 'standby') return { state: 'standby', mode: null, target: null }
    return { state: 'engaged', mode, target: targetOf(this.#course.value) }
  }

  forget(): void {
    this.#mode.forget()
    this.#course.forget()
  }

  hear({ topic, payload }: HeardBusMessage<Topic>): void {
    if (topic === topics.control) this.#takeControl(payload)
    const course = topic === topics.furuno ? readCourse(payload) : undefined
    if (course !== undefined) this.#course.take(course)
  }

  #takeControl(payload: Uint8Array): void {
    const control = readControl(payload)
    if (control === undefined) return
    this.#mode.take(control.mode)
    // The mode comes before the course: an earlier course must not be shown.
    if (control.mode === 'standby') this.#course.forget()
    const { rudder, heading, track } = control.exceeded
    for (const [index, isOn] of [rudder, heading, track].entries()) this.#port.alarm({ id: index + 1, isOn })
  }
}
