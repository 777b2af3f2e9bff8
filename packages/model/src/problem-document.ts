import { Type, type Static } from '#schema-language.ts'

/** One fault, with its location as a JSON pointer into the request. */
export const Fault = Type.Object(
  { path: Type.String({ description: 'JSON pointer' }), message: Type.String() },
  { $id: 'Fault' },
)
export type Fault = Static<typeof Fault>

/** An RFC 9457 problem document with additional members. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    retryable: Type.Boolean(),
    outcome: Type.Enum(['none', 'unknown', 'applied']),
    errors: Type.Array(Fault),
    state: Type.Literal('FAILED'),
    statusCode: Type.Integer(),
    message: Type.String(),
  },
  { $id: 'Problem' },
)
export type Problem = Static<typeof Problem>
