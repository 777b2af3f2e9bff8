import type { Metres, MetresPerSecond, Seconds } from '../units.ts'
import type { Vector } from '../vector.ts'

/** When the anchor starts to drag, and how fast. */
export interface Drag {
  readonly at: Seconds
  readonly speed: MetresPerSecond
}

/** The anchor: it holds, or drags towards the bow. */
export class GroundTackle {
  readonly #drag: Drag | undefined
  #time: Seconds = 0
  #place: Vector = { north: 0, east: 0 }
  #dragged: Metres = 0

  constructor(drag?: Drag) {
    this.#drag = drag
  }

  /** From where it fell. */
  get place(): Vector {
    return this.#place
  }

  /** How far it has dragged. */
  get dragged(): Metres {
    return this.#dragged
  }

  step(dt: Seconds, bow: Vector): void {
    this.#time += dt
    if (this.#drag === undefined || this.#time <= this.#drag.at) return
    const way = this.#drag.speed * Math.min(dt, this.#time - this.#drag.at)
    const [north, east] = [bow.north - this.#place.north, bow.east - this.#place.east]
    const share = way / Math.max(Math.hypot(north, east), way)
    this.#place = { north: this.#place.north + north * share, east: this.#place.east + east * share }
    this.#dragged += way
  }
}
