import { distanceBetween, type Place } from '#water/plane.ts'
import type { Metres, Seconds } from '#water/units.ts'
import { metres, type Notice } from './notice.ts'

const usuallyAfter: Seconds = 300
/** A boat at anchor or on a mooring stays within this. */
const room: Metres = 40
/** A boat that moved this far was, or is again, under way. */
const voyage: Metres = 300
const anchoringDepth: Metres = 40

/** Asks once per stop, when the boat has come to rest in shallow water, whether the watch was forgotten. */
export class ForgottenWatchHint {
  readonly #after: Seconds
  #origin: Place | undefined
  #rest: { readonly place: Place; readonly since: Seconds } | undefined
  #hasSailed = false
  #hint: Notice | undefined

  /** @param after how long the boat lies still before the hint */
  constructor(after: Seconds = usuallyAfter) {
    this.#after = after
  }

  /** The hint. The text stays the same during a stop, because a new text would be a new alert. */
  get notice(): Notice | undefined {
    return this.#hint
  }

  /** @param depth water depth, when it is known */
  seen(place: Place, now: Seconds, depth: Metres | undefined): void {
    this.#origin ??= place
    this.#hasSailed ||= distanceBetween(this.#origin, place) > voyage
    // The boat may later swing further than at first, and the sounder may fall silent.
    const limit = this.#hint === undefined ? room : voyage
    if (this.#rest === undefined || distanceBetween(this.#rest.place, place) > limit) {
      this.#rest = { place, since: now }
      this.#hint = undefined
    }
    if (now - this.#rest.since >= this.#after) this.#hint ??= this.#ask(depth)
  }

  /** Resets when the watch is set or the anchor is raised: what follows is another stop. */
  reset(): void {
    this.#origin = undefined
    this.#rest = undefined
    this.#hasSailed = false
    this.#hint = undefined
  }

  /** Only with a known depth and after a passage, so not in a berth and not at every start. */
  #ask(depth: Metres | undefined): Notice | undefined {
    if (!this.#hasSailed || depth === undefined || depth > anchoringDepth) return undefined
    const message = `The boat has come to rest in ${metres(depth)} of water and no anchor watch is set`
    return { reason: 'unwatched', level: 'alert', message }
  }
}
