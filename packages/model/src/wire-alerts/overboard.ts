import type { Position } from '#data/position.ts'

/** What devices on a wire learn of a person overboard. */
export interface Overboard {
  /** The number of a beacon of the crew; absent when the button was pressed. */
  readonly emitter?: number
  /** When it was activated: milliseconds since 1970. */
  readonly at: number
  /** Where it was activated, or where the beacon is; undefined without a fix. */
  readonly position: Position | undefined
  /** Radians and metres per second, of the boat when it was activated. */
  readonly course?: number | undefined
  readonly speed?: number | undefined
  readonly mmsi: string | undefined
}
