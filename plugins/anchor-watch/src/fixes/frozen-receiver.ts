import type { Place } from '#water/plane.ts'
import type { Seconds } from '#water/units.ts'

/** A receiver that lives says something slightly different every few seconds. */
const frozenAfter: Seconds = 300

/** Notices a receiver that goes on saying the very same place, to the last digit: perhaps it has died with it on its lips. */
export class FrozenReceiver {
  #said: { readonly place: Place; readonly since: Seconds } | undefined

  seen(place: Place, now: Seconds): void {
    const said = this.#said?.place
    if (said?.latitude !== place.latitude || said.longitude !== place.longitude)
      this.#said = { place, since: now }
  }

  /** For how long it has said the same, when that is too long. */
  frozenFor(now: Seconds): Seconds | undefined {
    const span = this.#said === undefined ? 0 : now - this.#said.since
    return span >= frozenAfter ? span : undefined
  }
}
