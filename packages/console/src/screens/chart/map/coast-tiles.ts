import { coastShapes } from './coast-shapes.ts'
import { addressOf, type TileSpot } from './tile-cover.ts'

/** A tile that can be drawn at once. */
export interface DrawnTile {
  readonly land: Path2D
  readonly coast: Path2D
}

type Held = DrawnTile | 'sea' | 'coming' | { readonly failedAt: number }

const mostTiles = 160
const deadlineMs = 10_000
/** So long a tile that did not come is not asked for again. */
const patienceMs = 5_000
const noContent = 204

const pathOf = (paths: readonly (readonly number[])[], isClosed: boolean): Path2D => {
  const drawn = new Path2D()
  for (const path of paths) {
    drawn.moveTo(path[0] ?? 0, path[1] ?? 0)
    for (let at = 2; at < path.length; at += 2) drawn.lineTo(path[at] ?? 0, path[at + 1] ?? 0)
    if (isClosed) drawn.closePath()
  }
  return drawn
}

/** The coast as far as it was looked at; what was not looked at for the longest is let go. */
export class CoastTiles implements Disposable {
  readonly #held = new Map<string, Held>()
  readonly #onNews: () => void
  readonly #ending = new AbortController()

  /** @param onNews something new can be drawn */
  constructor(onNews: () => void) {
    this.#onNews = onNews
  }

  /** The tile, or `sea` where there is nothing but water; undefined while it is not known, and then it is asked for. */
  get(spot: TileSpot): DrawnTile | 'sea' | undefined {
    const address = addressOf(spot)
    const held = this.#held.get(address)
    if (held === undefined || isWorthAnotherTry(held)) void this.#load(address)
    else this.#touch(address, held)
    return held === 'sea' || (typeof held === 'object' && 'land' in held) ? held : undefined
  }

  /** The same, and nothing is asked for. */
  peek(spot: TileSpot): DrawnTile | 'sea' | undefined {
    const held = this.#held.get(addressOf(spot))
    return held === 'sea' || (typeof held === 'object' && 'land' in held) ? held : undefined
  }

  [Symbol.dispose](): void {
    this.#ending.abort()
  }

  #touch(address: string, held: Held): void {
    this.#held.delete(address)
    this.#held.set(address, held)
    const [oldest] = this.#held.keys()
    if (this.#held.size > mostTiles && oldest !== undefined) this.#held.delete(oldest)
  }

  async #load(address: string): Promise<void> {
    this.#touch(address, 'coming')
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(deadlineMs)])
    try {
      const response = await fetch(`/charts/coast/${address}`, { signal })
      if (!response.ok) throw new TypeError(`The coast at ${address} did not come`)
      this.#touch(address, response.status === noContent ? 'sea' : await drawnFrom(response))
      this.#onNews()
    } catch {
      // There is sea until it comes, and it says nowhere that there is no land.
      this.#touch(address, { failedAt: performance.now() })
    }
  }
}

const drawnFrom = async (response: Response): Promise<DrawnTile> => {
  const { land, coast } = coastShapes(new Uint8Array(await response.arrayBuffer()))
  return { land: pathOf(land, true), coast: pathOf(coast, false) }
}

const isWorthAnotherTry = (held: Held): boolean =>
  typeof held === 'object' && 'failedAt' in held && performance.now() - held.failedAt > patienceMs
