import { MarineDataError, type ProductWord, type StreamQuery } from '@marinedata/model'

/** URL parsing removes these segments, encoded or not, and the URL would address another resource. */
export const isDotSegment = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment)

/** Fills the parameters of a path: `notifications/{id}` becomes `notifications/abc`. */
export const addressOf = (path: string, valueOf: (name: string) => unknown): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = valueOf(name)
    if (typeof value !== 'string' || value === '' || isDotSegment(value))
      throw new MarineDataError('invalid-value', `${path}: ${String(value)} is not valid`)
    return encodeURIComponent(value)
  })

const baseOf = (text: string): string => {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new MarineDataError('invalid-value', `"${text}" is not an http or https URL`)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Builds the URLs of a server. */
export class ServerAddress {
  readonly #base: string

  /** @param url URL of the server; its path is preserved, for servers behind a proxy */
  constructor(url: string, word: ProductWord) {
    this.#base = `${baseOf(url)}/${word}`
  }

  /** URL of a path below the product word. */
  below(path: string, query: object = {}): string {
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given).toString()
    return `${this.#base}${path && `/${path}`}${search && `?${search}`}`
  }

  /** @param ticket for clients that authenticate */
  stream(query: StreamQuery, ticket?: string): string {
    const parameters = new URLSearchParams(ticket === undefined ? {} : { ticket })
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value))
    // http becomes ws, https becomes wss.
    return `${this.#base.replace(/^http/, 'ws')}/v1/stream?${parameters.toString()}`
  }
}
