import type { IncomingMessage, ServerResponse } from 'node:http'

interface PathValue {
  readonly path: string
  readonly value: unknown
}

export interface Delta {
  readonly context: string
  readonly updates: readonly { readonly values: readonly PathValue[] }[]
}

const apiPrefix = '/marinedata/v1/api/'

/** The minimum state of a delta server: the latest value by context and path. */
export class ValueMap {
  readonly #valuesByContext = new Map<string, Map<string, unknown>>()

  keep(delta: Delta): void {
    let values = this.#valuesByContext.get(delta.context)
    if (values === undefined) {
      values = new Map()
      this.#valuesByContext.set(delta.context, values)
    }
    for (const update of delta.updates) {
      for (const { path, value } of update.values) values.set(path, value)
    }
  }

  /** Answers `GET …/api/{map}/{identifier}/{path with slashes}` with `{ value }`. */
  readonly answer = (request: IncomingMessage, response: ServerResponse): void => {
    const [map, identifier, ...path] = decodeURIComponent(request.url ?? '')
      .slice(apiPrefix.length)
      .split('/')
    const value = this.#valuesByContext.get(`${map}.${identifier}`)?.get(path.join('.'))
    response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ value }))
  }
}
