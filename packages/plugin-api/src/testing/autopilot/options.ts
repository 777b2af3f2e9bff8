import type { SuiteOptions } from '../conformance.ts'
import type { StartedPlugin } from '../start-plugin.ts'
import { type Radians } from '@marinedata/model'

/** What the suite has to know of the boat, besides what the pilot reports. */
export const quantities = ['heading', 'course', 'wind', 'rudder'] as const
export type Quantity = (typeof quantities)[number]

/**
 * Where a quantity is read: a path that the plugin publishes, or whatever knows it. Radians; the wind is the apparent
 * one from the bow, and it and the rudder are positive to starboard.
 */
export type Reading = string | ((plugin: StartedPlugin) => number | undefined)

/** How the boat is to lie. A simulator that can do only some of it does that. */
export interface Situation {
  /** As the pilot's own compass shows it. */
  readonly heading: Radians
  /** Where the wind comes from, from the bow, positive to starboard. */
  readonly windAngle: Radians
}

/** What can be made to go wrong with the device's simulator. */
export interface PilotFaults {
  /** The device cannot be reached: from now on it is reported as off-line, or not at all. */
  readonly offline?: (plugin: StartedPlugin, device: string) => unknown
  /** The device lacks what it steers by in its first mode: it refuses to engage with `input-stale`. Resolves when it has noticed. */
  readonly staleInput?: (plugin: StartedPlugin, device: string) => unknown
  /** The device says no to everything but letting go: refused with `rejected-by-device`. */
  readonly refuses?: (plugin: StartedPlugin, device: string) => unknown
  /** All is well again. Without it the plugin is started anew behind each fault. */
  readonly mend?: (plugin: StartedPlugin, device: string) => unknown
}

/** What the suite is told of a provider of autopilots and of the simulator that stands for its devices. */
export interface AutopilotSuiteOptions extends SuiteOptions {
  /**
   * Puts the simulated boat into a situation, going straight ahead with nobody but the crew at the wheel. Called after the
   * start and before each case that sails; without it those are skipped.
   */
  readonly prepare?: (plugin: StartedPlugin, situation: Situation) => unknown
  /** How many times as fast as real the simulated time runs; 1 when absent. */
  readonly pace?: number
  /** Seconds, of real time, from a command to its effect and the report of it; 0 when absent. */
  readonly delay?: number
  /** Where to read what the boat does; the usual paths when absent. */
  readonly readings?: Readonly<Partial<Record<Quantity, Reading>>>
  /** How far a target may be from what the boat does when it is taken over; 3° when absent. */
  readonly tolerance?: Radians
  /** Who refuses to tack or gybe to the wrong side: `device` when absent. */
  readonly directions?: 'device' | 'server'
  /** By how much a tack turns in a heading mode, when that is a fixed angle and not mirrored about the wind. */
  readonly tackAngle?: Radians
  /** True when the device goes on by itself while the plugin is away, as one on a wire does. */
  readonly outlives?: boolean
  readonly faults?: PilotFaults
  /** Cases that are not run: the reason by the title, with or without what stands behind its colon. */
  readonly skip?: Readonly<Record<string, string>>
  /** The titles of the only cases that are run, while you look for something. */
  readonly only?: readonly string[]
}

export const usualReadings: Readonly<Record<Quantity, readonly string[]>> = {
  heading: ['navigation.headingMagnetic', 'navigation.headingTrue'],
  course: ['navigation.courseOverGroundTrue', 'navigation.courseOverGroundMagnetic'],
  wind: ['environment.wind.angleApparent'],
  rudder: ['steering.rudderAngle'],
}
