import { distanceBetween, type Place } from '#water/plane.ts'
import type { Metres, MetresPerSecond, Seconds } from '#water/units.ts'
import { FrozenReceiver } from './frozen-receiver.ts'

/** Maximum speed of a boat at anchor. */
const fastest: MetresPerSecond = 3
/** Faster fixes are compared with the same reference, or their jitter would look like speed. */
const shortest: Seconds = 1
/** How far apart two places are reported, and how near they must come before the report ends. */
const [apart, together]: readonly [Metres, Metres] = [15, 10]
/** A talker that is silent for longer has gone; a single talker that stays for longer has jumped. */
const longestTurn: Seconds = 10
/** How often and how long a talker must take its turn: an outlier comes once. */
const fewestTurns = 3
const evidence: Seconds = 5
const mostTalkers = 16

/** One talker: each of its positions is within reach of the one before. */
interface Talker {
  readonly first: Seconds
  last: Seconds
  place: Place
  /** What the next position is compared with. */
  reference: { readonly place: Place; readonly at: Seconds }
  /** How often it took over from another talker while it was elsewhere, and since when. */
  turns: number
  since: Seconds
  readonly frozen: FrozenReceiver
}

/**
 * Detects two receivers behind one source: their positions arrive in turns and are apart. A receiver that jumps, even
 * again and again, stays away for longer than a turn or comes back once.
 */
export class SecondPlace {
  #talkers: Talker[] = []
  #current: Talker | undefined
  #turnSince: Seconds = 0
  #reported: Talker | undefined

  /** @param trusted the last accepted position */
  hear(place: Place, now: Seconds, trusted: Place): void {
    this.#talkers = this.#talkers.filter((each) => isTalking(each, now))
    const talker = this.#nearest(place, now) ?? this.#newTalker(place, now)
    talker.place = place
    talker.last = now
    if (now - talker.reference.at >= shortest) talker.reference = { place, at: now }
    talker.frozen.seen(place, now)
    this.#countTurn(talker, now)
    if (distanceBetween(trusted, place) <= together) talker.turns = 0
    const off = (each: Talker): Metres => distanceBetween(trusted, each.place)
    this.#reported = this.#talkers
      .filter((each) => this.#isElsewhere(each, off(each), now))
      .toSorted((a, b) => off(b) - off(a))[0]
  }

  /** Where another talker than the accepted one says that the boat is. */
  at(now: Seconds): Place | undefined {
    return this.#reported !== undefined && isTalking(this.#reported, now) ? this.#reported.place : undefined
  }

  /** How long one of the talkers has repeated exactly the same position, when that is too long. */
  frozenFor(now: Seconds): Seconds | undefined {
    const spans = this.#talkers
      .filter((talker) => isTalking(talker, now))
      .map(({ frozen }) => frozen.frozenFor(now) ?? 0)
    const longest = Math.max(0, ...spans)
    return longest === 0 ? undefined : longest
  }

  #isElsewhere(talker: Talker, off: Metres, now: Seconds): boolean {
    const isTakingTurns = talker.turns >= fewestTurns && now - talker.since >= evidence
    return isTakingTurns && off > (talker === this.#reported ? together : apart)
  }

  #nearest(place: Place, now: Seconds): Talker | undefined {
    const off = ({ reference }: Talker): Metres => distanceBetween(reference.place, place)
    return this.#talkers
      .filter((talker) => off(talker) <= fastest * Math.max(shortest, now - talker.reference.at))
      .toSorted((a, b) => off(a) - off(b))[0]
  }

  /** When there are too many, the one that has talked for the shortest time gives way: noise never lasts. */
  #newTalker(place: Place, now: Seconds): Talker {
    if (this.#talkers.length >= mostTalkers) {
      const [briefest] = this.#talkers.toSorted((a, b) => a.last - a.first - (b.last - b.first))
      this.#talkers = this.#talkers.filter((talker) => talker !== briefest)
    }
    const reference = { place, at: now }
    const frozen = new FrozenReceiver()
    const talker = { first: now, last: now, place, reference, turns: 0, since: now, frozen }
    this.#talkers.push(talker)
    return talker
  }

  #countTurn(talker: Talker, now: Seconds): void {
    if (talker !== this.#current) {
      this.#current = talker
      this.#turnSince = now
      if (talker.turns === 0) talker.since = now
      talker.turns++
    } else if (now - this.#turnSince > longestTurn) talker.turns = 0
  }
}

const isTalking = ({ last }: Talker, now: Seconds): boolean => now - last <= longestTurn
