export type Listener<T> = (event: T) => void

/** Those who want to be told. A listener that throws is reported as an uncaught error and disturbs nobody else. */
export class Listeners<T> {
  readonly #listeners = new Set<{ readonly tell: Listener<T> }>()

  /** Adds a listener until what is given back is disposed of. */
  add(tell: Listener<T>): Disposable {
    const entry = { tell }
    this.#listeners.add(entry)
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(entry)
      },
    }
  }

  tell(event: T): void {
    for (const listener of this.#listeners) {
      try {
        listener.tell(event)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
