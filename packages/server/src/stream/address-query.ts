import { MarineDataError, type Check, type TSchema } from '@marinedata/model'
import { textValues } from '../text-values.ts'

interface QueryKind<T> {
  readonly check: Check<T>
  readonly schema: TSchema & { readonly properties: object }
  /** Name of the WebSocket, for the error. */
  readonly name: string
}

/**
 * Reads the known parameters in the address of a WebSocket. Unknown parameters are ignored.
 * @throws MarineDataError `invalid-query`
 */
export const addressQuery = <T>(parameters: URLSearchParams, { check, schema, name }: QueryKind<T>): T => {
  const entries = Object.keys(schema.properties).flatMap<readonly [string, string]>((known) => {
    const value = parameters.get(known)
    return value === null ? [] : [[known, value]]
  })
  const query: unknown = textValues(schema, Object.fromEntries(entries))
  if (check.accepts(query)) return query
  throw new MarineDataError('invalid-query', `The query of the ${name} URL is not valid`, {
    errors: check.faults(query),
  })
}
