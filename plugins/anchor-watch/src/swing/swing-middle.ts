import { lengthOf, moved, wayBetween, type Place } from '#water/plane.ts'
import type { Metres, Seconds } from '#water/units.ts'
import { fitSwing, type Swing } from './swing-fit.ts'
import type { Track } from './track.ts'

/** Weight of the anchor position against the track. */
const deviation: Metres = 6
/** Excludes the last minutes, so that a dragging anchor does not move the centre. */
const leftOut: Seconds = 600
const fewestPlaces = 20
const mostPlaces = 120
/** The centre moves slowly; it is computed every few half minutes. */
const every = 10

/** Estimates the centre of the swing from the track: the likely anchor position. */
export class SwingMiddle {
  #swing: Swing | undefined
  #anchor: Place
  #count = 0

  constructor(anchor: Place) {
    this.#anchor = anchor
  }

  /** Centre and radius of the swing; undefined while the track is too short. */
  get swing(): { readonly centre: Place; readonly radius: Metres; readonly deviation: Metres } | undefined {
    return this.#swing && { ...this.#swing, centre: moved(this.#anchor, this.#swing.centre) }
  }

  /** The distance from the centre, or from the anchor while the centre is unknown. */
  distanceTo(place: Place): Metres {
    const { north, east } = wayBetween(this.#anchor, place)
    const { north: n, east: e } = this.#swing?.centre ?? { north: 0, east: 0 }
    return lengthOf({ north: north - n, east: east - e })
  }

  /** Resets to another anchor position. */
  moveTo(anchor: Place): void {
    this.#anchor = anchor
    this.#swing = undefined
    this.#count = 0
  }

  /** @param farthest largest possible distance of the boat from the anchor */
  look(track: Track, now: Seconds, farthest: Metres): void {
    this.#count++
    if (this.#count % every !== 0) return
    const past = track.points.filter(({ at }) => now - at > leftOut)
    if (past.length < fewestPlaces) return
    const stride = Math.ceil(past.length / mostPlaces)
    const places = past.filter((_, index) => index % stride === 0)
    const ways = places.map((place) => wayBetween(this.#anchor, place))
    this.#swing = fitSwing(ways, { centre: { north: 0, east: 0 }, deviation }, farthest)
  }
}
