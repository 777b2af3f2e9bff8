import { distanceBetween, type Place } from '#water/plane.ts'
import type { Metres, MetresPerSecond, Seconds } from '#water/units.ts'
import type { Refusal } from './fix.ts'

/** No boat on its anchor is faster. */
const fastest: MetresPerSecond = 3
/** No boat is faster: 60 knots. */
const possible: MetresPerSecond = 30.9
/** How long a jump is doubted. */
const patience: Seconds = 20
/** Fixes that come faster than this are measured against the same one, or their jitter would look like speed. */
const shortest: Seconds = 1
/** How much faster than it was found to be a boat may become. */
const spurt = 1.5
/** A place as near as this to the last one that was believed is not worth a doubt. */
const near: Metres = 10

interface Seen {
  readonly place: Place
  readonly at: Seconds
}

const speedBetween = (from: Seen, to: Seen): MetresPerSecond =>
  distanceBetween(from.place, to.place) / Math.max(shortest, to.at - from.at)

/** Keeps out what jumps: for a while if a boat could have done it, for as long as it lasts if none could. */
export class FixGate {
  #trusted: Seen | undefined
  #doubted: { readonly first: Seen; readonly last: Seen } | undefined
  /** What is believed of the boat's speed: more than usual when it has turned out to be under way. */
  #pace = fastest

  constructor(trusted?: Seen) {
    this.#trusted = trusted
  }

  /** @param isAnchored without an anchor to lose, any place is believed that a boat could be at, or that stays for a while */
  judge(place: Place, now: Seconds, isAnchored: boolean): Refusal | undefined {
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

  /** Time makes what has jumped away look slower and slower: it stays in doubt as long as it stays there. */
  #isDoubted(seen: Seen): boolean {
    if (this.#trusted === undefined || this.#doubted === undefined) return false
    const isThere = speedBetween(this.#doubted.last, seen) <= fastest
    return isThere && distanceBetween(this.#trusted.place, seen.place) > near
  }

  /** What is doubted begins anew when it leaps about. */
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
