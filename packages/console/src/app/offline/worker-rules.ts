/** The parts of a request that decide how it is handled. */
export interface Asked {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/** Requests that can be answered without the boat. */
export type Answerable = 'page' | 'part' | 'coast'

/** Pages that are useful offline. Signing in and pairing need the boat. */
const pages: ReadonlySet<string> = new Set(['/', '/console', '/access'])

/**
 * Requests that may be answered from the cache: the console itself and the coast. Never a response of the API, because it may be
 * out of date.
 */
export const answerableBy = (origin: string, { method, mode, url }: Asked): Answerable | undefined => {
  const { origin: requestOrigin, pathname } = new URL(url)
  if (method !== 'GET' || requestOrigin !== origin) return undefined
  if (mode === 'navigate') return pages.has(pathname) ? 'page' : undefined
  if (pathname.startsWith('/assets/')) return 'part'
  return pathname.startsWith('/charts/coast/') ? 'coast' : undefined
}

const mostTiles = 100
const tileShape = /^\d{1,2}\/\d{1,3}\/\d{1,3}$/

/** Tiles that a page asks the worker to store: `{ coast: ['8/144/74', …] }`. */
export const tilesIn = (message: unknown): readonly string[] => {
  const { coast } = Object(message) as { readonly coast?: unknown }
  const tiles: readonly unknown[] = Array.isArray(coast) ? coast : []
  return tiles
    .filter((tile): tile is string => typeof tile === 'string' && tileShape.test(tile))
    .slice(0, mostTiles)
}
