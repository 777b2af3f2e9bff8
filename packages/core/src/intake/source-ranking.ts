import { sourceSpaces } from '@marinedata/model'
import type { InternedPath } from '#interned-path.ts'

/** The skipper's order of sources for the paths below a prefix; the first is the best. */
export interface SourceOrder {
  /** A path or the head of some: `navigation` ranks everything below it. */
  readonly path: string
  readonly sources: readonly string[]
}

const unranked = 1_000

/**
 * Ranks sources by the longest matching prefix; a source that is not listed comes after all that are. A device may be
 * listed without its name space: `gps` is `device.gps` too.
 */
export class SourceRanking {
  readonly #orders: readonly SourceOrder[]

  constructor(orders: readonly SourceOrder[]) {
    this.#orders = orders.toSorted((a, b) => b.path.length - a.path.length)
  }

  /** Lower is better. */
  readonly rankOf = (source: string, { text }: InternedPath): number => {
    const order = this.#orders.find(({ path }) => text === path || text.startsWith(`${path}.`))
    if (order === undefined) return unranked
    const place = order.sources.findIndex(
      (name) => name === source || `${sourceSpaces.device}.${name}` === source,
    )
    return place < 0 ? unranked : place
  }
}
