import { MarineDataError, problems, type Problem, type ProblemCode } from '@marinedata/model'

export interface RequestOptions {
  readonly signal?: AbortSignal
}

export type CallMethod = 'GET' | 'PUT' | 'POST' | 'DELETE'

export interface CallOptions extends RequestOptions {
  /** Sent as JSON. */
  readonly body?: unknown
  /** Added to the address. */
  readonly query?: Readonly<Record<string, string>>
  /** Besides those that every request has, such as `Idempotency-Key`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent to the end although the page that asks is closing. */
  readonly keepalive?: boolean
}

interface RequestNeeds {
  readonly timeoutMs: number
  readonly token?: string | undefined
  readonly method?: CallMethod
}

/** What a bare status means when no problem document came with it, as from a proxy. */
const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  415: 'unsupported-media-type',
  503: 'shutting-down',
}

const isKnownCode = (code: string | undefined): code is ProblemCode =>
  code !== undefined && Object.hasOwn(problems, code)

const codeOf = (code: string | undefined, status: number): ProblemCode => {
  if (isKnownCode(code)) return code
  return codeOfStatus[status] ?? (status < 500 ? 'bad-request' : 'internal')
}

const problemIn = async (response: Response): Promise<Partial<Problem>> => {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return {}
  // Whatever it holds besides, only members that a problem has are read, and each may be missing.
  return (await response.json()) as Partial<Problem>
}

const errorOf = async (response: Response): Promise<MarineDataError> => {
  const { code, detail, errors, outcome } = await problemIn(response)
  const { status, statusText, url } = response
  return new MarineDataError(
    codeOf(code, status),
    detail ?? `${url} answered ${status} ${statusText}`.trimEnd(),
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
    throw new MarineDataError('internal', `${response.url} did not answer with JSON`, { cause })
  }
}

/**
 * The JSON at an address.
 *
 * Throws a MarineDataError when the server refuses; a `TimeoutError`, the signal's own reason or a `TypeError`
 * of `fetch` when there was no answer.
 */
export const requestJson = async (
  url: string,
  { signal, timeoutMs, token, method = 'GET', body, headers, keepalive = false }: CallOptions & RequestNeeds,
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
