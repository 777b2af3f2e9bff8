/** What of a request decides about it. */
export interface Asked {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/** What is answered without the boat when it has to be. */
export type Answerable = 'page' | 'part' | 'coast'

/** Pages of the console that are of use without the boat; whoever wants in needs the boat anyway. */
const pages: ReadonlySet<string> = new Set(['/', '/console', '/access'])

/**
 * What may be answered from what was kept: the console itself and the coast. Never anything that the boat says, for what
 * was said once is not said now.
 */
export const answerableBy = (origin: string, { method, mode, url }: Asked): Answerable | undefined => {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin) return undefined
  if (mode === 'navigate') return pages.has(pathname) ? 'page' : undefined
  if (pathname.startsWith('/assets/')) return 'part'
  return pathname.startsWith('/charts/coast/') ? 'coast' : undefined
}

const mostTiles = 100
const tileShape = /^\d{1,2}\/\d{1,3}\/\d{1,3}$/

/** The tiles that a page asks to be kept: `{ coast: ['8/144/74', …] }`. */
export const tilesIn = (message: unknown): readonly string[] => {
  const { coast } = Object(message) as { readonly coast?: unknown }
  const tiles: readonly unknown[] = Array.isArray(coast) ? coast : []
  return tiles
    .filter((tile): tile is string => typeof tile === 'string' && tileShape.test(tile))
    .slice(0, mostTiles)
}
