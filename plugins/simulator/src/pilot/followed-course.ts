import { courseToSteer, noCourseGuidance, placeOnTrack, type TrackPlace } from '@marinedata/model'
import type { CourseGuidance, Position } from '@marinedata/plugin-api'
import type { Metres, Radians } from '../units.ts'

const reasons: Readonly<Record<Exclude<CourseGuidance, { status: 'live' }>['reason'], string>> = {
  'no-course': 'There is no course to follow: start a route or a destination on the chart',
  'no-position': 'There is no position on the course',
  'no-leg': 'The course ends where it starts',
  outdated: 'There is no course to follow: the server sends none',
}

/**
 * The course that the server gives to the pilot. The pilot measures its place on the leg with its own receiver, many
 * times between two messages of the server.
 */
export class FollowedCourse {
  #guidance: CourseGuidance = noCourseGuidance
  #place: TrackPlace | undefined

  receive(guidance: CourseGuidance): void {
    this.#guidance = guidance
    if (guidance.status === 'invalid') this.#place = undefined
  }

  /** Updates the position; without one everything is unknown. */
  sense(position: Position | undefined): void {
    const guidance = this.#guidance
    this.#place =
      guidance.status === 'invalid' || position === undefined
        ? undefined
        : (placeOnTrack(guidance.origin, guidance.waypoint.position, position) ?? undefined)
  }

  /** Why the pilot cannot follow; undefined when it can. */
  get missing(): string | undefined {
    return this.#guidance.status === 'invalid' ? reasons[this.#guidance.reason] : undefined
  }

  /** True direction of the leg; undefined when it is unknown. */
  get bearing(): Radians | undefined {
    return this.#place?.bearing
  }

  /** True course over ground back to the leg and along it; undefined when it is unknown. */
  get courseToSteer(): Radians | undefined {
    return this.#place && courseToSteer(this.#place)
  }

  /** Positive to starboard of the leg; undefined when it is unknown. */
  get crossTrack(): Metres | undefined {
    return this.#place?.crossTrack
  }
}
