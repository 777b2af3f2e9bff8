import { isProblemCode, MarineDataError, type Problem, type ProblemCode } from '@marinedata/model'

export interface RequestOptions {
  readonly signal?: AbortSignal
  /** Timeout of this request in milliseconds, instead of that of the client. */
  readonly timeoutMs?: number
  /** Additional headers, such as `Idempotency-Key`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Completes the request even if the page is closed. */
  readonly keepalive?: boolean
}

/** The content of a request, whose types follow from the operation. */
export interface RequestParts {
  /** Sent as JSON. */
  readonly body?: unknown
  /** Query parameters. */
  readonly query?: object
}

interface RequestNeeds {
  readonly timeoutMs: number
  readonly token?: string | undefined
  readonly method: string
}

/** Problem codes for responses without a problem document, such as those of a proxy. */
const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  415: 'unsupported-media-type',
  503: 'shutting-down',
}

const codeOf = (code: string | undefined, status: number): ProblemCode => {
  if (isProblemCode(code)) return code
  return codeOfStatus[status] ?? (status < 500 ? 'bad-request' : 'internal')
}

const problemIn = async (response: Response): Promise<Partial<Problem>> => {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return {}
  // Only members of a problem are read, and each may be missing.
  return (await response.json()) as Partial<Problem>
}

const errorOf = async (response: Response): Promise<MarineDataError> => {
  const { code, detail, errors, outcome } = await problemIn(response)
  const { status, statusText, url } = response
  return new MarineDataError(
    codeOf(code, status),
    detail ?? `${url} responded with ${status} ${statusText}`.trimEnd(),
    {
      ...(errors !== undefined && { errors }),
      ...(outcome !== undefined && { outcome }),
    },
  )
}

const bodyOf = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new MarineDataError('internal', `${response.url} did not respond with JSON`, { cause })
  }
}

/**
 * Sends a request and returns the JSON of the response.
 *
 * Throws a MarineDataError when the server responds with an error; a `TimeoutError`, the signal's reason or a
 * `TypeError` of `fetch` when there is no response.
 */
export const requestJson = async (
  url: string,
  {
    signal,
    timeoutMs,
    token,
    method,
    body,
    headers,
    keepalive = false,
  }: RequestOptions & RequestParts & RequestNeeds,
): Promise<unknown> => {
  const deadline = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(keepalive && { keepalive }),
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
  })
  if (!response.ok) throw await errorOf(response)
  return bodyOf(response)
}
