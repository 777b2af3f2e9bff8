import type { Clock } from '@marinedata/core'

/** A place in the queue of plugins that start. Disposing of it makes room for the next. */
export interface StartSlot extends Disposable {
  /** Resolves when the plugin may start. */
  readonly ready: Promise<void>
}

interface Place {
  readonly admit: () => void
  isAdmitted: boolean
}

/** Few at a time: loading is what costs most, and a small machine has few cores. */
const startsAtOnce = 2
/** A plugin that hangs while it loads keeps others waiting no longer than this. */
const longestHoldMs = 10_000

/** Lets few plugins start at the same time. Urgent ones never wait. */
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
        hold = this.#clock.after(longestHoldMs, leave)
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
    const isFull = places.filter(({ isAdmitted }) => isAdmitted).length >= startsAtOnce
    if (isFull) return
    places.find(({ isAdmitted }) => !isAdmitted)?.admit()
  }
}
