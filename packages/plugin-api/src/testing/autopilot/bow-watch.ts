import { turnBetween, type Radians } from '@marinedata/model'

/** How far the bow has turned since a moment, positive to starboard, whole turns counted. */
export class BowWatch {
  readonly #heading: () => Radians | undefined
  #seen: Radians | undefined
  #turned: Radians = 0

  constructor(heading: () => Radians | undefined) {
    this.#heading = heading
    this.#seen = heading()
  }

  /** To be asked often: between two looks the bow turns less than half a turn. */
  look(): Radians {
    const now = this.#heading()
    if (now !== undefined && this.#seen !== undefined) this.#turned += turnBetween(this.#seen, now)
    this.#seen = now ?? this.#seen
    return this.#turned
  }
}
