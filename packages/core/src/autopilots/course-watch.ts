import {
  dodgeMode,
  type AutopilotMode,
  type AutopilotNotificationName,
  type NorthReference,
  type Notification,
  turnBetween,
  type Radians,
} from '@marinedata/model'
import type { AutopilotDevice, OnlineView } from './device.ts'
import { kindLaws } from './mode-kinds.ts'
import type { Surroundings } from './surroundings.ts'

/** When the crew is told that a course is not held. Seconds, radians and metres. */
export interface CourseLimits {
  readonly offHeading: Radians
  readonly offHeadingSeconds: number
  /** So long after a change nothing is said. */
  readonly settleSeconds: number
  readonly offTrack: number
  readonly offTrackSeconds: number
  readonly trackLostSeconds: number
  readonly windShift: Radians
  readonly windShiftSeconds: number
  readonly windLostSeconds: number
}

const degree = Math.PI / 180
const nauticalMile = 1_852

export const defaultCourseLimits: CourseLimits = {
  offHeading: 20 * degree,
  offHeadingSeconds: 20,
  settleSeconds: 30,
  offTrack: 0.1 * nauticalMile,
  offTrackSeconds: 10,
  trackLostSeconds: 15,
  windShift: 15 * degree,
  windShiftSeconds: 60,
  windLostSeconds: 5,
}

export interface CourseAlarm {
  readonly name: AutopilotNotificationName
  readonly notification: Notification
}

/** How long something has been so. */
class Lasting {
  #since: number | undefined

  /** Gives the seconds for which it has been so. */
  note(isSo: boolean, now: number): number {
    if (!isSo) this.#since = undefined
    else this.#since ??= now
    return this.#since === undefined ? 0 : (now - this.#since) / 1000
  }
}

/**
 * A direction by the first north for which there is one, and by that alone until the next change: a compass that falls
 * silent must not turn the boat by the variation.
 */
class SteadyNorth {
  #north: NorthReference | undefined

  direction(
    norths: readonly NorthReference[],
    directionBy: (north: NorthReference) => Radians | undefined,
  ): Radians | undefined {
    this.#north ??= norths.find((north) => directionBy(north) !== undefined)
    return this.#north === undefined ? undefined : directionBy(this.#north)
  }

  reset(): void {
    this.#north = undefined
  }
}

type Severity = 'normal' | 'warn' | 'alarm'

/** What was told of a course, and not taken back. */
export type StandingAlarms = Readonly<Partial<Record<'heading' | 'xte' | 'wind' | 'helm', 'warn' | 'alarm'>>>

/** What nobody looks at does not last. */
const over = (lastings: readonly Lasting[]): Severity => {
  for (const lasting of lastings) lasting.note(false, 0)
  return 'normal'
}

const messages: Readonly<Record<'heading' | 'xte' | 'wind', Readonly<Record<Severity, string>>>> = {
  heading: { normal: 'On course', warn: 'Off course', alarm: 'The boat does not hold its heading' },
  xte: { normal: 'On track', warn: 'Off track', alarm: 'Far off track, or the track is lost' },
  wind: { normal: 'Wind steady', warn: 'The wind has shifted', alarm: 'There is no wind to steer by' },
}

const notificationOf = (name: keyof typeof messages, state: Severity): Notification => ({
  state,
  method: state === 'normal' ? [] : state === 'warn' ? ['visual'] : ['visual', 'sound'],
  message: messages[name][state],
})

/** The mode that a device steers by while it dodges: it holds a heading then. */
const headingModeOf = ({ details: { modes } }: AutopilotDevice): AutopilotMode =>
  modes.find(({ kind }) => kind === 'heading') ?? { name: dodgeMode, kind: 'heading' }

/** Watches whether one device holds what it is set to; tells each change of that once. */
export class CourseWatch {
  readonly #limits: CourseLimits
  readonly #offHeading = new Lasting()
  readonly #offTrack = new Lasting()
  readonly #farOffTrack = new Lasting()
  readonly #trackLost = new Lasting()
  readonly #windShifted = new Lasting()
  readonly #windLost = new Lasting()
  readonly #told: Map<keyof typeof messages, Severity>
  #settings = ''
  #changedAt = -Infinity
  #windDirection: Radians | undefined
  readonly #targetNorth = new SteadyNorth()
  readonly #windNorth = new SteadyNorth()

  constructor(limits: CourseLimits, standing: Omit<StandingAlarms, 'helm'> = {}) {
    this.#limits = limits
    // The keys are those of the type.
    this.#told = new Map(Object.entries(standing) as [keyof typeof messages, Severity][])
  }

  /** To be asked about once a second. */
  look(device: AutopilotDevice, surroundings: Surroundings, now: number): CourseAlarm[] {
    const { view } = device
    const offTrack = [this.#offTrack, this.#farOffTrack, this.#trackLost]
    const offWind = [this.#windShifted, this.#windLost]
    if (view.link === 'off-line') {
      over([this.#offHeading, ...offTrack, ...offWind])
      return []
    }
    this.#noteChange(view, now)
    const kind = view.engaged && view.manoeuvre === null ? device.mode(view.mode)?.kind : undefined
    return [
      ...this.#tell('heading', this.#heading(view, this.#offBy(device, view, surroundings), now)),
      ...this.#tell('xte', kind === 'route' ? this.#track(view, now) : over(offTrack)),
      ...this.#tell('wind', kind === 'wind' ? this.#wind(surroundings, now) : over(offWind)),
    ]
  }

  #noteChange({ engaged, mode, target, manoeuvre }: OnlineView, now: number): void {
    const settings = JSON.stringify([engaged, mode, target, manoeuvre])
    if (settings === this.#settings) return
    this.#settings = settings
    this.#changedAt = now
    this.#windDirection = undefined
    this.#targetNorth.reset()
    this.#windNorth.reset()
  }

  /** How far the boat is off its target: as the device says, else as the boat's own instruments show. */
  #offBy(device: AutopilotDevice, view: OnlineView, surroundings: Surroundings): Radians | undefined {
    if (view.error !== null) return view.error
    if (view.target === null) return undefined
    const mode = view.isDodging ? headingModeOf(device) : device.mode(view.mode)
    if (mode === undefined) return undefined
    const { measured, norths } = kindLaws[mode.kind]
    if (measured === undefined) return undefined
    const present = this.#targetNorth.direction(mode.north === undefined ? norths : [mode.north], (north) =>
      measured(surroundings, north),
    )
    return present === undefined ? undefined : turnBetween(present, view.target)
  }

  #heading({ engaged }: OnlineView, offBy: Radians | undefined, now: number): Severity {
    const { offHeading, offHeadingSeconds, settleSeconds } = this.#limits
    const isSettling = now - this.#changedAt < settleSeconds * 1000
    const isOff = engaged && !isSettling && offBy !== undefined && Math.abs(offBy) > offHeading
    return this.#offHeading.note(isOff, now) >= offHeadingSeconds ? 'alarm' : 'normal'
  }

  #track({ crossTrack }: OnlineView, now: number): Severity {
    const { offTrack, offTrackSeconds, trackLostSeconds } = this.#limits
    const off = Math.abs(crossTrack ?? 0)
    const lost = this.#trackLost.note(crossTrack === null, now)
    const warned = this.#offTrack.note(off > offTrack, now)
    const far = this.#farOffTrack.note(off > 2 * offTrack, now)
    if (lost >= trackLostSeconds || far >= offTrackSeconds) return 'alarm'
    return warned >= offTrackSeconds ? 'warn' : 'normal'
  }

  #wind(surroundings: Surroundings, now: number): Severity {
    const { windShift, windShiftSeconds, windLostSeconds } = this.#limits
    const heading = this.#windNorth.direction(['magnetic', 'true'], (north) => surroundings.heading(north))
    const angle = surroundings.windAngle()
    const lost = this.#windLost.note(angle === undefined, now)
    const direction = heading === undefined || angle === undefined ? undefined : heading + angle
    this.#windDirection ??= direction
    const isShifted =
      direction !== undefined &&
      this.#windDirection !== undefined &&
      Math.abs(turnBetween(this.#windDirection, direction)) > windShift
    const shifted = this.#windShifted.note(isShifted, now)
    if (lost >= windLostSeconds) return 'alarm'
    return shifted >= windShiftSeconds ? 'warn' : 'normal'
  }

  #tell(name: keyof typeof messages, severity: Severity): CourseAlarm[] {
    const before = this.#told.get(name) ?? 'normal'
    if (before === severity) return []
    this.#told.set(name, severity)
    return [{ name, notification: notificationOf(name, severity) }]
  }
}
