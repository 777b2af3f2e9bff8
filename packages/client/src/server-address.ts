import { MarineDataError, type ProductWord, type StreamQuery } from '@marinedata/model'

/** A place below the root: `a/b/c` with its segments URL-encoded already, or the plain segments. */
export type TreePath = string | readonly string[]

const isClimb = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment)

const encoded = (path: TreePath): string => {
  const segments = typeof path === 'string' ? path.split('/') : path.map(encodeURIComponent)
  // An address resolves these away, encoded or not, and would then name another place.
  if (segments.some(isClimb))
    throw new MarineDataError('invalid-value', `"${segments.join('/')}" has a segment "." or ".."`)
  return segments.filter((segment) => segment !== '').join('/')
}

const baseOf = (text: string): string => {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new MarineDataError('invalid-value', `"${text}" is not the http or https address of a server`)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Where a server's doors are. */
export class ServerAddress {
  readonly #base: string

  /** @param url where the server is; a path in it, as behind a proxy, is kept */
  constructor(url: string, word: ProductWord) {
    this.#base = `${baseOf(url)}/${word}`
  }

  get discovery(): string {
    return this.#base
  }

  tree(path: TreePath): string {
    const below = encoded(path)
    return `${this.#base}/v1/api${below === '' ? '' : `/${below}`}`
  }

  /** A place of the second interface, which commands and asks. */
  below(path: TreePath): string {
    return `${this.#base}/v2/api/${encoded(path)}`
  }

  get ticket(): string {
    return `${this.#base}/v2/api/access/ticket`
  }

  /** @param ticket for those who have to show who they are */
  stream(query: StreamQuery, ticket?: string): string {
    const parameters = new URLSearchParams(ticket === undefined ? {} : { ticket })
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value))
    // http becomes ws, https becomes wss.
    return `${this.#base.replace(/^http/, 'ws')}/v1/stream?${parameters.toString()}`
  }
}
