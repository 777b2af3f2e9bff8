/// <reference lib="esnext.disposable" preserve="true" />
export type Listener<T> = (event: T) => void

/**
 * A list of listeners. An exception in a listener is reported as an uncaught error and does not affect the others.
 */
export class Listeners<T> {
  readonly #listeners = new Set<{ readonly emit: Listener<T> }>()

  /** Adds a listener until the result is disposed. */
  add(emit: Listener<T>): Disposable {
    const entry = { emit }
    this.#listeners.add(entry)
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(entry)
      },
    }
  }

  emit(event: T): void {
    for (const listener of this.#listeners) {
      try {
        listener.emit(event)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
