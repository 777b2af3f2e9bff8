import {
  nauticalMile,
  dodgeMode,
  turnBetween,
  degrees,
  radians,
  type AutopilotMode,
  type AutopilotNotificationName,
  type NorthReference,
  type Notification,
  type Radians,
} from '@marinedata/model'
import type { AutopilotDevice, OnlineView } from './autopilot-device.ts'
import { Duration } from './duration.ts'
import { modeKindRules } from './mode-kinds.ts'
import type { Surroundings } from './surroundings.ts'

/** The limits for course alarms, in seconds, radians and metres. */
export interface CourseLimits {
  readonly offHeading: Radians
  readonly offHeadingSeconds: number
  /** No heading alarm for this time after a change. */
  readonly settleSeconds: number
  readonly offTrack: number
  readonly offTrackSeconds: number
  readonly trackLostSeconds: number
  readonly windShift: Radians
  readonly windShiftSeconds: number
  readonly windLostSeconds: number
  /** How far the target in route mode may be from the course of the boat. */
  readonly offCourse: Radians
  readonly offCourseSeconds: number
  /** How long an autopilot in route mode may be without a course. */
  readonly noCourseSeconds: number
}

export const defaultCourseLimits: CourseLimits = {
  offHeading: degrees(20),
  offHeadingSeconds: 20,
  settleSeconds: 30,
  offTrack: 0.1 * nauticalMile,
  offTrackSeconds: 10,
  trackLostSeconds: 15,
  windShift: degrees(15),
  windShiftSeconds: 60,
  windLostSeconds: 5,
  offCourse: degrees(5),
  offCourseSeconds: 10,
  noCourseSeconds: 2,
}

export interface CourseAlarm {
  readonly name: AutopilotNotificationName
  readonly notification: Notification
}

/**
 * Uses the first north reference with a value, and only that one until the next reset. Switching the reference when a
 * compass stops sending would look like a turn by the variation.
 */
class FixedNorth {
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

/** The alarms of the watch that are raised, with their severity. */
type ActiveAlarms = Readonly<Partial<Record<keyof typeof messages, 'warn' | 'alarm'>>>

/** Resets timers whose condition does not apply now. */
const reset = (durations: readonly Duration[]): Severity => {
  for (const duration of durations) duration.update(false, 0)
  return 'normal'
}

const messages: Readonly<Record<'heading' | 'xte' | 'wind', Readonly<Record<Severity, string>>>> = {
  heading: { normal: 'On course', warn: 'Off course', alarm: 'The boat does not hold its heading' },
  xte: { normal: 'On track', warn: 'Off track', alarm: 'Far off track, or the track is lost' },
  wind: { normal: 'Wind steady', warn: 'The wind has shifted', alarm: 'There is no wind to steer by' },
}

/** The words of the alarm when the boat does not hold its heading. */
export const headingAlarmMessage = messages.heading.alarm

const notificationOf = (name: keyof typeof messages, state: Severity): Notification => ({
  state,
  method: state === 'normal' ? [] : state === 'warn' ? ['visual'] : ['visual', 'sound'],
  message: messages[name][state],
})

/** A larger change of the target of a route means a new leg. */
const newLeg = degrees(10)

/** Whether two targets differ by more than an angle. */
const isTurn = (from: Radians | null, to: Radians | null, least: number): boolean =>
  from === null || to === null ? from !== to : Math.abs(turnBetween(from, to)) > least

/** The mode used while dodging: the device then holds a heading. */
const headingModeOf = ({ details: { modes } }: AutopilotDevice): AutopilotMode =>
  modes.find(({ kind }) => kind === 'heading') ?? { name: dodgeMode, kind: 'heading' }

/** Checks whether one device holds its course; returns each change of an alarm once. */
export class CourseWatch {
  readonly #limits: CourseLimits
  readonly #offHeading = new Duration()
  readonly #offTrack = new Duration()
  readonly #farOffTrack = new Duration()
  readonly #trackLost = new Duration()
  readonly #windShifted = new Duration()
  readonly #windLost = new Duration()
  readonly #published: Map<keyof typeof messages, Severity>
  #settings = ''
  #settledTarget: Radians | null = null
  #changedAt = -Infinity
  #windDirection: Radians | undefined
  readonly #targetNorth = new FixedNorth()
  readonly #windNorth = new FixedNorth()

  constructor(limits: CourseLimits, activeAlarms: ActiveAlarms = {}) {
    this.#limits = limits
    // Object.entries loses the key type.
    this.#published = new Map(Object.entries(activeAlarms) as [keyof typeof messages, Severity][])
  }

  /** Called about once a second. */
  readState(device: AutopilotDevice, surroundings: Surroundings, now: number): CourseAlarm[] {
    const { view } = device
    const offTrack = [this.#offTrack, this.#farOffTrack, this.#trackLost]
    const offWind = [this.#windShifted, this.#windLost]
    if (view.link === 'off-line') {
      reset([this.#offHeading, ...offTrack, ...offWind])
      return []
    }
    this.#detectChange(device, view, now)
    const kind = view.engaged && view.manoeuvre === null ? device.mode(view.mode)?.kind : undefined
    return [
      ...this.#changesOf('heading', this.#heading(view, this.#offBy(device, view, surroundings), now)),
      ...this.#changesOf('xte', kind === 'route' ? this.#track(view, surroundings, now) : reset(offTrack)),
      ...this.#changesOf('wind', kind === 'wind' ? this.#wind(surroundings, now) : reset(offWind)),
    ]
  }

  #detectChange(
    device: AutopilotDevice,
    { engaged, mode, target, manoeuvre }: OnlineView,
    now: number,
  ): void {
    const settings = JSON.stringify([engaged, mode, manoeuvre])
    // The target of a route changes all the time with the distance from the leg. Only a new leg is a change.
    const leastChange = device.mode(mode)?.kind === 'route' ? newLeg : 0
    if (settings === this.#settings && !isTurn(this.#settledTarget, target, leastChange)) return
    this.#settings = settings
    this.#settledTarget = target
    this.#changedAt = now
    this.#windDirection = undefined
    this.#targetNorth.reset()
    this.#windNorth.reset()
  }

  /** The deviation from the target, as reported by the device, or else measured by the boat's instruments. */
  #offBy(device: AutopilotDevice, view: OnlineView, surroundings: Surroundings): Radians | undefined {
    if (view.error !== null) return view.error
    if (view.target === null) return undefined
    const mode = view.isDodging ? headingModeOf(device) : device.mode(view.mode)
    if (mode === undefined) return undefined
    const { measured, norths } = modeKindRules[mode.kind]
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
    return this.#offHeading.update(isOff, now) >= offHeadingSeconds ? 'alarm' : 'normal'
  }

  /** The distance from the track as the device reports it, else the boat's distance from the leg of its course. */
  #track(view: OnlineView, surroundings: Surroundings, now: number): Severity {
    const crossTrack = view.crossTrack ?? surroundings.crossTrack() ?? null
    const { offTrack, offTrackSeconds, trackLostSeconds } = this.#limits
    const off = Math.abs(crossTrack ?? 0)
    const lost = this.#trackLost.update(crossTrack === null, now)
    const warned = this.#offTrack.update(off > offTrack, now)
    const far = this.#farOffTrack.update(off > 2 * offTrack, now)
    if (lost >= trackLostSeconds || far >= offTrackSeconds) return 'alarm'
    return warned >= offTrackSeconds ? 'warn' : 'normal'
  }

  #wind(surroundings: Surroundings, now: number): Severity {
    const { windShift, windShiftSeconds, windLostSeconds } = this.#limits
    const heading = this.#windNorth.direction(['magnetic', 'true'], (north) => surroundings.heading(north))
    const angle = surroundings.windAngle()
    const lost = this.#windLost.update(angle === undefined, now)
    const direction = heading === undefined || angle === undefined ? undefined : radians(heading + angle)
    this.#windDirection ??= direction
    const isShifted =
      direction !== undefined &&
      this.#windDirection !== undefined &&
      Math.abs(turnBetween(this.#windDirection, direction)) > windShift
    const shifted = this.#windShifted.update(isShifted, now)
    if (lost >= windLostSeconds) return 'alarm'
    return shifted >= windShiftSeconds ? 'warn' : 'normal'
  }

  #changesOf(name: keyof typeof messages, severity: Severity): CourseAlarm[] {
    const before = this.#published.get(name) ?? 'normal'
    if (before === severity) return []
    this.#published.set(name, severity)
    return [{ name, notification: notificationOf(name, severity) }]
  }
}
