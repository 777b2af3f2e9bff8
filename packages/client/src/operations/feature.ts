import { addressOf } from '../server-address.ts'
import type { RequestOptions, RequestParts } from '../request-json.ts'

/** The part of a client that features use. */
export interface Sender {
  send(method: string, path: string, request?: RequestOptions & RequestParts): Promise<unknown>
}

/** Creates the methods of a feature for a client. */
export type Feature<Methods> = (client: Sender) => Methods

/**
 * Makes the methods of a feature from its table. An entry is the HTTP method, the path below `base` and, for an operation
 * with a body or a query, that word. The arguments of a method are those of its path, this payload, and the options.
 */
export const defineFeature =
  <Methods>(base: string, table: Readonly<Record<keyof Methods, string>>): Feature<Methods> =>
  (client) => {
    const methodOf = (entry: string) => {
      const [method = '', path = '', payload] = entry.split(' ')
      return async (...given: unknown[]): Promise<unknown> => {
        const url = addressOf(`v2/api/${base}${path}`, () => given.shift())
        const content = payload === undefined ? {} : { [payload]: given.shift() }
        // The declared types of the methods have the options last.
        return client.send(method, url, { ...(given[0] as RequestOptions | undefined), ...content })
      }
    }
    const entries = Object.entries<string>(table).map(([name, entry]) => [name, methodOf(entry)])
    // The generated table and the generated types have the same members.
    return Object.fromEntries(entries) as Methods
  }
