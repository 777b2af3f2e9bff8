import { MarineDataError } from '@marinedata/model'

/** Longer than a busy machine needs: only a test that fails waits so long. */
const defaultDeadlineMs = 30_000

/** Everything that has arrived, and waits for what arrives next. */
export class Arrivals<T> {
  readonly all: T[] = []
  readonly #waiters = new Set<(arrival: T) => void>()

  add(arrival: T): void {
    this.all.push(arrival)
    for (const waiter of this.#waiters) waiter(arrival)
  }

  /**
   * The next arrival from now on that is wanted.
   * @throws MarineDataError `unconfirmed` when none came in time
   */
  async next(isWanted: (arrival: T) => boolean = () => true, deadlineMs = defaultDeadlineMs): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const waiter = (arrival: T): void => {
      if (isWanted(arrival)) resolve(arrival)
    }
    const timer = setTimeout(
      () => reject(new MarineDataError('unconfirmed', `Nothing arrived within ${deadlineMs / 1_000} s`)),
      deadlineMs,
    )
    this.#waiters.add(waiter)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiters.delete(waiter)
    }
  }
}
