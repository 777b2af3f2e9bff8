import { addressOf, type TileSpot } from './tile-cover.ts'

type Held<Tile> = { readonly tile: Tile } | 'empty' | 'coming' | { readonly failedAt: number }

const mostTiles = 160
const deadlineMs = 10_000
/** Time before a failed tile is requested again. */
const patienceMs = 5_000
/** No land or no chart at that place. */
const noContent = 204

export interface TileStoreOptions<Tile> {
  readonly urlOf: (address: string) => string
  /** @throws if the tile is invalid */
  readonly read: (bytes: Uint8Array) => Tile
  /** Called when a new tile can be drawn. */
  readonly onNews: () => void
}

/** A cache of tiles; evicts those not used for longest. */
export class TileStore<Tile> implements Disposable {
  readonly #held = new Map<string, Held<Tile>>()
  readonly #options: TileStoreOptions<Tile>
  readonly #ending = new AbortController()

  constructor(options: TileStoreOptions<Tile>) {
    this.#options = options
  }

  /** The tile, or `empty` if there is nothing to draw. Undefined while unknown; then it is requested. */
  get(spot: TileSpot): Tile | 'empty' | undefined {
    const address = addressOf(spot)
    const held = this.#held.get(address)
    if (held === undefined || isWorthAnotherTry(held)) void this.#load(address)
    else this.#touch(address, held)
    return known(held)
  }

  /** Like `get`, without a request. */
  peek(spot: TileSpot): Tile | 'empty' | undefined {
    return known(this.#held.get(addressOf(spot)))
  }

  [Symbol.dispose](): void {
    this.#ending.abort()
  }

  #touch(address: string, held: Held<Tile>): void {
    this.#held.delete(address)
    this.#held.set(address, held)
    const [oldest] = this.#held.keys()
    if (this.#held.size > mostTiles && oldest !== undefined) this.#held.delete(oldest)
  }

  async #load(address: string): Promise<void> {
    this.#touch(address, 'coming')
    const { urlOf, read, onNews } = this.#options
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(deadlineMs)])
    try {
      const response = await fetch(urlOf(address), { signal })
      if (!response.ok) throw new TypeError(`The tile at ${address} did not come`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      this.#touch(address, response.status === noContent ? 'empty' : { tile: read(bytes) })
      onNews()
    } catch {
      // Shown as sea until it arrives; the chart never claims that there is no land.
      this.#touch(address, { failedAt: performance.now() })
    }
  }
}

const known = <Tile>(held: Held<Tile> | undefined): Tile | 'empty' | undefined => {
  if (held === 'empty') return held
  return typeof held === 'object' && 'tile' in held ? held.tile : undefined
}

const isWorthAnotherTry = (held: Held<unknown>): boolean =>
  typeof held === 'object' && 'failedAt' in held && performance.now() - held.failedAt > patienceMs
