import type { Draft } from './request-text.ts'

export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** The code of the problem, when it is one. */
  readonly code: string | undefined
  readonly ms: number
}

const deadlineMs = 20_000
/** More than anyone reads; a browser that draws it all stands still. */
const mostShown = 100_000

const isText = (type: string): boolean => /json|text|xml|javascript|pem/.test(type)

/** JSON for people, anything else as it came. */
const readable = (text: string, type: string): string => {
  if (!type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

const codeIn = (text: string, type: string): string | undefined => {
  if (!type.startsWith('application/problem+json')) return undefined
  const { code } = JSON.parse(text) as { readonly code?: unknown }
  return typeof code === 'string' ? code : undefined
}

const bodyOf = async (response: Response, type: string): Promise<Pick<Answer, 'body' | 'code'>> => {
  if (!isText(type)) return { body: `${(await response.arrayBuffer()).byteLength} bytes`, code: undefined }
  const text = await response.text()
  return { body: readable(text, type).slice(0, mostShown), code: codeIn(text, type) }
}

/** Sends a request as whoever sits here, and gives the answer as it came. Throws when there was none in time. */
export const send = async ({ method, address, body }: Draft): Promise<Answer> => {
  const startedAt = performance.now()
  const response = await fetch(address, {
    method,
    cache: 'no-store',
    signal: AbortSignal.timeout(deadlineMs),
    ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
  })
  const { status, statusText, headers } = response
  const content = await bodyOf(response, headers.get('content-type') ?? '')
  return { status, statusText, headers: [...headers], ...content, ms: performance.now() - startedAt }
}
