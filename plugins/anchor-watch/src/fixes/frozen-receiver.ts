import type { Place } from '#water/plane.ts'
import type { Seconds } from '#water/units.ts'

/** A working receiver varies in the last digits every few seconds. */
const frozenAfter: Seconds = 300

/** Detects a receiver that repeats exactly the same position, and so may be dead. */
export class FrozenReceiver {
  #said: { readonly place: Place; readonly since: Seconds } | undefined

  seen(place: Place, now: Seconds): void {
    const said = this.#said?.place
    if (said?.latitude !== place.latitude || said.longitude !== place.longitude)
      this.#said = { place, since: now }
  }

  /** How long it has repeated the position, when that is too long. */
  frozenFor(now: Seconds): Seconds | undefined {
    const span = this.#said === undefined ? 0 : now - this.#said.since
    return span >= frozenAfter ? span : undefined
  }
}
