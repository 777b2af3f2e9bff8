import { distanceBetween, type Place } from '#water/plane.ts'
import type { Metres, MetresPerSecond, Seconds } from '#water/units.ts'
import type { Refusal } from './fix.ts'
import { SecondPlace } from './second-place.ts'

/** Maximum speed of a boat at anchor. */
const fastest: MetresPerSecond = 3
/** Maximum speed of any boat: 60 knots. */
const possible: MetresPerSecond = 30.9
/** How long a jump is rejected. */
const patience: Seconds = 20
/** Faster fixes are compared with the same reference, or their jitter would look like speed. */
const shortest: Seconds = 1
/** How much faster than observed a boat may become. */
const spurt = 1.5
/** A position this near to the last accepted one is always accepted. */
const near: Metres = 10

interface Seen {
  readonly place: Place
  readonly at: Seconds
}

const speedBetween = (from: Seen, to: Seen): MetresPerSecond =>
  distanceBetween(from.place, to.place) / Math.max(shortest, to.at - from.at)

/** Rejects jumps: for a while when a boat could have moved, for as long as they last when none could. */
export class FixGate {
  #trusted: Seen | undefined
  #doubted: { readonly first: Seen; readonly last: Seen } | undefined
  /** The assumed speed limit; higher once the boat has proved to be under way. */
  #pace = fastest
  readonly #second = new SecondPlace()

  constructor(trusted?: Seen) {
    this.#trusted = trusted
  }

  /** @param isAnchored without an anchor down, any position is accepted that a boat could reach or that persists */
  judge(place: Place, now: Seconds, isAnchored: boolean): Refusal | undefined {
    const refusal = this.#judge(place, now, isAnchored)
    this.#second.hear(place, now, this.#trusted?.place ?? place)
    return refusal
  }

  /** Another place that the source says in turns with the accepted one: two receivers share the connection. */
  secondPlace(now: Seconds): Place | undefined {
    return this.#second.at(now)
  }

  /** How long exactly the same position has been repeated, even if others came between, when that is too long. */
  frozenFor(now: Seconds): Seconds | undefined {
    return this.#second.frozenFor(now)
  }

  #judge(place: Place, now: Seconds, isAnchored: boolean): Refusal | undefined {
    const seen = { place, at: now }
    const speed = this.#trusted === undefined ? 0 : speedBetween(this.#trusted, seen)
    if (speed <= (isAnchored ? this.#pace : possible) && !this.#isDoubted(seen)) {
      if (speed <= fastest) this.#pace = fastest
      return this.#trust(seen)
    }
    const doubted = this.#doubt(seen)
    if (now - doubted.first.at < patience) return 'jump'
    if (isAnchored && speed > possible) return 'impossible'
    this.#pace = Math.max(fastest, spurt * speedBetween(doubted.first, seen))
    return this.#trust(seen)
  }

  /** Elapsed time makes a jump look slower, so it stays rejected while it persists. */
  #isDoubted(seen: Seen): boolean {
    if (this.#trusted === undefined || this.#doubted === undefined) return false
    const isThere = speedBetween(this.#doubted.last, seen) <= fastest
    return isThere && distanceBetween(this.#trusted.place, seen.place) > near
  }

  /** A rejected series starts again when it jumps about. */
  #doubt(seen: Seen): { readonly first: Seen; readonly last: Seen } {
    const before = this.#doubted
    const isSteady = before !== undefined && speedBetween(before.last, seen) <= possible
    this.#doubted = { first: isSteady ? before.first : seen, last: seen }
    return this.#doubted
  }

  #trust(seen: Seen): undefined {
    this.#doubted = undefined
    if (this.#trusted === undefined || seen.at - this.#trusted.at >= shortest) this.#trusted = seen
  }
}
