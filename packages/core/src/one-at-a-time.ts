/**
 * Runs asynchronous tasks one after another, so that a condition checked by a task still holds when the task ends.
 */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    // The caller of `run` handles the rejection; the queue ignores it.
    this.#last = done.catch(() => undefined)
    return done
  }
}
