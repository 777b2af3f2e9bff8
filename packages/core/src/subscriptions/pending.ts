import { frameOf, type Fragment, type Frame } from './frame.ts'

/** Fragments for the next flush, in order, with a hash to find equal lists. */
export class Pending {
  #fragments: Fragment[] = []
  #signature = 0

  get isEmpty(): boolean {
    return this.#fragments.length === 0
  }

  get size(): number {
    return this.#fragments.length
  }

  add(fragment: Fragment): void {
    this.#fragments.push(fragment)
    this.#signature = (Math.imul(this.#signature, 31) + fragment.id) | 0
  }

  /** Returns and removes everything. */
  take(): { readonly fragments: readonly Fragment[]; readonly signature: number } {
    const taken = { fragments: this.#fragments, signature: this.#signature }
    this.#fragments = []
    this.#signature = 0
    return taken
  }
}

/**
 * Shares frames between groups with the same fragments, even if their subscriptions differ, so that each list is
 * serialized once.
 */
export class SharedFrames {
  readonly #epoch: number
  readonly #made: {
    readonly fragments: readonly Fragment[]
    readonly isInOrder: boolean
    readonly frame: Frame
  }[] = []

  constructor(epoch: number) {
    this.#epoch = epoch
  }

  of(fragments: readonly Fragment[], isInOrder: boolean): Frame[] {
    if (fragments.length === 0) return []
    const equal = this.#made.find(
      (made) => made.isInOrder === isInOrder && isEqual(made.fragments, fragments),
    )
    if (equal !== undefined) return [equal.frame]
    const frame = frameOf(fragments, { epoch: this.#epoch, isInOrder })
    this.#made.push({ fragments, isInOrder, frame })
    return [frame]
  }
}

const isEqual = (a: readonly Fragment[], b: readonly Fragment[]): boolean =>
  a.length === b.length && a.every((fragment, index) => fragment === b[index])
