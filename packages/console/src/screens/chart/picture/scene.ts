import type { Place } from '#boat/reading.ts'
import type { MapPoint } from '#screens/chart/geo/mercator.ts'
import type { Leg } from '#screens/chart/state/course-book.ts'
import type { FoundLaylines } from '#screens/chart/state/layline-finder.ts'
import type { OwnBoat } from '#screens/chart/state/own-ship.ts'
import type { Target } from '#screens/chart/traffic/target.ts'

/** A way that is drawn or measured now. */
export interface Sketch {
  readonly kind: 'drawing' | 'measuring'
  readonly points: readonly Place[]
}

/** A waypoint on the chart. */
export interface NamedPlace {
  readonly id: string
  readonly name: string
  readonly place: Place
}

/** All that is drawn upon the chart. Whatever has no place is not in it. */
export interface Scene {
  readonly own: OwnBoat | undefined
  readonly track: readonly (readonly MapPoint[])[]
  readonly targets: readonly Target[]
  /** The context of the target, or the id of the waypoint, whose card is open. */
  readonly chosen: string | undefined
  readonly leg: Leg | undefined
  readonly laylines: FoundLaylines | undefined
  /** The points of the route that is sailed. */
  readonly route: readonly Place[]
  readonly waypoints: readonly NamedPlace[]
  readonly sketch: Sketch | undefined
  /** Where someone asked what can be done. */
  readonly mark: Place | undefined
  /** Where someone went overboard. */
  readonly casualty: Place | undefined
  /** The middle is marked when the boat is not followed. */
  readonly isAdrift: boolean
}
