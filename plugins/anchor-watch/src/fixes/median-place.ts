import { moved, wayBetween, type Place, type Vector } from '#water/plane.ts'
import type { Metres, Seconds } from '#water/units.ts'

const span: Seconds = 30
/** A higher rate would not improve the median. */
const shortest: Seconds = 0.5

const middleOf = (values: readonly number[]): number => {
  const sorted = Float64Array.from(values).toSorted()
  const half = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[half]]
  return (low + high) / 2
}

/** The median of half a minute of positions: a few outliers do not move it. */
export class MedianPlace {
  #first: { readonly place: Place; readonly at: Seconds } | undefined
  #norths: Metres[] = []
  #easts: Metres[] = []
  #taken: Seconds = 0

  /** Returns the median at the end of each half minute. */
  add(place: Place, now: Seconds): Place | undefined {
    const first = this.#first
    if (first === undefined) {
      this.#first = { place, at: now }
      this.#norths = []
      this.#easts = []
      this.#take({ north: 0, east: 0 }, now)
      return undefined
    }
    if (now - first.at >= span) {
      const middle = moved(first.place, { north: middleOf(this.#norths), east: middleOf(this.#easts) })
      this.#first = undefined
      this.add(place, now)
      return middle
    }
    if (now - this.#taken >= shortest) this.#take(wayBetween(first.place, place), now)
    return undefined
  }

  #take({ north, east }: Vector, now: Seconds): void {
    this.#norths.push(north)
    this.#easts.push(east)
    this.#taken = now
  }
}
