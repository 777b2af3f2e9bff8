import { distanceBetween, type Place } from '#water/plane.ts'
import type { Metres, Seconds } from '#water/units.ts'
import { metres, timeSpan, type Notice } from './notice.ts'

const stillFor: Seconds = 300
/** A boat at anchor or on a mooring stays within this. */
const room: Metres = 40
/** A boat that has come from so far away was under way. */
const voyage: Metres = 300
const anchoringDepth: Metres = 40

/** Asks, when the boat has come to rest in shallow water, whether the watch was forgotten. */
export class StillHint {
  #origin: Place | undefined
  #rest: { readonly place: Place; readonly since: Seconds } | undefined
  #hasSailed = false

  seen(place: Place, now: Seconds): void {
    this.#origin ??= place
    this.#hasSailed ||= distanceBetween(this.#origin, place) > voyage
    if (this.#rest === undefined || distanceBetween(this.#rest.place, place) > room)
      this.#rest = { place, since: now }
  }

  /** The watch is set, or the anchor was raised: what comes next is another stay. */
  reset(): void {
    this.#origin = undefined
    this.#rest = undefined
    this.#hasSailed = false
  }

  /** Only where the depth is known and there was a voyage before: not in a berth, and not at every start. */
  notice(now: Seconds, depth: Metres | undefined): Notice | undefined {
    if (!this.#hasSailed || this.#rest === undefined || depth === undefined) return undefined
    const rest = now - this.#rest.since
    if (rest < stillFor || depth > anchoringDepth) return undefined
    return {
      reason: 'unwatched',
      level: 'alert',
      message: `The boat has been still for ${timeSpan(rest)} in ${metres(depth)} of water and no anchor watch is set`,
    }
  }
}
