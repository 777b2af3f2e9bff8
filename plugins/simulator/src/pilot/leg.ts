import type { Position } from '@marinedata/plugin-api'
import { wayBetween } from '../earth.ts'
import type { Metres, Radians } from '../units.ts'
import { directionOf, lengthOf, type Vector } from '../vector.ts'

/** Position of a boat relative to a leg. */
export interface Place {
  /** Distance along the leg. */
  readonly along: Metres
  /** Cross-track distance, positive to starboard. */
  readonly across: Metres
  readonly toGo: Metres
}

/** A straight line between two positions. */
export class Leg {
  readonly #from: Position
  readonly #to: Position
  readonly #way: Vector

  constructor(from: Position, to: Position) {
    this.#from = from
    this.#to = to
    this.#way = wayBetween(from, to)
  }

  /** True bearing. */
  get bearing(): Radians {
    return directionOf(this.#way)
  }

  get length(): Metres {
    return lengthOf(this.#way)
  }

  place(position: Position): Place {
    const { north, east } = wayBetween(this.#from, position)
    const ahead = { north: Math.cos(this.bearing), east: Math.sin(this.bearing) }
    return {
      along: north * ahead.north + east * ahead.east,
      across: east * ahead.north - north * ahead.east,
      toGo: lengthOf(wayBetween(position, this.#to)),
    }
  }
}
