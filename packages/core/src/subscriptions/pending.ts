import { frameOf, type Fragment, type Frame } from './frame.ts'

/** Fragments that wait for the next round, in order, with a signature by which equal lists find each other. */
export class Pending {
  #fragments: Fragment[] = []
  #signature = 0

  get isEmpty(): boolean {
    return this.#fragments.length === 0
  }

  add(fragment: Fragment): void {
    this.#fragments.push(fragment)
    this.#signature = (Math.imul(this.#signature, 31) + fragment.id) | 0
  }

  /** Takes everything out. */
  take(): { readonly fragments: readonly Fragment[]; readonly signature: number } {
    const taken = { fragments: this.#fragments, signature: this.#signature }
    this.#fragments = []
    this.#signature = 0
    return taken
  }
}

/**
 * The frames of lists that may be equal. Groups that were given the same fragments get the same frame, whatever they
 * subscribed to, so that what is encoded once costs once.
 */
export class SharedFrames {
  readonly #made: { readonly fragments: readonly Fragment[]; readonly frame: Frame }[] = []

  of(fragments: readonly Fragment[]): Frame[] {
    if (fragments.length === 0) return []
    const equal = this.#made.find((made) => isEqual(made.fragments, fragments))
    if (equal !== undefined) return [equal.frame]
    const frame = frameOf(fragments)
    this.#made.push({ fragments, frame })
    return [frame]
  }
}

const isEqual = (a: readonly Fragment[], b: readonly Fragment[]): boolean =>
  a.length === b.length && a.every((fragment, index) => fragment === b[index])
