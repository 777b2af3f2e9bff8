import type { ProductWord } from '@marinedata/model'

/** The page: where it was loaded from, and what its address asks for. */
export interface Page {
  readonly url: string
  /** The word in the fixed path segment, written into the page by the server. */
  readonly productWord: ProductWord
  /** `/`, `/claim`, `/pair` … */
  readonly path: string
  readonly query: URLSearchParams
  readonly root: HTMLElement
}

export const pageOf = ({ documentElement: root }: Document, { origin, pathname, search }: Location): Page => {
  const { word } = root.dataset
  if (word === undefined) throw new TypeError('The page does not say how the boat is addressed')
  return {
    url: origin,
    productWord: word,
    path: pathname,
    query: new URLSearchParams(search),
    root,
  }
}

/** Whether the server serves another build than the open one. Its parts may then be gone. */
export const isOutdated = async (page: Document): Promise<boolean> => {
  const script = page.querySelector('script[src]')?.getAttribute('src') ?? ''
  const response = await fetch('/', { cache: 'no-store' })
  return !(await response.text()).includes(script)
}
