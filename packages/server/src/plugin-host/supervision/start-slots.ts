import type { Clock } from '@marinedata/core'

/** A place in the start queue. Dispose of it to admit the next plugin. */
export interface StartSlot extends Disposable {
  /** Resolves when the plugin may start. */
  readonly ready: Promise<void>
}

interface Place {
  readonly admit: () => void
  isAdmitted: boolean
}

/** Loading a plugin is expensive, and a small machine has few cores. */
const maxConcurrentStarts = 2
/** A plugin that hangs while it loads delays others no longer than this. */
const maxHoldMs = 10_000

/** Limits how many plugins start at the same time. Urgent plugins never wait. */
export class StartSlots {
  readonly #clock: Clock
  readonly #places = new Set<Place>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  enter(isUrgent: boolean): StartSlot {
    const { promise, resolve } = Promise.withResolvers<void>()
    let hold: Disposable | undefined
    const leave = (): void => {
      hold?.[Symbol.dispose]()
      if (this.#places.delete(place)) this.#admitNext()
    }
    const place: Place = {
      isAdmitted: false,
      admit: () => {
        place.isAdmitted = true
        hold = this.#clock.after(maxHoldMs, leave)
        resolve()
      },
    }
    this.#places.add(place)
    if (isUrgent) place.admit()
    else this.#admitNext()
    return { ready: promise, [Symbol.dispose]: leave }
  }

  #admitNext(): void {
    const places = [...this.#places]
    const isFull = places.filter(({ isAdmitted }) => isAdmitted).length >= maxConcurrentStarts
    if (isFull) return
    places.find(({ isAdmitted }) => !isAdmitted)?.admit()
  }
}
