import { radians, turnBetween, type Radians } from '@marinedata/model'

/** Counts how far the bow has turned since the start, positive to starboard, including whole turns. */
export class TurnCounter {
  readonly #heading: () => Radians | undefined
  #seen: Radians | undefined
  #turned = radians(0)

  constructor(heading: () => Radians | undefined) {
    this.#heading = heading
    this.#seen = heading()
  }

  /** Updates the count. Call it often: the bow must turn less than half a turn between two calls. */
  look(): Radians {
    const now = this.#heading()
    if (now !== undefined && this.#seen !== undefined)
      this.#turned = radians(this.#turned + turnBetween(this.#seen, now))
    this.#seen = now ?? this.#seen
    return this.#turned
  }
}
