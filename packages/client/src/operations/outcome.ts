import { MarineDataError, type ProblemCode } from '@marinedata/model'
import type { Call } from './operation.ts'

/** The answer of a request, or the problem with one of the codes that the operation declares. */
export type Outcome<Answer, Code extends ProblemCode> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: Code; readonly problem: MarineDataError }

/**
 * Waits for a request and returns a problem instead of throwing it, so that the compiler knows its codes.
 *
 * Still throws when there was no response of the server.
 */
export const outcomeOf = async <Answer, Code extends ProblemCode>(
  call: Call<Answer, Code>,
): Promise<Outcome<Answer, Code>> => {
  try {
    return { ok: true, answer: await call }
  } catch (error) {
    if (!(error instanceof MarineDataError)) throw error
    // A server of this version responds with the codes that it declares.
    return { ok: false, code: error.code as Code, problem: error }
  }
}
