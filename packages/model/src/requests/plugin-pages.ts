import { TokenRole } from '#scopes.ts'
import { Type, type Static } from '#schema-language.ts'

/** Limits of the pages of a plugin, and of the requests that a plugin answers. */
export const pageLimits = {
  /** Of an answer as JSON: it fits into one message of the protocol with all that surrounds it. */
  answerBytes: 60_000,
  /** Within which a plugin answers a request. */
  deadlineSeconds: 5,
  /** Requests that a plugin answers at the same time. */
  pending: 8,
  /** Requests a second of all clients to one plugin, and how many may come at once. */
  requestsPerSecond: 50,
  burst: 100,
  files: 2_000,
  fileBytes: 8_388_608,
} as const

export const pageMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type PageMethod = (typeof pageMethods)[number]

/** The path of a request to a plugin. No segment leads out of a folder, if a plugin should use it as a file name. */
export const PagePath = Type.String({
  pattern:
    '^(?:(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]{1,64}(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]{1,64}){0,15})?$',
})

/** The query of a request to a plugin. Each name may occur once. */
export const PageQuery = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' }),
  Type.String({ maxLength: 1_024 }),
  { maxProperties: 32, additionalProperties: false },
)

/** A request to a plugin, of one of its pages or of a program. Of the sender it has the role only. */
export const PageRequest = Type.Object(
  {
    method: Type.Enum([...pageMethods]),
    path: PagePath,
    query: PageQuery,
    role: TokenRole,
    body: Type.Optional(Type.Unknown({ description: 'JSON of at most 64 kB; absent without a body' })),
  },
  { $id: 'PageRequest', additionalProperties: false },
)
export type PageRequest = Static<typeof PageRequest>

/** Types of texts that a plugin may answer with. None of them is run by a browser. */
export const pageTextTypes = ['text/plain', 'text/csv', 'application/gpx+xml'] as const

/** The answer of a plugin: a value as JSON, or a text. */
export const PageAnswer = Type.Union(
  [
    Type.Object({ json: Type.Unknown() }, { additionalProperties: false }),
    Type.Object(
      { text: Type.String(), type: Type.Enum([...pageTextTypes]) },
      { additionalProperties: false },
    ),
  ],
  { $id: 'PageAnswer' },
)
export type PageAnswer = Static<typeof PageAnswer>
