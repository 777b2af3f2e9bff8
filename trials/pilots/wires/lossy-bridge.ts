import type { Frame, SimulatedBus } from '@marinedata/nmea2000'

/** Joins two buses into one. A share of the frames that cross is lost, in both directions. */
export class LossyBridge implements Disposable {
  /** From 0 to 1. */
  loss = 0
  readonly #crossed = new WeakSet<Frame>()
  readonly #attached = new DisposableStack()

  constructor(one: SimulatedBus, other: SimulatedBus) {
    this.#pass(one, other)
    this.#pass(other, one)
  }

  [Symbol.dispose](): void {
    this.#attached[Symbol.dispose]()
  }

  #pass(from: SimulatedBus, to: SimulatedBus): void {
    const attached = from.attachToFrames((frame) => {
      if (this.#crossed.has(frame) || Math.random() < this.loss) return
      // The frame reaches both sides, but crosses only once.
      const copy = { ...frame }
      this.#crossed.add(copy)
      to.send(copy)
    })
    this.#attached.use(attached)
  }
}
