/** Does work that waits, one piece after the other: what a piece has checked is still so when it is done. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    // Its own caller is told how it ended.
    this.#last = done.catch(() => undefined)
    return done
  }
}
