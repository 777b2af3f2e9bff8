import type { SuiteOptions } from '../conformance.ts'
import type { StartedPlugin } from '../start-plugin.ts'
import { type Radians } from '@marinedata/model'

/** What the suite reads about the boat, besides the pilot's reports. */
export const quantities = ['heading', 'course', 'wind', 'rudder'] as const
export type Quantity = (typeof quantities)[number]

/**
 * Where a quantity is read: a path that the plugin publishes, or a function. Radians. The wind is the apparent wind
 * angle from the bow. Wind and rudder are positive to starboard.
 */
export type Reading = string | ((plugin: StartedPlugin) => number | undefined)

/** The situation of the boat at the start of a case. A simulator sets what it can of it. */
export interface Situation {
  /** As the pilot's own compass shows it. */
  readonly heading: Radians
  /** Wind angle from the bow, positive to starboard. */
  readonly windAngle: Radians
}

/** Faults that the suite can inject into the device's simulator. */
export interface PilotFaults {
  /** Makes the device unreachable: it is then reported as offline, or not at all. */
  readonly offline?: (plugin: StartedPlugin, device: string) => unknown
  /**
   * Removes the input that the device steers by in its first mode: it refuses to engage with `input-stale`. Resolves
   * when the device has noticed.
   */
  readonly staleInput?: (plugin: StartedPlugin, device: string) => unknown
  /** Makes the device refuse everything but disengage, with `rejected-by-device`. */
  readonly refuses?: (plugin: StartedPlugin, device: string) => unknown
  /** Clears the fault. Without it the plugin is restarted after each fault. */
  readonly mend?: (plugin: StartedPlugin, device: string) => unknown
}

/** What the suite needs to know about a provider of autopilots and about the simulator of its devices. */
export interface AutopilotSuiteOptions extends SuiteOptions {
  /** Called after each start of the plugin, such as to offer it a bus with the device. */
  readonly started?: (plugin: StartedPlugin) => unknown
  /**
   * Puts the simulated boat into a situation, going straight ahead, steered by the crew. Called after the start and
   * before each case that sails. Without it those cases are skipped.
   */
  readonly prepare?: (plugin: StartedPlugin, situation: Situation) => unknown
  /** How many times faster than real time the simulation runs; default 1. */
  readonly pace?: number
  /** Seconds of real time from a command to its effect and report; default 0. */
  readonly delay?: number
  /** Where to read what the boat does; default the standard paths. */
  readonly readings?: Readonly<Partial<Record<Quantity, Reading>>>
  /** How far a captured target may be from the present heading or angle; default 3°. Radians. */
  readonly tolerance?: number
  /** Who refuses to tack or gybe to the wrong side; default `device`. */
  readonly directions?: 'device' | 'server'
  /** The fixed angle of a tack in a heading mode, when it is not mirrored about the wind. Radians. */
  readonly tackAngle?: number
  /**
   * The modes in which it tacks and gybes; default every heading and wind mode. In the others it refuses with
   * `not-allowed-in-mode`.
   */
  readonly manoeuvreModes?: readonly string[]
  /** True when the device keeps steering while the plugin is not running, as a device on a bus does. */
  readonly outlives?: boolean
  readonly faults?: PilotFaults
  /** Cases to skip: the reason by title, with or without the part after the colon. */
  readonly skip?: Readonly<Record<string, string>>
  /** Titles of the only cases to run, for debugging. */
  readonly only?: readonly string[]
}

export const defaultReadings: Readonly<Record<Quantity, readonly string[]>> = {
  heading: ['navigation.headingMagnetic', 'navigation.headingTrue'],
  course: ['navigation.courseOverGroundTrue', 'navigation.courseOverGroundMagnetic'],
  wind: ['environment.wind.angleApparent'],
  rudder: ['steering.rudderAngle'],
}
