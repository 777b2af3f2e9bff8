import { problems } from '@marinedata/model'
import type { Endpoint } from './endpoints.ts'

/** One way in which the server can refuse, and where it does. */
export interface KnownProblem {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly isRetryable: boolean
  /** Endpoints whose document names it. */
  readonly endpoints: readonly Endpoint[]
}

const codesOf = ({ answers }: Endpoint): ReadonlySet<string> =>
  new Set(answers.flatMap(({ description }) => description.split(', ')))

/** Every problem of the table, by status; some are not bound to a place and can come from anywhere. */
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
