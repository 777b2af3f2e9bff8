import { problems } from '@marinedata/model'
import type { Endpoint } from './endpoints.ts'

/** A problem of the server, and the endpoints that return it. */
export interface KnownProblem {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly isRetryable: boolean
  /** Endpoints whose documentation names it. */
  readonly endpoints: readonly Endpoint[]
}

const codesOf = ({ answers }: Endpoint): ReadonlySet<string> =>
  new Set(answers.flatMap(({ description }) => description.split(', ')))

/** All problems by status. Some belong to no endpoint: any request can return them. */
export const catalogueOf = (endpoints: readonly Endpoint[]): readonly KnownProblem[] => {
  const codes = endpoints.map((endpoint) => ({ endpoint, codes: codesOf(endpoint) }))
  return Object.entries(problems).map(([code, { status, title, retryable }]) => ({
    code,
    status,
    title,
    isRetryable: retryable,
    endpoints: codes.filter((known) => known.codes.has(code)).map(({ endpoint }) => endpoint),
  }))
}
