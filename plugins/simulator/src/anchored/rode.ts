import type { Metres } from '../units.ts'

export type Newtons = number

/** The rode between boat and anchor. */
export interface Chain {
  readonly length: Metres
  /** From the sea-bed to the bow roller. */
  readonly height: Metres
  /** Newtons per metre in the water: 19.6 for a chain of 10 mm, 12 for one of 8 mm. */
  readonly weight: number
}

/** Horizontal distance from the anchor to the bow with a straight chain. */
export const straightReach = ({ length, height }: Chain): Metres => Math.sqrt(length ** 2 - height ** 2)

/** Horizontal distance of the bow at this pull: a catenary, partly on the sea-bed. */
export const reachOf = (chain: Chain, pull: Newtons): Metres => {
  const { length, height, weight } = chain
  if (pull === 0) return length - height
  const curve = pull / weight
  const lifted = Math.sqrt(height * (height + 2 * curve))
  return lifted <= length
    ? length - lifted + curve * Math.acosh(1 + height / curve)
    : 2 * curve * Math.asinh(straightReach(chain) / (2 * curve))
}

/** Newtons per metre of stretch of the snubber. It also keeps coarse time steps stable. */
const snubber = 20_000
const mostPull: Newtons = 60_000
const finest: Metres = 0.02

/** The pull of the rode by distance, computed once. */
export class Rode {
  readonly #slack: Metres
  readonly #pulls: Float64Array

  constructor(chain: Chain) {
    const reach = (pull: Newtons): Metres => reachOf(chain, pull) + pull / snubber
    this.#slack = reach(0)
    this.#pulls = new Float64Array(Math.floor((reach(mostPull) - this.#slack) / finest) + 1)
    let pull = 0
    for (let index = 1; index < this.#pulls.length; index++) {
      pull = pullFor(reach, this.#slack + index * finest, pull)
      this.#pulls[index] = pull
    }
  }

  /** @param distance horizontal, from the anchor to the bow */
  pullAt(distance: Metres): Newtons {
    const place = (distance - this.#slack) / finest
    if (place <= 0) return 0
    const last = this.#pulls.length - 1
    const index = Math.min(Math.floor(place), last - 1)
    const [low = 0, high = 0] = [this.#pulls[index], this.#pulls[index + 1]]
    return low + (high - low) * (place - index)
  }
}

/** The pull at which the rode reaches this far, by bisection. */
const pullFor = (reach: (pull: Newtons) => Metres, distance: Metres, least: Newtons): Newtons => {
  let [low, high] = [least, mostPull]
  for (let half = 0; half < 40; half++) {
    const middle = (low + high) / 2
    if (reach(middle) < distance) low = middle
    else high = middle
  }
  return (low + high) / 2
}
