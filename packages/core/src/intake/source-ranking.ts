import { sourceSpaces } from '@marinedata/model'
import type { InternedPath } from '#tree/interned-path.ts'

/** The configured order of sources for the paths below a prefix, best first. */
export interface SourceOrder {
  /** A path or a path prefix: `navigation` applies to everything below it. */
  readonly path: string
  readonly sources: readonly string[]
}

const unranked = 1_000

/**
 * Ranks sources by the order with the longest matching prefix. Unlisted sources rank last. A device may be listed
 * without its namespace: `gps` also matches `device.gps`.
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
