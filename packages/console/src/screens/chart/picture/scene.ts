import type { Place } from '#boat/reading.ts'
import type { MapPoint } from '#screens/chart/geo/mercator.ts'
import type { Leg } from '#screens/chart/state/course-store.ts'
import type { FoundLaylines } from '#screens/chart/state/layline-finder.ts'
import type { OwnBoat } from '#screens/chart/state/own-ship.ts'
import type { Target } from '#screens/chart/traffic/target.ts'

/** A route or measurement being drawn. */
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

/** Everything drawn on the chart. Items without a position are left out. */
export interface Scene {
  readonly own: OwnBoat | undefined
  readonly track: readonly (readonly MapPoint[])[]
  readonly targets: readonly Target[]
  /** Context of the selected target, or id of the selected waypoint. */
  readonly chosen: string | undefined
  readonly leg: Leg | undefined
  readonly laylines: FoundLaylines | undefined
  /** The points of the active route. */
  readonly route: readonly Place[]
  readonly waypoints: readonly NamedPlace[]
  readonly sketch: Sketch | undefined
  /** The place of the open place menu. */
  readonly mark: Place | undefined
  /** Position of a person overboard. */
  readonly casualty: Place | undefined
  /** The middle is marked while the boat is not followed. */
  readonly isAdrift: boolean
}
