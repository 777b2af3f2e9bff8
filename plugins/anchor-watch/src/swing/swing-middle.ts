import { lengthOf, moved, wayBetween, type Place } from '#water/plane.ts'
import type { Metres, Seconds } from '#water/units.ts'
import { fitSwing, type Swing } from './swing-fit.ts'
import type { Track } from './track.ts'

/** How much the anchor's place is believed, against where the boat has been. */
const deviation: Metres = 6
/** The last minutes are left out: an anchor that drags must not take the middle along. */
const leftOut: Seconds = 600
const fewestPlaces = 20
const mostPlaces = 120
/** The middle does not move quickly; every so many half minutes is enough. */
const every = 10

/** The middle of the swing as the track tells it: where the anchor most likely is. */
export class SwingMiddle {
  #swing: Swing | undefined
  #anchor: Place
  #count = 0

  constructor(anchor: Place) {
    this.#anchor = anchor
  }

  /** The middle and the radius of the swing; undefined while too little is known. */
  get swing(): { readonly centre: Place; readonly radius: Metres; readonly deviation: Metres } | undefined {
    return this.#swing && { ...this.#swing, centre: moved(this.#anchor, this.#swing.centre) }
  }

  /** From the middle, or from the anchor while no middle is known. */
  distanceTo(place: Place): Metres {
    const { north, east } = wayBetween(this.#anchor, place)
    const { north: n, east: e } = this.#swing?.centre ?? { north: 0, east: 0 }
    return lengthOf({ north: north - n, east: east - e })
  }

  /** The anchor is believed to be elsewhere. */
  moveTo(anchor: Place): void {
    this.#anchor = anchor
    this.#swing = undefined
    this.#count = 0
  }

  /** @param farthest how far from the anchor the boat can be */
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
