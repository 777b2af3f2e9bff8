import type { Draft } from './request-text.ts'

export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** The code of the problem, if it is one. */
  readonly code: string | undefined
  readonly ms: number
}

const deadlineMs = 20_000
/** Longer text would freeze the browser. */
const mostShown = 100_000

const isText = (type: string): boolean => /json|text|xml|javascript|pem/.test(type)

/** Formats JSON; leaves everything else as received. */
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

/** Sends a request as the signed-in user. Throws without a response in time. */
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
