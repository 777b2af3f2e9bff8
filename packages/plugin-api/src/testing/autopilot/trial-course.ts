import {
  courseGuidancePath,
  courseSource,
  degrees,
  distanceBetween,
  noCourseGuidance,
  toDegrees,
  wrapFull,
  type CourseGuidance,
  type Position,
  type Radians,
} from '@marinedata/model'
import type { StartedPlugin } from '../start-plugin.ts'

/** More often than the server, so that a case need not wait for it. */
const periodMs = 250
/** Where the boat is when the plugin publishes no position. */
const usualPosition: Position = { latitude: 54.75, longitude: 2.9 }
/** Degrees of latitude: long enough for every case. */
const reach = 0.5

/** The end of a leg that starts here. */
const endOf = ({ latitude, longitude }: Position, bearing: Radians): Position => ({
  latitude: latitude + reach * Math.cos(bearing),
  longitude: longitude + (reach * Math.sin(bearing)) / Math.cos(degrees(latitude)),
})

/** The course of the boat under test, published as the server does. */
export class TrialCourse implements Disposable {
  readonly #plugin: () => StartedPlugin | undefined
  readonly #timer: NodeJS.Timeout
  #guidance: CourseGuidance = noCourseGuidance

  /** @param plugin undefined while it does not run */
  constructor(plugin: () => StartedPlugin | undefined) {
    this.#plugin = plugin
    this.#timer = setInterval(() => this.#send(), periodMs)
  }

  /** Sets a course from where the boat is. @param bearing true */
  lead(bearing: Radians): void {
    const position = this.#plugin()?.latest('navigation.position')
    // A plugin publishes whole positions only: the suite of every plugin checks it.
    const origin = typeof position === 'object' && position !== null ? (position as Position) : usualPosition
    const end = endOf(origin, bearing)
    const direction = wrapFull(bearing)
    this.#publish({
      status: 'live',
      route: null,
      origin,
      waypoint: { name: `Mark at ${Math.round(toDegrees(direction))}°`, number: 1, position: end },
      nextWaypoint: null,
      legBearing: direction,
      trackBearing: direction,
      bearing: direction,
      courseToSteer: direction,
      distance: distanceBetween(origin, end),
      crossTrack: 0,
      isArrived: false,
    })
  }

  /** Ends the course. */
  end(): void {
    this.#publish(noCourseGuidance)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #publish(guidance: CourseGuidance): void {
    this.#guidance = guidance
    this.#send()
  }

  #send(): void {
    const values = [{ path: courseGuidancePath, value: this.#guidance }]
    this.#plugin()?.send([{ updates: [{ $source: courseSource, values }] }])
  }
}
