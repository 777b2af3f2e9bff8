import { MarineDataError, type ProductWord, type StreamQuery } from '@marinedata/model'

/** A path below the root: `a/b/c` with URL-encoded segments, or the plain segments. */
export type TreePath = string | readonly string[]

const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment)

const encoded = (path: TreePath): string => {
  const segments = typeof path === 'string' ? path.split('/') : path.map(encodeURIComponent)
  // URL parsing removes these segments, encoded or not, and the URL would address another resource.
  if (segments.some(isDotSegment))
    throw new MarineDataError('invalid-value', `"${segments.join('/')}" must not have a segment "." or ".."`)
  return segments.filter((segment) => segment !== '').join('/')
}

const baseOf = (text: string): string => {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new MarineDataError('invalid-value', `"${text}" is not an http or https URL of a server`)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Builds the URLs of a server. */
export class ServerAddress {
  readonly #base: string

  /** @param url URL of the server; its path is preserved, for servers behind a proxy */
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

  /** URL of a resource below `/v2/api`. */
  below(path: TreePath): string {
    return `${this.#base}/v2/api/${encoded(path)}`
  }

  get ticket(): string {
    return `${this.#base}/v2/api/access/ticket`
  }

  /** @param ticket for clients that authenticate */
  stream(query: StreamQuery, ticket?: string): string {
    const parameters = new URLSearchParams(ticket === undefined ? {} : { ticket })
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value))
    // http becomes ws, https becomes wss.
    return `${this.#base.replace(/^http/, 'ws')}/v1/stream?${parameters.toString()}`
  }
}
