import { frameOf, type Fragment, type Frame } from './frame.ts'

/**
 * A sequence of fragments that waits for the next round. Groups that were given the same fragments stand on the same
 * batch, whatever they subscribed to, so they share one frame.
 */
export class Batch {
  readonly #before: Batch | undefined
  readonly #fragment: Fragment | undefined
  #lastFragment: Fragment | undefined
  #lastNext: Batch | undefined
  #nextByFragment: Map<Fragment, Batch> | undefined
  #frame: Frame | undefined

  constructor(before?: Batch, fragment?: Fragment) {
    this.#before = before
    this.#fragment = fragment
  }

  /** The batch with one more fragment. */
  with(fragment: Fragment): Batch {
    if (this.#lastFragment === fragment && this.#lastNext !== undefined) return this.#lastNext
    const next = this.#nextByFragment?.get(fragment) ?? new Batch(this, fragment)
    if (this.#lastNext !== undefined) {
      this.#nextByFragment ??= new Map()
      if (this.#lastFragment !== undefined) this.#nextByFragment.set(this.#lastFragment, this.#lastNext)
      this.#nextByFragment.set(fragment, next)
    }
    this.#lastFragment = fragment
    this.#lastNext = next
    return next
  }

  /** Encoded at the first call, then shared. */
  frame(): Frame {
    this.#frame ??= frameOf(this.#fragments())
    return this.#frame
  }

  #fragments(): Fragment[] {
    const fragments: Fragment[] = this.#fragment === undefined ? [] : [this.#fragment]
    for (let batch = this.#before; batch !== undefined; batch = batch.#before)
      if (batch.#fragment !== undefined) fragments.push(batch.#fragment)
    return fragments.toReversed()
  }
}
