import { distanceBetween, type Place } from '#water/plane.ts'
import type { Metres, Seconds } from '#water/units.ts'
import { metres, type Notice } from './notice.ts'

const usuallyAfter: Seconds = 300
/** A boat at anchor or on a mooring stays within this. */
const room: Metres = 40
/** A boat that has come from so far away was under way; one that goes so far is again. */
const voyage: Metres = 300
const anchoringDepth: Metres = 40

/** Asks, when the boat has come to rest in shallow water, whether the watch was forgotten: once for each stop. */
export class StillHint {
  readonly #after: Seconds
  #origin: Place | undefined
  #rest: { readonly place: Place; readonly since: Seconds } | undefined
  #hasSailed = false
  #told: Notice | undefined

  /** @param after how long the boat lies before it asks */
  constructor(after: Seconds = usuallyAfter) {
    this.#after = after
  }

  /** What it asks; the same words as long as the boat lies there, or it would be another call every minute. */
  get notice(): Notice | undefined {
    return this.#told
  }

  /** @param depth of the water, when it is known */
  seen(place: Place, now: Seconds, depth: Metres | undefined): void {
    this.#origin ??= place
    this.#hasSailed ||= distanceBetween(this.#origin, place) > voyage
    // Where it lies it may swing further than it did at first, and the sounder may fall silent.
    const limit = this.#told === undefined ? room : voyage
    if (this.#rest === undefined || distanceBetween(this.#rest.place, place) > limit) {
      this.#rest = { place, since: now }
      this.#told = undefined
    }
    if (now - this.#rest.since >= this.#after) this.#told ??= this.#ask(depth)
  }

  /** The watch is set, or the anchor was raised: what comes next is another stay. */
  reset(): void {
    this.#origin = undefined
    this.#rest = undefined
    this.#hasSailed = false
    this.#told = undefined
  }

  /** Only where the depth is known and there was a voyage before: not in a berth, and not at every start. */
  #ask(depth: Metres | undefined): Notice | undefined {
    if (!this.#hasSailed || depth === undefined || depth > anchoringDepth) return undefined
    const message = `The boat has come to rest in ${metres(depth)} of water and no anchor watch is set`
    return { reason: 'unwatched', level: 'alert', message }
  }
}
